"""What an app may pass where the protocol has texts: numbers without rounding, and moments with a time zone."""

from __future__ import annotations

import datetime
import decimal
import re

from .errors import InvalidArgument

AmountLike = str | int | decimal.Decimal
Moment = str | datetime.datetime
_CURRENCY = re.compile(r"[A-Z0-9]{2,12}")
_AMOUNT = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]+)?")


def amount_text(value: AmountLike | None) -> str | None:
    """The shortest spelling of an amount, so that a request that is repeated with `0.50` is the one with `0.5`."""
    if value is None:
        return None
    if isinstance(value, (float, bool)) or not isinstance(value, (str, int, decimal.Decimal)):
        raise InvalidArgument("An amount is a text such as '0.5', an int or a Decimal, and never a float.")
    text = value if isinstance(value, str) else format(decimal.Decimal(value), "f")
    if not _AMOUNT.fullmatch(text) or len(text) > 80:
        raise InvalidArgument("An amount is a decimal number such as 0.5, without sign, exponent and separators.")
    return text.rstrip("0").rstrip(".") if "." in text else text


def currency_text(value: str | None) -> str | None:
    """The code of a currency, which is written in capitals."""
    if value is None or isinstance(value, str) and _CURRENCY.fullmatch(value):
        return value
    if isinstance(value, str) and _CURRENCY.fullmatch(value.upper()):
        raise InvalidArgument(f"The code of a currency has capitals: write {value.upper()}.")
    raise InvalidArgument("The code of a currency is a text such as LTC: 2 to 12 of A-Z and 0-9.")


def moment_text(value: Moment | None) -> str | None:
    """RFC 3339 in UTC with milliseconds. A text is passed on as it is, and the provider checks it."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, datetime.datetime):
        raise InvalidArgument("A moment is a datetime with a time zone, or a text such as 2026-03-20T11:01:25Z.")
    if value.tzinfo is None:
        raise InvalidArgument("A moment needs a time zone, such as datetime.timezone.utc.")
    utc = value.astimezone(datetime.timezone.utc)
    return utc.strftime("%Y-%m-%dT%H:%M:%S.") + f"{utc.microsecond // 1000:03d}Z"
