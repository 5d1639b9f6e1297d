"""The configuration file of a provider of this project, from the settings of `hands.md`."""

import json

from .serve import Cannot

LIMITS = (
    "handshake_seconds unauthenticated_sockets sockets sockets_per_app requests_per_second burst in_flight questions "
    "questions_per_app questions_per_minute open_invoices unpaid_addresses").split()
TIMES = ["invoice", "monitoring", "approval", "quote"]
KNOWN = [
    *[f"limits.{name}" for name in LIMITS], *[f"times.{name}" for name in TIMES], "events.keep_count",
    "documents.fresh",
    "balance", "origins", "status", "countries", "country", "documents"]


def configuration(settings, wallets):
    """YAML; values are written as JSON, which is YAML too."""
    unknown = set(settings) - set(KNOWN)
    if unknown:
        raise Cannot(f"the adapter does not know the settings {sorted(unknown)}")

    def section(name):
        return {key.partition(".")[2]: value for key, value in settings.items() if key.startswith(name + ".")}

    # News of the wallet is asked for often, so that no case waits for it; trimming likewise.
    whole = {
        "name": "wallet", "time_zone": "UTC", "limits": section("limits"),
        "times": {"poll": "20ms", "follow": "20ms", "retry": "20ms"} | section("times"),
        "events": {"trim_every": "20ms"} | section("events"),
        "documents": {"accept": settings.get("documents", True)} | section("documents"),
        "notifications": "off"}
    if "origins" in settings:
        whole["listen"] = {"origins": settings["origins"]}
    if "country" in settings:
        whole["country"] = settings["country"]
    if "status" in settings or "countries" in settings:
        whole["services"] = {"payments": {key: settings[key] for key in ("status", "countries") if key in settings}}
    # An empty section would be null.
    lines = [f"{key}: {json.dumps(value)}" for key, value in whole.items() if value != {}]
    return "\n".join([*lines, wallets])
