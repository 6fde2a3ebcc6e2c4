"""What is merged for the types is still checked part by part."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from case_all_of import BadRequestError, Client, server
from case_all_of.models import Payment, PaymentCard, PaymentCash, Receipt

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Payments(server.PaymentsHandlers):
    async def pay(self, request: Payment, context: server.Context) -> Receipt:
        tail = request.card_tail if isinstance(request, PaymentCard) else "cash"
        return Receipt(id=tail, amount=request.amount, currency="EUR")


def app() -> Starlette:
    return server.app(payments=Payments())


def check_inherited_and_own_properties(url: str) -> None:
    with Client(base_url=url) as client:
        card = client.payments.pay(body=PaymentCard(card_tail="4242", amount=5))
        cash = client.payments.pay(body=PaymentCash(drawer=1, amount=6))
    assert card == Receipt(id="4242", amount=5, currency="EUR")
    assert (cash.id, cash.amount) == ("cash", 6)


def check_what_a_base_demands(url: str) -> None:
    wrong = PaymentCash.model_construct(drawer=1, currency="EUR")
    with Client(base_url=url) as client, pytest.raises(BadRequestError) as caught:
        client.payments.pay(body=wrong)
    assert caught.value.param == "amount"
