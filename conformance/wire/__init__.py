"""What both sides of the protocol need: text, keys, handshake, records, frames, discovery files and documents."""


class Refused(Exception):
    """The other side broke a rule; the text names the rule and holds nothing secret."""


def require(holds: object, rule: str) -> None:
    if not holds:
        raise Refused(rule)
