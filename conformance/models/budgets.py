"""What the owner allows an app to pay (5.4, Limits). Periods begin at midnight UTC here."""

from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any

from .amounts import LARGEST, atomic, decimal, now, stamp
from .failures import Failure, required
from .ledger import App, Order
from .wallet import Wallet

if TYPE_CHECKING:
    from .provider import Provider


def period_of(kind: str, seconds: float) -> tuple[float, float]:
    """The beginning of a period and of the next one."""
    moment = datetime.fromtimestamp(seconds, timezone.utc).replace(hour=0, minute=0, second=0, microsecond=0)
    if kind == "week":
        begin = moment - timedelta(days=moment.weekday())
        end = begin + timedelta(days=7)
    elif kind == "month":
        begin = moment.replace(day=1)
        end = (begin + timedelta(days=32)).replace(day=1)
    else:
        begin, end = moment, moment + timedelta(days=1)
    return begin.timestamp(), end.timestamp()


class Budgets:
    def __init__(self, model: "Provider"):
        self.model = model

    def set(self, app: App, wallet: Wallet, terms: dict[str, Any]) -> None:
        limit = app.limits.setdefault(wallet.code, {})
        for name, term in terms.items():
            if term == "none":
                limit.pop(name, None)
            elif name in ("per_payment", "per_period"):
                limit[name] = atomic(str(term), wallet.decimals, "", zero=True)
            elif name == "recipients":
                limit["recipients"] = {address: atomic(str(most), wallet.decimals, "", zero=True)
                                       for address, most in term.items()}
            elif name == "ask":
                word, _, amount = str(term).partition(" ")
                limit["ask"] = word
                limit["ask_above"] = atomic(amount, wallet.decimals, "", zero=True) if amount else None
            elif name == "count":
                limit["count"] = int(term)
            else:
                limit[name] = term
        app.low = {entry for entry in app.low if entry[0] != wallet.code}
        self.report_low(app, wallet)

    def ask(self, app: App, order: Order) -> bool:
        """Whether the owner is asked about a payment of this cost."""
        limit = app.limits.get(order.currency, {})
        kind = limit.get("ask", "always")
        if kind == "above" and self.model.deviates("payments above the standing permission need no question"):
            return False
        if kind == "above":
            return order.units + (order.fee or 0) > (limit.get("ask_above") or 0)
        return bool(kind != "never")

    def counted(self, app: App, wallet: Wallet, recipient: str | None = None) -> tuple[int, int]:
        """The sum and the number of payments of the present period."""
        begin, _ = period_of(app.limits.get(wallet.code, {}).get("period", "day"), now())
        orders = [
            order for order in app.orders
            if order.wallet is wallet and order.counted is not None and order.counted >= begin
            and (recipient is None or order.address == recipient)
            and not (self.model.deviates("orders under way are free") and order.state in ("approved", "submitting"))]
        fees = not self.model.deviates("fees are not counted")
        return sum(order.total() if fees else order.units for order in orders), len(orders)

    def check(self, app: App, order: Order, total: int) -> None:
        """Refuses what does not fit. The order itself must not be counted yet."""
        limit = app.limits.get(order.currency, {})
        wallet = order.wallet
        used, count = self.counted(app, wallet)
        _, resets = period_of(limit.get("period", "day"), now())
        rules = [("per_payment", limit.get("per_payment"), None)]
        unlimited = limit.get("period") == "week" and self.model.deviates("sum of a week is not limited")
        if limit.get("per_period") is not None and not unlimited:
            rules.append(("per_period", limit["per_period"] - used, resets))
        if order.address in limit.get("recipients", {}) and not self.model.deviates("recipients are not limited"):
            paid, _ = self.counted(app, wallet, order.address)
            rules.append(("recipient", limit["recipients"][order.address] - paid, resets))
        if (limit.get("count") is not None and count >= limit["count"]
                and not self.model.deviates("number of payments is not limited")):
            raise Failure("budget_exceeded", pointer="/amount", rule="count", left="0", resets_at=stamp(resets))
        for rule, left, when in rules:
            if left is not None and total > left:
                raise Failure("budget_exceeded", pointer="/amount", rule=rule,
                              left=decimal(max(0, self.left(app, wallet) or 0), wallet.decimals),
                              resets_at=None if when is None else stamp(when))

    def left(self, app: App, wallet: Wallet) -> int | None:
        limit = app.limits.get(wallet.code, {})
        used, count = self.counted(app, wallet)
        bounds = [limit["per_payment"]] if limit.get("per_payment") is not None else []
        if limit.get("per_period") is not None:
            bounds.append(limit["per_period"] - used)
        if limit.get("count") is not None and count >= limit["count"]:
            bounds.append(0)
        if limit.get("ask") == "refuse":
            bounds.append(0)
        return max(0, min(bounds)) if bounds else None

    def view(self, app: App, wallet: Wallet) -> dict[str, Any]:
        limit = app.limits.get(wallet.code, {})
        used, count = self.counted(app, wallet)
        left = self.left(app, wallet)

        def amount(units: int | None) -> str | None:
            return None if units is None else decimal(units, wallet.decimals)

        most = limit.get("count")
        members = {
            "currency": wallet.code, "period": limit.get("period", "day"), "ask": limit.get("ask", "always"),
            "ask_above": amount(limit.get("ask_above")), "per_payment": amount(limit.get("per_payment")),
            "per_period": amount(limit.get("per_period")), "count": most, "used": amount(used), "used_count": count,
            "left": amount(left), "left_count": None if most is None else max(0, most - count),
            "resets_at": stamp(period_of(limit.get("period", "day"), now())[1])}
        return {name: value for name, value in members.items() if value is not None}

    def largest(self, app: App, wallet: Wallet) -> int:
        """The largest payment that the app is told of."""
        left = self.left(app, wallet)
        most = LARGEST if left is None else left
        if "balance" in self.model.scopes(app):
            most = min(most, max(0, wallet.available() - wallet.fee))
        return min(most, 84_000_000 * 10**wallet.decimals)

    def report_low(self, app: App, wallet: Wallet) -> None:
        limit = app.limits.get(wallet.code, {})
        used, count = self.counted(app, wallet)
        begin, _ = period_of(limit.get("period", "day"), now())
        low = (limit.get("per_period") is not None and used * 5 >= limit["per_period"] * 4) or (
            limit.get("count") is not None and count * 5 >= limit["count"] * 4)
        if (low and used and (wallet.code, begin) not in app.low
                and not self.model.deviates("low budget is not reported")):
            app.low.add((wallet.code, begin))
            self.model.events.record(app, "budget_low", "budget", self.view(app, wallet), wallet.code, 0)

    def permitted(self, app: App, currency: str) -> None:
        required(app.limits.get(currency, {}).get("ask") != "refuse", "policy_denied")
