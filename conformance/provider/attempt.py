"""A handshake by hand, so that a case can do each step wrong (3.2 to 3.4)."""

from ..wire.handshake import FIRST, SUBPROTOCOL, THIRD, ConsumerHandshake, gate, prologue
from ..wire.identity import Identity
from ..wire.text import compact, encode, lp

MANIFEST = b'{"app_id":"example.attempt","name":"Attempt","version":"1","scopes":["receive"],"versions":"1"}'


class Attempt:
    """An upgraded connection whose next step is the first message."""

    def __init__(self, bench, identity=None, manifest=MANIFEST, **changed):
        self.found = bench.discovery()
        self.line = bench.line()
        self.line.upgrade()
        items = {"offered": SUBPROTOCOL, "selected": SUBPROTOCOL, "authority": self.found.authority,
                 "discovery": self.found.bytes} | changed
        self.steps = ConsumerHandshake(
            identity or Identity.generate(), self.found.provider_id, self.found.k_local, prologue(**items), manifest)

    def first(self, m1=None, gated=None, **members):
        m1 = self.steps.first() if m1 is None else m1
        shown = gate(self.found.k_local, m1) if gated is None else gated
        return FIRST | {"params": {"msg": encode(m1), "gate": encode(shown)}} | members

    def second(self):
        """Does the first step right and reads the second message."""
        self.line.text(self.steps.first_text(self.steps.first()))
        self.steps.second_text(self.line.receive())
        return self

    def third(self, payload=None, **members):
        """The third message; `payload` replaces what is in it."""
        m3 = self.steps.third() if payload is None else self.steps.noise.write(payload)
        return THIRD | {"params": {"msg": encode(m3)}} | members

    def payload(self, **fields):
        """The four fields of the third message, some of them replaced."""
        steps = self.steps
        whole = {"identity": steps.identity.public, "manifest": steps.manifest, "signature": None, "nonce": steps.nonce}
        whole |= fields
        if whole["signature"] is None:
            whole["signature"] = steps.signature()
        return lp(*(field for field in whole.values() if field != b"absent"))

    def say(self, message):
        self.line.text(message if isinstance(message, str) else compact(message))

    def refused(self):
        """1008 and not a word (3.8)."""
        self.line.expect_end(1008)
        self.line.close()
