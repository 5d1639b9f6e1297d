"""The numbers of chapter 7 that an owner can set, with their defaults."""

import re
from typing import Any

DEFAULTS: dict[str, Any] = {
    "limits.handshake_seconds": 5, "limits.unauthenticated_sockets": 64, "limits.sockets": 32,
    "limits.sockets_per_app": 8,
    "limits.requests_per_second": 100, "limits.burst": 200, "limits.in_flight": 64, "limits.questions": 16,
    "limits.questions_per_app": 4, "limits.questions_per_minute": 6, "limits.open_invoices": 200,
    "limits.unpaid_addresses": 200,
    "times.invoice": "15m", "times.monitoring": "24h", "times.approval": "10m", "times.quote": "10m",
    "events.keep_count": 50_000, "documents.fresh": "24h", "documents": True, "balance": "100", "origins": [],
    "status": "enabled", "countries": [], "country": ""}
UNITS = {"ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400}


class Settings:
    def __init__(self, chosen: dict[str, Any] | None = None):
        unknown = set(chosen or {}) - set(DEFAULTS)
        if unknown:
            raise KeyError(f"unknown settings {sorted(unknown)}")
        self.values = DEFAULTS | (chosen or {})

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def seconds(self, name: str) -> float:
        match = re.fullmatch(r"([0-9.]+)(ms|s|m|h|d)", self.values[name])
        if not match:
            raise ValueError(f"{name} is no duration")
        return float(match[1]) * UNITS[match[2]]
