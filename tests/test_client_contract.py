"""The contract of the client: each rule has tests.

The rules have the letters and numbers of the contract: C construction and options, R
retries, S streams, E responses and errors, Q quality. A rule without a test makes this
file fail, and so does a test that is gone.

Q5 is kept but for one word: a hash of the document in each header would make a comment in
the document a difference in every file. The manifest has the version of oasmith and the
hash of each file.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RULES = [
    *(f"C{number}" for number in range(1, 11)),
    *(f"R{number}" for number in range(1, 14)),
    *(f"S{number}" for number in range(1, 15)),
    *(f"E{number}" for number in range(1, 10)),
    *(f"Q{number}" for number in range(1, 7)),
]

CALLS = "runtime/test_client_calls.py"
CREDENTIALS = "runtime/test_client_credentials.py"
DEADLINE = "runtime/test_client_deadline.py"
ENDPOINTS = "runtime/test_client_endpoints.py"
FOREIGN = "e2e/test_foreign.py"
LENIENT = "runtime/test_client_lenient.py"
MIDDLEWARE = "runtime/test_client_middleware.py"
LOGS = "runtime/test_client_logs.py"
OAUTH = "runtime/test_client_oauth.py"
REDIRECTS = "runtime/test_client_redirects.py"
SPEED = "e2e/test_speed.py"
SIDE_BY_SIDE = "e2e/test_side_by_side.py"
RETRIES = "runtime/test_client_retries.py"
RESUME = "runtime/test_client_resume.py"
ERRORS = "runtime/test_client_errors.py"
MODES = "runtime/test_client_modes.py"
PLANNED = "stages/test_plan_client_errors.py"
ROUND_TRIPS = "golden/test_round_trips.py"
STREAMED = "runtime/test_client_streamed.py"
STREAMS = "runtime/test_client_streams.py"
TLS = "runtime/test_client_tls.py"
TOKENS = "runtime/test_client_tokens.py"
DECODER = "runtime/test_sse_decoder.py"
CUSTOM = "project/test_custom.py"
PACKAGE = "project/test_package.py"
OPTION = "runtime/test_client_telemetry_option.py"
TELEMETRY = "runtime/test_client_telemetry.py"

TESTED: dict[str, list[str]] = {
    "C1": [
        f"{RETRIES}::test_c1_options_are_checked_when_they_are_given",
        f"{CREDENTIALS}::test_clients_show_and_share",
        f"{CREDENTIALS}::test_a_client_of_another_library_is_refused",
        f"{CALLS}::test_default_headers_and_query",
        f"{MODES}::test_c1_a_mode_is_checked_when_it_is_given",
        f"{OPTION}::test_c1_telemetry_is_an_option_of_the_client",
        f"{OPTION}::test_c1_telemetry_without_opentelemetry_is_a_clear_error",
    ],
    "C2": [
        f"{CREDENTIALS}::test_the_environment_is_read_at_the_first_call",
        f"{OAUTH}::test_c2_client_credentials_of_the_environment",
        f"{OAUTH}::test_c2_a_token_of_the_environment_serves_too",
    ],
    "C3": [
        f"{CREDENTIALS}::test_a_callable_is_asked_for_each_attempt",
        f"{CREDENTIALS}::test_a_refused_key_of_a_function_is_asked_for_once_more",
        f"{CREDENTIALS}::test_c3_calls_refused_together_ask_for_one_new_key",
        f"{CREDENTIALS}::test_c3_asynchronous_calls_refused_together_ask_once",
        f"{TOKENS}::test_c3_twenty_calls_at_once_make_one_request",
        f"{TOKENS}::test_c3_calls_refused_together_ask_for_one_new_token",
        f"{TOKENS}::test_c3_a_second_refusal_is_final",
    ],
    "C4": [
        f"{TLS}::test_c4_a_second_client_makes_no_context",
        f"{SPEED}::test_c4_a_second_client_makes_no_tls_context",
        f"{TLS}::test_c4_the_environment_and_renewed_files_make_another",
    ],
    "C5": [
        f"{REDIRECTS}::test_c5_reads_follow_on_the_same_origin",
        f"{REDIRECTS}::test_c5_other_methods_follow_where_they_stay_the_same",
        f"{REDIRECTS}::test_c5_no_method_becomes_another",
        f"{REDIRECTS}::test_c5_nothing_goes_to_another_origin",
        f"{REDIRECTS}::test_c5_a_circle_has_an_end",
        f"{TLS}::test_c5_the_pool_has_its_limits",
        f"{TLS}::test_c5_connections_are_kept_alive",
        f"{SIDE_BY_SIDE}::test_c5_no_key_for_another_host",
        f"{ENDPOINTS}::test_no_token_goes_to_another_origin",
        f"{ENDPOINTS}::test_a_redirect_takes_no_token_along",
        f"{ENDPOINTS}::test_a_document_cannot_have_secrets_sent_elsewhere",
    ],
    "C6": [f"{CREDENTIALS}::test_clients_show_and_share"],
    "C7": [
        f"{CALLS}::test_a_request_as_it_is_sent",
        f"{DEADLINE}::test_c7_a_call_has_a_deadline_of_its_own",
        f"{MODES}::test_c7_a_call_wins_over_its_client",
    ],
    "C8": [
        f"{CREDENTIALS}::test_omit",
        f"{CALLS}::test_no_body_is_not_an_empty_body",
        "test_revealed_types.py::test_c8_omit_and_null_are_told_apart",
    ],
    "C9": [
        f"{DEADLINE}::test_c9_no_byte_after_the_deadline",
        f"{DEADLINE}::test_c9_a_stream_ends_at_the_deadline",
        f"{DEADLINE}::test_c9_an_async_stream_ends_at_the_deadline",
    ],
    "C10": [
        "runtime/test_client_bodies.py::test_json",
        "runtime/test_client_bodies.py::test_what_json_has_no_form_for",
    ],
    "R1": [f"{RETRIES}::test_what_is_no_count"],
    "R2": [
        f"{RETRIES}::test_table",
        f"{RETRIES}::test_r2_a_get_may_be_declared_unsafe",
    ],
    "R3": [
        f"{SIDE_BY_SIDE}::test_r3_what_will_not_pass_is_not_tried_again",
        f"{RETRIES}::test_table",
        f"{RETRIES}::test_failures_before_anything_was_sent_repeat_for_every_method",
    ],
    "R4": [
        f"{RETRIES}::test_table",
        f"{RETRIES}::test_r4_an_operation_tells_what_may_be_done_twice",
        f"{RETRIES}::test_r4_what_the_caller_chooses_is_checked",
        f"{SIDE_BY_SIDE}::test_r4_the_same_number_of_attempts",
    ],
    "R5": [
        f"{RETRIES}::test_advice_of_the_server",
        f"{SIDE_BY_SIDE}::test_r5_what_the_server_advises",
    ],
    "R6": [
        f"{RETRIES}::test_the_delay_doubles",
        f"{RETRIES}::test_jitter_only_shortens_a_delay_and_only_lengthens_a_hint",
    ],
    "R7": [
        f"{RETRIES}::test_what_a_server_asks_for",
        f"{RETRIES}::test_a_hint_is_honoured",
    ],
    "R8": [
        f"{RETRIES}::test_a_long_hint_is_the_callers_business",
        f"{DEADLINE}::test_r8_no_retry_that_would_begin_after_the_deadline",
        f"{RETRIES}::test_r8_the_caller_may_wait_longer",
    ],
    "R9": [
        f"{RETRIES}::test_r9_retries_cost_tokens_and_successes_give_them_back",
        f"{RETRIES}::test_r9_a_client_out_of_tokens_does_not_try_again",
        f"{RETRIES}::test_r9_the_quota_can_be_switched_off",
    ],
    "R10": [f"{RETRIES}::test_one_key_for_all_attempts"],
    "R11": [
        f"{SIDE_BY_SIDE}::test_r11_a_stream_that_fails_before_its_first_event",
        f"{STREAMS}::test_a_stream_is_retried_before_its_first_event",
        f"{RETRIES}::test_connections_are_reused_between_attempts",
    ],
    "R12": [f"{STREAMS}::test_cancelling_a_reader_closes_its_connection"],
    "R13": [
        f"{LOGS}::test_r13_the_server_is_told_of_retries_on_request",
        f"{LOGS}::test_r13_a_response_says_how_often_it_was_asked_for",
        f"{RETRIES}::test_r13_a_name_that_would_break_out_is_refused",
    ],
    "S1": [f"{STREAMS}::test_another_media_type_is_refused"],
    "S2": [f"{DECODER}::test_table", f"{DECODER}::test_chunk_borders_change_nothing"],
    "S3": [f"{DECODER}::test_names_ids_and_retry_times"],
    "S4": [
        f"{DECODER}::test_a_large_event_is_refused",
        f"{DECODER}::test_time_grows_with_the_bytes_only",
        f"{DECODER}::test_many_lines_in_one_event",
    ],
    "S5": [f"{STREAMS}::test_nothing_after_the_sentinel_is_parsed"],
    "S6": [
        f"{SIDE_BY_SIDE}::test_s6_twenty_streams_in_a_row",
        f"{SIDE_BY_SIDE}::test_s6_twenty_asynchronous_streams_in_a_row",
        f"{STREAMS}::test_twenty_streams_use_one_connection",
        f"{STREAMS}::test_twenty_asynchronous_streams_use_one_connection",
        f"{STREAMS}::test_s6_a_client_that_was_given_keeps_its_connection",
        f"{STREAMS}::test_s6_a_client_that_was_given_waits_for_no_end",
        f"{STREAMS}::test_a_server_that_never_ends_is_not_waited_for",
    ],
    "S7": [
        f"{FOREIGN}::test_a_stream_without_its_end",
        f"{STREAMS}::test_without_a_sentinel_the_end_is_the_end",
        f"{STREAMS}::test_s7_a_stream_without_its_end_may_be_taken_as_it_is",
    ],
    "S8": [
        f"{STREAMS}::test_an_error_event_tells_what_the_server_said",
        f"{STREAMS}::test_an_item_that_says_error_somewhere_is_an_item",
        f"{ERRORS}::test_s8_events_that_report_an_error",
        f"{ERRORS}::test_s8_what_reports_nothing_is_an_item",
        f"{ERRORS}::test_s8_a_service_may_tell_it_elsewhere",
        f"{PLANNED}::test_s8_what_a_document_says_of_its_errors",
        f"{PLANNED}::test_s8_the_client_is_told",
    ],
    "S9": [
        f"{STREAMS}::test_items_arrive_typed",
        f"{FOREIGN}::test_an_event_that_is_no_json",
        f"{SPEED}::test_s9_calls_for_an_event",
        f"{SPEED}::test_s9_an_event_costs_little_more_than_its_json",
    ],
    "S10": [f"{FOREIGN}::test_a_stream_that_is_cut"],
    "S11": [
        "test_revealed_types.py::test_types_that_are_revealed",
        f"{STREAMS}::test_events_carry_id_name_and_retry_time",
        f"{STREAMS}::test_closing_a_stream",
    ],
    "S12": [
        f"{SIDE_BY_SIDE}::test_s12_streams_that_are_left",
        f"{STREAMS}::test_leaving_a_loop_gives_the_connection_back",
        f"{STREAMS}::test_leaving_an_asynchronous_loop_does_too",
        f"{STREAMS}::test_cancelling_a_reader_closes_its_connection",
    ],
    "S13": [
        f"{RESUME}::test_s13_a_stream_goes_on_after_its_last_event",
        f"{RESUME}::test_s13_only_what_the_document_says_it_of",
        f"{RESUME}::test_s13_without_an_id_there_is_nowhere_to_go_on",
        f"{RESUME}::test_s13_going_on_counts_as_a_retry",
        f"{RESUME}::test_s13_no_later_than_the_deadline",
    ],
    "S14": [
        f"{CUSTOM}::test_s14_accessors_of_streams_are_hand_written",
        f"{CUSTOM}::test_s14_type_checkers_know_the_users_classes",
    ],
    "E1": [
        f"{LENIENT}::test_what_fits_is_typed_and_the_rest_is_kept",
        f"{CALLS}::test_a_shape_that_differs_is_kept",
        f"{MODES}::test_e1_lenient_tells_where_a_response_differs",
        f"{MODES}::test_e1_what_fits_holds_no_drift",
        f"{MODES}::test_e1_strict_tells_all_places",
        f"{MODES}::test_e1_raw_gives_the_json_as_it_came",
        f"{MODES}::test_e1_items_of_streams_too",
        f"{MODES}::test_e1_the_json_of_a_whole_response",
        "test_generated.py::test_e1_raw_is_no_type_of_a_method",
    ],
    "E2": [
        f"{LENIENT}::test_unions_choose_the_nearest_model",
        f"{FOREIGN}::test_unknown_fields_and_values_are_kept",
        f"{ROUND_TRIPS}::test_e3_what_is_read_goes_out_again",
    ],
    "E3": [
        "runtime/test_models.py::test_what_was_made_goes_out_again",
        f"{ROUND_TRIPS}::test_e3_what_is_read_goes_out_again",
    ],
    "E4": [
        f"{CALLS}::test_every_status_has_its_class",
        f"{ERRORS}::test_e4_a_documented_body_and_its_status_both_tell_the_class",
        f"{ERRORS}::test_e4_what_is_not_as_documented_has_the_class_of_its_status",
        f"{PLANNED}::test_e4_a_class_for_each_body_and_class_of_statuses",
        f"{PLANNED}::test_e4_another_operation_renames_nothing",
        f"{MODES}::test_e4_nothing_stands_in_for_a_model",
    ],
    "E5": [
        f"{CREDENTIALS}::test_errors_pickle_and_copy",
        f"{CREDENTIALS}::test_no_text_shows_a_key",
        f"{CALLS}::test_an_error_body_has_its_documented_type",
        f"{ERRORS}::test_e5_errors_with_documented_bodies_pickle_and_copy",
        f"{ERRORS}::test_e5_what_an_error_tells",
        "test_generated.py::test_e5_errors_and_modes_have_types",
    ],
    "E6": [
        f"{CALLS}::test_a_success_that_cannot_be_read",
        f"{MODES}::test_e6_what_is_no_json_is_an_error_in_every_mode",
        f"{MODES}::test_e6_none_where_the_document_has_no_content",
        f"{MODES}::test_e6_a_success_that_nothing_documents",
    ],
    "E7": [
        f"{LOGS}::test_r13_a_response_says_how_often_it_was_asked_for",
        f"{STREAMED}::test_e7_pieces_lines_and_results",
        "test_generated.py::test_streamed_methods_keep_their_types",
        f"{STREAMED}::test_e7_a_download_is_a_file_when_all_of_it_is_there",
        f"{STREAMED}::test_e7_a_download_that_breaks_off_leaves_what_was_there",
        f"{STREAMED}::test_e7_a_body_that_was_read_can_be_had_again",
        f"{STREAMED}::test_e7_events_before_they_are_decoded",
        f"{STREAMED}::test_s1_what_is_no_stream_is_told_when_it_is_parsed",
    ],
    "E8": [
        f"{LOGS}::test_e8_every_attempt_is_told",
        f"{LOGS}::test_e8_nothing_is_told_that_is_nobody_elses_business",
        f"{LOGS}::test_e8_by_default_it_is_silent",
        f"{LOGS}::test_e8_the_environment_decides",
    ],
    "E9": [
        f"{MIDDLEWARE}::test_e9_each_attempt_passes_all_of_them",
        f"{MIDDLEWARE}::test_e9_what_one_raises_is_not_retried",
        f"{MIDDLEWARE}::test_e9_the_flavour_is_checked_when_the_client_is_made",
        f"{TELEMETRY}::test_e9_a_call_is_one_span",
        f"{TELEMETRY}::test_e9_attempts_are_inside_of_one_span",
        f"{TELEMETRY}::test_e9_a_stream_ends_its_span_at_its_end",
        f"{TELEMETRY}::test_e9_so_do_leaving_and_forgetting_a_stream",
    ],
    "Q1": [
        "test_generated.py::test_the_root_is_cheap_to_import",
        f"{SPEED}::test_q1_the_root_loads_next_to_nothing",
        f"{SPEED}::test_q1_the_client_loads_what_it_needs",
    ],
    "Q2": [f"{SPEED}::test_q2_a_call_adds_little_to_the_http_library"],
    "Q3": [
        "golden/test_types.py::test_mypy",
        "golden/test_types.py::test_pyright",
        "golden/test_types.py::test_ruff",
        "golden/test_types.py::test_nothing_is_hidden_from_the_checkers",
    ],
    "Q4": [
        f"{RETRIES}::test_table",
        f"{DECODER}::test_table",
        "golden/test_mock_mode.py::test_q4_every_operation",
        "e2e/test_real_apis.py::test_q4_every_operation",
    ],
    "Q5": [
        "test_generated.py::test_it_is_what_would_be_generated_now",
        f"{CUSTOM}::test_q5_the_users_folder_is_no_drift_and_never_written",
        f"{CUSTOM}::test_q5_the_root_stays_cheap",
        f"{CUSTOM}::test_q5_without_the_folder_nothing_speaks_of_it",
        "cli/test_verbs.py::test_q5_check_counts_the_lines_that_were_edited",
    ],
    "Q6": [
        "project/test_examples.py::test_q6_an_example_runs",
        "project/test_examples.py::test_q6_each_operation_has_an_example",
        "golden/test_types.py::test_mypy",
        "golden/test_types.py::test_pyright",
        f"{PACKAGE}::test_q6_what_is_built",
        f"{PACKAGE}::test_q6_twine_takes_it",
        f"{PACKAGE}::test_q6_the_readme_runs",
        f"{PACKAGE}::test_q6_links_lead_to_files",
        "project/test_changes.py::test_q6_a_change_is_told",
        "project/test_markup.py::test_q6_hostile_documents_change_no_structure",
        "cli/test_project.py::test_q6_the_changelog_goes_on",
    ],
}


@cache
def functions(path: str) -> frozenset[str]:
    """The names of the functions of a test file."""
    tree = ast.parse((HERE / path).read_text(encoding="utf-8"))
    kinds = ast.FunctionDef | ast.AsyncFunctionDef
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, kinds))


def test_every_rule_is_known() -> None:
    assert list(TESTED) == RULES


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_is_tested(rule: str) -> None:
    assert TESTED[rule]
    for test in TESTED[rule]:
        path, _, name = test.partition("::")
        assert name in functions(path), test
