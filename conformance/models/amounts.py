"""Amounts (5.2) as whole numbers of atomic units, and timestamps (5.1)."""

import re
import time
from datetime import datetime, timedelta, timezone

from .failures import Failure, required

AMOUNT = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?")
LARGEST = 2**128 - 1
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def atomic(text: str, decimals: int, pointer: str, zero: bool = False) -> int:
    """The atomic units of an amount; refused if it is none or does not fit."""
    match = AMOUNT.fullmatch(text)
    required(match and len(text) <= 80, "invalid_params", pointer=pointer, rule="an amount")
    assert match
    fraction = (match[2] or "").rstrip("0")
    required(int(match[1] + fraction) <= LARGEST, "invalid_params", pointer=pointer,
             rule="an amount that fits 128 bits")
    required(len(fraction) <= decimals, "too_many_decimals", pointer=pointer, rule=f"at most {decimals}")
    units = int(match[1] + fraction.ljust(decimals, "0"))
    required(units <= LARGEST and (units or zero), "amount_out_of_range", pointer=pointer)
    return units


def decimal(units: int, decimals: int) -> str:
    """The shortest form."""
    whole, fraction = divmod(abs(units), 10**decimals)
    rest = f".{fraction:0{decimals}d}".rstrip("0").rstrip(".")
    return ("-" if units < 0 else "") + str(whole) + rest


def stamp(seconds: float) -> str:
    moment = EPOCH + timedelta(milliseconds=round(seconds * 1000))
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def moment(text: str, pointer: str) -> float:
    try:
        match = re.fullmatch(r"(.{19})(?:\.([0-9]+))?(Z|z|[+-][0-9]{2}:[0-9]{2})", text)
        assert match
        base = datetime.fromisoformat(match[1] + match[3].upper().replace("Z", "+00:00"))
        return (base - EPOCH).total_seconds() + int((match[2] or "0").ljust(3, "0")[:3]) / 1000
    except (AssertionError, ValueError, OverflowError):
        raise Failure("invalid_params", pointer=pointer, rule="a timestamp") from None


def now() -> float:
    """The present, in whole milliseconds, as it is written."""
    return round(time.time() * 1000) / 1000
