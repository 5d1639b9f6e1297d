"""What the provider offers (chapter 13), by calls and as files."""

from typing import TYPE_CHECKING, Any

from .. import schemas
from ..wire.discovery import write_private
from . import yaml
from .documents import FOLDERS
from .failures import required

if TYPE_CHECKING:
    from .provider import Provider

REQUESTS = [{"spec": request, "file": f"{request}.yml", "folder": folder, "versions": "1-2"}
            for request, folder in FOLDERS.items()]


class Catalogue:
    def __init__(self, model: "Provider"):
        self.model = model

    def methods(self) -> dict[str, Any]:
        return {"list_services": self.list_services, "get_service_definition": self.get_service_definition}

    def service(self) -> dict[str, Any]:
        settings = self.model.settings
        entry = {"spec": "payments", "versions": "1", "folder": "payments",
                 "status": settings["status"] if self.offered() else "disabled"}
        return entry | ({"countries": settings["countries"]} if settings["countries"] else {})

    def offered(self) -> bool:
        """Whether new requests are taken: by the status, and where the owner is (13.2)."""
        settings = self.model.settings
        if settings["status"] == "disabled":
            return False
        if self.model.deviates("countries are not applied"):
            return True
        countries, here = settings["countries"], settings["country"]
        if not countries or not here:
            return True
        if f"!{here}" in countries:
            return False
        named = [entry for entry in countries if not entry.startswith("!")]
        return not named or here in named

    async def list_services(self, connection: Any, params: Any) -> Any:
        return self.services()

    def services(self) -> dict[str, Any]:
        return {"spec": "Services", "versions": "1", "services": [self.service()]}

    async def get_service_definition(self, connection: Any, params: Any) -> Any:
        required(params["service"] == "payments", "service_not_found", pointer="/service")
        return {"definition": self.definition(), "templates": self.templates()}

    def definition(self) -> dict[str, Any]:
        service = {name: value for name, value in self.service().items() if name != "folder"}
        return service | {"requests": REQUESTS}

    @staticmethod
    def templates() -> dict[str, Any]:
        """Each field of a request is a param of its method; `spec` names the method that tells what can stand there."""
        filled = {"currency": {"spec": "list_currencies"}, "order_id": {"spec": "list_payment_orders"},
                  "invoice_id": {"spec": "list_invoice_requests"}}
        found = {}
        for request in FOLDERS:
            params = schemas.payments().part(request, "params")
            names = [*params.get("properties", {}), *params.get("optionalProperties", {})]
            fields = {name: filled.get(name) for name in names if name != "request_id"}
            if request in ("invoice_request", "payment_order"):
                fields["amount"] = {"spec": "get_amount_range_for_currency"}
            found[request] = {"spec": request, "version": "1-2"} | fields
        return found

    def write(self) -> None:
        """The files: templates first, `services.yml` last."""
        services = self.model.state / ".services"
        for request, folder in FOLDERS.items():
            self.model.documents.make(services / "payments" / folder)
            write_private(services / "payments", f"{request}.yml", yaml.write(self.templates()[request]).encode())
        write_private(services / "payments", "definition.yml", yaml.write(self.definition()).encode())
        write_private(services, "services.yml", yaml.write(self.services()).encode())
