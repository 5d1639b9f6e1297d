"""The owner's hands of a provider of this project, by its owner's socket."""

import signal
import re

from .serve import Failed


class Owner:
    def __init__(self, daemon):
        self.daemon = daemon

    def hands(self):
        names = (
            "stop kill run another pair refuse_pairing approve deny grant revoke limit quota lock unlock "
            "end_sessions open finish").split()
        return {name: getattr(self, name) for name in names}

    def stop(self):
        self.daemon.end()

    def kill(self):
        self.daemon.end(signal.SIGKILL)

    def run(self):
        self.daemon.run()

    def another(self):
        self.daemon.another()

    def pair(self, question_id, code, scopes):
        self.daemon.ask("approve", id=question_id, code=code, scopes=scopes)

    def refuse_pairing(self, question_id):
        self.daemon.ask("deny", id=question_id)

    def approve(self, order_id, fee_cap=None):
        # The question may follow the order's answer by a moment, and a risen fee has to be looked at before a yes.
        question = self.daemon.ask("question", id=order_id)["question"]
        self.daemon.ask("approve", id=order_id, fee_cap=fee_cap or question["order"]["fee_cap"])

    def deny(self, order_id, always=False):
        self.daemon.ask("deny", id=order_id, always=always)

    def grant(self, app, scopes, **more):
        self.daemon.ask("grant", app=app, scopes=scopes, **more)

    def revoke(self, app):
        self.daemon.ask("revoke", app=app)

    def limit(self, app, currency, **terms):
        self.daemon.ask("limit", app=app, currency=currency, **{
            name: str(term) if name == "count" else term for name, term in terms.items()})

    def quota(self, app, **numbers):
        self.daemon.ask("quota", app=app, **numbers)

    def lock(self):
        self.daemon.ask("lock")

    def unlock(self):
        self.daemon.ask("unlock")

    def end_sessions(self, app):
        for session in self.daemon.ask("sessions")["sessions"]:
            if session["app"]["key"] == app:
                self.daemon.ask("sessions.end", id=session["id"])

    def open(self, link):
        found = re.fullmatch(r"payport:open\?provider=([^&]+)&token=([^&]+)", link)
        if not found:
            raise Failed("the link is damaged")
        return {"opening_id": self.daemon.ask("open", provider=found[1], token=found[2])["opening_id"]}

    def finish(self, opening_id):
        return self.daemon.ask("open.finish", opening_id=opening_id)
