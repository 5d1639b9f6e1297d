"""Links into the owner's interface and back (chapter 16)."""

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..wire.text import encode
from .amounts import now, stamp
from .failures import Failure, required
from .ledger import App, identifier

if TYPE_CHECKING:
    from .provider import Provider

STATE = re.compile(r"[A-Za-z0-9._~-]{1,256}")
SCHEME = re.compile(r"[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z](?:[a-z0-9-]*[a-z0-9])?)+")
SECONDS, MOST = 600, 8


@dataclass
class Opening:
    app: App
    state: str
    subject: dict[str, str]
    scheme: str | None
    opening_id: str = field(default_factory=lambda: identifier("opn"))
    token: str = field(default_factory=lambda: encode(secrets.token_bytes(32)))
    version: int = 1
    status: str = "waiting"
    result: str | None = None
    created: float = field(default_factory=now)
    expires: float = 0

    def view(self) -> dict[str, Any]:
        members = {"opening_id": self.opening_id, "version": self.version, "status": self.status, "state": self.state,
                   "returns": self.scheme is not None, "created_at": stamp(self.created),
                   "expires_at": stamp(self.expires)}
        return members | self.subject | ({"result": self.result} if self.result else {})


class Openings:
    """They are kept in memory only, so a restart forgets them."""

    def __init__(self, model: "Provider"):
        self.model = model
        self.all: list[Opening] = []

    def methods(self) -> dict[str, Any]:
        return {"open_request": self.open_request, "get_open_request_status": self.get_open_request_status}

    async def open_request(self, connection: Any, params: Any) -> Any:
        app, model = connection.app, self.model
        required(STATE.fullmatch(params["state"]), "invalid_params", pointer="/state", rule="1 to 256 characters")
        required(not ("order_id" in params and "invoice_id" in params), "invalid_params", pointer="",
                 rule="one of the two")
        scopes = model.scopes(app, connection)
        needed = ["pay"] if "order_id" in params else ["receive"] if "invoice_id" in params else ["pay", "receive"]
        required(set(needed) & set(scopes) or model.deviates("opening needs no scope"), "scope_not_granted",
                 rule=needed[0])
        if "order_id" in params:
            model.methods.order(app, {"order_id": params["order_id"]})
        if "invoice_id" in params:
            model.methods.invoice(app, {"invoice_id": params["invoice_id"]})
        scheme = connection.manifest.get("callback_scheme")
        right = scheme is None or (len(scheme) <= 64 and SCHEME.fullmatch(scheme))
        required(right or model.deviates("any scheme leads back"), "callback_refused")
        waiting = [entry for entry in self.all if entry.app is app and entry.status in ("waiting", "opened")]
        required(len(waiting) < MOST or model.deviates("openings are not limited"), "too_many_questions")
        subject = {name: params[name] for name in ("order_id", "invoice_id") if name in params}
        opening = Opening(app, params["state"], subject, scheme)
        opening.expires = opening.created + SECONDS
        self.all.append(opening)
        return {"opening": opening.view(), "link": f"payport:open?provider={model.name}&token={opening.token}"}

    async def get_open_request_status(self, connection: Any, params: Any) -> Any:
        def find() -> Opening:
            found = next((entry for entry in self.all
                          if entry.app is connection.app and entry.opening_id == params["opening_id"]), None)
            required(found, "opening_not_found")
            assert found
            return found

        opening = await self.model.methods.awaited(connection, params, find)
        return {"opening": opening.view()}

    # The owner

    def _become(self, opening: Opening, status: str) -> None:
        opening.status = status
        opening.version += 1
        opening.expires = now() + SECONDS
        self.model.ledger.changed.fire()

    def open(self, link: str) -> str:
        found = re.fullmatch(r"payport:open\?provider=([^&]+)&token=([A-Za-z0-9_-]{43})", link)
        opening = next((entry for entry in self.all if found and entry.token == found[2]), None)
        if not found or found[1] != self.model.name or opening is None:
            raise Failure("opening_not_found")
        again = opening.status != "waiting" and not self.model.deviates("link works twice")
        revoked = not opening.app.approved and not self.model.deviates("link of a revoked app opens")
        if again or now() >= opening.expires or revoked:
            raise Failure("opening_not_found")
        self._become(opening, "opened")
        return opening.opening_id

    def finish(self, opening_id: str) -> str | None:
        """The link back, if one leads back."""
        opening = next(entry for entry in self.all if entry.opening_id == opening_id)
        state = None
        if "order_id" in opening.subject:
            _, order = self.model.orders.find(opening.subject["order_id"])
            state = order.state
        opening.result = ("rejected" if state == "rejected" else "approved"
                          if state in ("approved", "submitting", "in_flight", "succeeded") else "viewed")
        self._become(opening, "returned")
        if opening.scheme is None:
            return None
        return f"{opening.scheme}:payport?provider={self.model.name}&state={opening.state}&result={opening.result}"
