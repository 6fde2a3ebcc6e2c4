"""Names that generated code uses itself, by the scope that they would disturb."""

from __future__ import annotations

TYPES = frozenset("""
    Annotated Any AttributeError BaseModel Field ImportError Literal Nothing TYPE_CHECKING
    TypeAlias TypeAliasType UUID
    """.split())
"""Classes and names that modules of models import or define beside the document's."""

STATUS_ERRORS = tuple("""
    APIStatusError AuthenticationError BadRequestError ConflictError ContentTooLargeError
    GatewayTimeoutError InternalServerError NotFoundError PermissionDeniedError RateLimitError
    RequestTimeoutError ServiceUnavailableError UnprocessableEntityError
    """.split())
"""Classes of errors that each client has for the statuses of answers."""

CLIENT_CLASSES = frozenset(STATUS_ERRORS) | frozenset("""
    AsyncIterator AsyncRawTransport AsyncStream AsyncStreamedTransport AsyncTransport Binary
    BodyContent BodyForm Context Empty FileContent FileInput HeadersByStatus Iterable Json
    JsonEvent Mapping Nested NoneType NotRequired Omit Opening Operation PlainWebhooks Protocol
    RawResponse RawTransport ReadParts RequestOptions Results Scoped SignedWebhooks Stream
    StreamedResponse StreamedTransport Text TextEvent Transport TypedDict Unpack
    """.split())
"""Classes that modules of clients and servers import. Types of the document may have these
names: such modules import them under another one.
"""

PAGE_CLASSES = frozenset("""
    AsyncPage AsyncPager Cursor LinkHeader NextURL Offset Page PagedOperation PageNumber
    """.split())
"""The same for an API with results in pages; others keep these words for themselves."""

MODEL_ATTRIBUTES = frozenset("""
    construct copy dict drift from_orm json mro parse_file parse_obj parse_raw register schema
    schema_json to_dict to_json update_forward_refs validate
    model_computed_fields model_config model_construct model_copy model_dump
    model_dump_json model_extra model_fields model_fields_set model_json_schema
    model_parametrized_name model_post_init model_rebuild model_validate
    model_validate_json model_validate_strings
    """.split())
"""Attributes of the generated models' base class, and of its class."""

ARGUMENTS = frozenset("""
    self cls options omit timeout deadline max_retries extra_headers extra_query extra_body
    idempotency_key response_mode
    """.split())
"""Names in the signature of a client method or a handler besides the document's."""

METHODS = frozenset("""
    cached_property deprecated omit overload with_raw_response with_streaming_response
    """.split())
"""Names that the class bodies of a client look up while they are built."""

MODULES = frozenset("""
    __init__ __main__ app client mock raw streamed conftest operations py setup sitecustomize test tests
    usercustomize con prn aux nul com1 com2 com3 com4 lpt1 lpt2 lpt3 lpt4
    annotations dict getattr globals import_module list object sorted str
    """.split())
"""File stems of our own, of test runners and of file systems; an imported module becomes
a name of its package, so also those that the `__init__` modules use.
"""

RESOURCES = frozenset(
    "api_key base_url close aclose max_retries options timeout with_options".split()
)
"""Attributes of the client class besides the resources."""

APP_ARGUMENTS = frozenset(
    "app routes security options lifespan server handlers table groups".split()
)
"""Names in the signatures and bodies of the server's `app` and `routes`."""

FUNCTIONS = frozenset("""
    abs all annotations any any_of as_detail as_openai as_problem at bool breakpoint broken
    by_tag check compile delattr dict element entry enumerate errors eval exchanged exec exit
    expected extend fault fault_at float found frozenset getattr globals i import_module index input int is is_among
    is_byte is_date is_date_time is_multiple is_time is_unique is_uuid is_whole item items
    key keys l label len list locals matches max member message min missing missing_at
    mistagged mistyped mistyped_at mistyped_items name number_fault number_fault_at object one_of
    only_rules open operations part path pattern place position quit range re rest
    result rooted schemas seen set sorted spot standing str sum super tail tuple type
    under under_items unexpected unlisted until_many value values vars violations word
    zip SCHEMAS
    """.split())
FUNCTIONS |= frozenset("""
    is_duration is_email is_hostname is_idn_email is_idn_hostname is_uri_template is_ipv4 is_ipv6 is_iri is_iri_reference is_json_pointer
    is_regex is_relative_json_pointer is_uri is_uri_reference
    """.split())
FUNCTIONS |= frozenset("""
    in_first_items in_items in_matching in_other_items in_others in_properties in_valid_items
    stripped tag_of where_valid where_valid_or_all without without_matching without_others
    """.split())
"""Names inside validator modules and their package besides the validator functions."""

CLIENT_ARGUMENTS = frozenset("""
    self api_key credentials server base_url timeout max_retries default_headers
    default_query http_client max_response_bytes trusted_origins middleware
    response_mode telemetry transport options deadline retry_quota max_retry_after
    retry_ambiguous on_truncation retry_count_header log_bodies webhook_secret cert verify
    validate_requests
    """.split())
"""Keyword arguments of a client besides the variables of its servers."""
