"""Payport for apps: ask a wallet on the same machine for addresses, invoices and payments."""

from .app import App
from .blocking import Client
from .client import AsyncClient
from .errors import (
    ClientClosed, ConnectionLost, DocumentError, Forgotten, InvalidArgument, NoAnswer, NoProvider, NotAWallet,
    NotPaired, OtherProvider, OutcomeUnknown, PairingDenied, PayportError, ProtocolViolation, ProviderBusy,
    ProviderRefused, RequestConflict, SeveralProviders, StoreDamaged, UntrustedFile, VersionMismatch,
    VersionWentBack, WrongKey,
)
from .events import Event
from .link import PairingCode
from .refusals import (
    MessagingRefused, PayingRefused, PermissionRefused, ReceivingRefused, Refusal, RequestRefused, WalletRefused,
)
from .store import Request

__version__ = "0.1.0"
__all__ = [
    "App", "AsyncClient", "Client", "ClientClosed", "ConnectionLost", "DocumentError", "Event", "Forgotten",
    "InvalidArgument", "MessagingRefused", "NoAnswer", "NoProvider", "NotAWallet", "NotPaired", "OtherProvider",
    "OutcomeUnknown", "PairingCode", "PairingDenied", "PayingRefused", "PayportError", "PermissionRefused",
    "ProtocolViolation", "ProviderBusy", "ProviderRefused", "ReceivingRefused", "Refusal", "Request",
    "RequestConflict", "RequestRefused", "SeveralProviders", "StoreDamaged", "UntrustedFile", "VersionMismatch",
    "VersionWentBack", "WalletRefused", "WrongKey",
]
