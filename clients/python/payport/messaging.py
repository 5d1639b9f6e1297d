"""Chapter 17: a wallet app asks a chat app to deliver a message to the person behind a payment."""

from __future__ import annotations

from .client_base import ClientBase
from .generated.messaging_calls import AsyncMessagingCalls


class AsyncMessagingClient(ClientBase, AsyncMessagingCalls):
    """A wallet app's way to a chat app. Its `App` has no scopes. Every method of 17.4 is a function of the same
    name."""

    _service = "messaging"
