"""The loop of an adapter: one JSON object per line in, one out, in order (`hands.md`, `verbs.md`)."""

import json
import sys


class Cannot(Exception):
    """This adapter cannot do what is asked."""


class Failed(Exception):
    """What is judged refused or failed."""


def serve(hands):
    """Answers every line by the function of `hands` that has the name of its `do`, until standard input ends."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"]}
        try:
            hand = hands.get(request["do"])
            if hand is None:
                raise Cannot(f"the adapter has no hand {request['do']}")
            answer["done"] = hand(**request.get("with", {})) or {}
        except Cannot as reason:
            answer["cannot"] = str(reason)
        except Failed as reason:
            answer["failed"] = str(reason)
        except Exception as error:  # the adapter goes on: one hand that fails is one answer
            answer["failed"] = f"{type(error).__name__}: {error}"
        print(json.dumps(answer), flush=True)
