"""What the provider offers (chapter 13), by calls and as files."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .failures import required

if TYPE_CHECKING:
    from .provider import Provider

RECEIVING = {"file": "invoice_request.yml", "folder": "invoice_requests", "spec": "invoice_request"}
PAYING = {"file": "payment_order.yml", "folder": "payment_orders", "spec": "payment_order"}


class Catalogue:
    def __init__(self, model: "Provider"):
        self.model = model

    def methods(self) -> dict[str, Any]:
        return {"list_services": self.list_services, "get_service_definition": self.get_service_definition}

    def service(self) -> dict[str, Any]:
        settings = self.model.settings
        entry = {"spec": "payments", "versions": "1", "folder": "payments", "status": settings["status"]}
        return entry | ({"countries": settings["countries"]} if settings["countries"] else {})

    def offered(self) -> bool:
        """Whether new requests are taken: by the status, and where the owner is (13.2)."""
        settings = self.model.settings
        if settings["status"] == "disabled":
            return False
        countries, here = settings["countries"], settings["country"]
        if not countries or not here:
            return True
        if f"!{here}" in countries:
            return False
        named = [entry for entry in countries if not entry.startswith("!")]
        return not named or here in named

    async def list_services(self, connection: Any, params: Any) -> Any:
        return {"spec": "Services", "versions": "1", "services": [self.service()]}

    async def get_service_definition(self, connection: Any, params: Any) -> Any:
        required(params["service"] == "payments", "service_not_found", pointer="/service")
        return {"definition": self.definition(), "templates": self.templates()}

    def definition(self) -> dict[str, Any]:
        service = {name: value for name, value in self.service().items() if name != "folder"}
        return service | {"requests": [RECEIVING, PAYING]}

    @staticmethod
    def templates() -> dict[str, Any]:
        invoice = {"spec": "invoice_request", "version": "1-2", "currency": {"spec": "list_currencies"},
                   "amount": {"spec": "get_amount_range_for_currency"}, "description": None, "confirmations": None,
                   "expires_at": None,
                   "file_endpoint": [{"spec": "get_invoice_request_status"}, {"spec": "cancel_invoice_request"}]}
        order = {"spec": "payment_order", "version": "1-2", "currency": {"spec": "list_currencies"}, "address": None,
                 "amount": {"spec": "get_amount_range_for_currency"}, "max_fee": None, "description": None,
                 "expires_at": None,
                 "file_endpoint": [{"spec": "get_payment_order_status"}, {"spec": "cancel_payment_order"}]}
        return {"invoice_request": invoice, "payment_order": order}

