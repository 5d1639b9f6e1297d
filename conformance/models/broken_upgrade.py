"""Broken providers that serve what they should refuse at the upgrade, or listen where they should not (chapter 1)."""

import re

from .broken import around, broken


broken("it listens at every address", "P1.05", "the port is open to the network")(
    lambda provider: provider.listening.update(host="0.0.0.0"))
broken("it shares its port", "P1.07", "another program of the user takes its connections")(
    lambda provider: provider.listening.update(reuse_port=True))

# What is let in, as what the head is taken for: the case, a pattern, and what stands in its place.
TAKEN_FOR = {
    "another path is served": ("P1.20", rb"^GET / ", b"GET /v1 "),
    "an equivalent path is served": ("P1.21", rb"^GET //v1 ", b"GET /v1 "),
    "a path with dots is served": ("P1.22", rb"^GET [^ ?]*\.\.?/v1 ", b"GET /v1 "),
    "a query is served": ("P1.24", rb"^GET /v1\?[^ ]+ ", b"GET /v1 "),
    "a percent-encoded path is served": ("P1.26", rb"^GET /[^ ]*%[^ ]* ", b"GET /v1 "),
    "a whole URL is served": ("P1.27", rb"^GET [a-z]+://[^ ]* ", b"GET /v1 "),
    "any origin is let in": ("P1.10", rb"(?m)^Origin: https?://(?!127)[^\r]*\r\n", b""),
    "an origin on loopback is let in": ("P1.13", rb"(?m)^Origin: https?://127[^\r]*\r\n", b""),
    "no version of WebSocket will do": ("P1.29", rb"^((?:(?!Sec-WebSocket-Version).)*)\r\n\r\n$",
                                        rb"\1\r\nSec-WebSocket-Version: 13\r\n\r\n"),
    "a request without Connection is served": ("P1.31", rb"^((?:(?!\r\nConnection).)*)\r\n\r\n$",
                                               rb"\1\r\nConnection: upgrade\r\n\r\n"),
    "a request without a key is served": ("P1.32", rb"^((?:(?!Sec-WebSocket-Key).)*)\r\n\r\n$",
                                          rb"\1\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"),
    "a key of 15 bytes will do": ("P1.33", rb"(?m)^(Sec-WebSocket-Key: )(?=[^\r]{20}\r)[^\r]*",
                                  rb"\1dGhlIHNhbXBsZSBub25jZQ=="),
    "no subprotocol will do": ("P1.35", rb"^((?:(?!Sec-WebSocket-Protocol).)*)\r\n\r\n$",
                               rb"\1\r\nSec-WebSocket-Protocol: payport.v1\r\n\r\n"),
    "other subprotocols will do": ("P1.36", rb"(?m)^(Sec-WebSocket-Protocol: )(?![^\r]*payport\.v1)[^\r]*",
                                   rb"\1payport.v1"),
    "a request without Upgrade is served": ("P1.40", rb"^((?:(?!\r\nUpgrade).)*)\r\n\r\n$",
                                            rb"\1\r\nUpgrade: websocket\r\n\r\n"),
    "another Upgrade is served": ("P1.41", rb"(?m)^Upgrade: (?!websocket)[^\r]*", b"Upgrade: websocket"),
    "a POST is served": ("P1.42", rb"^POST ", b"GET "),
    "a method in small letters is served": ("P1.43", rb"^get ", b"GET "),
    "HTTP/1.0 is served": ("P1.44", rb" HTTP/1\.0\r", b" HTTP/1.1\r"),
    "two spaces are one": ("P1.46", rb"^GET  +", b"GET "),
    "a blank before a colon is skipped": ("P1.48", rb"(?m)^([A-Za-z-]+) +:", rb"\1:"),
    "a folded line is unfolded": ("P1.49", rb"\r\n[ \t]+", b" "),
    "Transfer-Encoding is ignored": ("P1.55", rb"(?im)^Transfer-Encoding:[^\r]*\r\n", b""),
    "Content-Length is ignored": ("P1.56", rb"(?im)^Content-Length:[^\r]*\r\n", b""),
}


def _takes_for(pattern, instead):
    def change(provider):
        around(provider, "judge", lambda sound, head, *more: sound(re.sub(pattern, instead, head, flags=re.S), *more))
    return change


for _name, (_case, _pattern, _instead) in TAKEN_FOR.items():
    broken(_name, _case, "it repairs a request instead of refusing it")(_takes_for(_pattern, _instead))


@broken("another machine's name is a host", "P1.14", "a page whose name was bound to this machine anew gets in")
def any_host(provider):
    around(provider, "judge", lambda sound, head, *more: sound(
        re.sub(rb"(?m)^Host: [a-z]+\.[a-z]+(?=:)", b"Host: localhost", head), *more))


@broken("extension is accepted", "P1.02", "it says that it compresses")
def extension(provider):
    def upgrade(head, connection):
        return head.replace(b"\r\n\r\n", b"\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n", 1)

    provider.script.at("upgrade", upgrade)


def _channel(name, value):
    def change(provider):
        provider.at_connection.append(lambda connection: setattr(connection.channel, name, value))
    return change


broken("pings are not answered", "P1.140", "an app takes it for dead")(_channel("answers_pings", False))
broken("any number of pings is taken", "P1.128", "a flood of pings costs it time")(
    _channel("controls_per_second", None))


@broken("failure is told in a text", "P3.10", "who guesses learns what was wrong")
def tells_failure(provider):
    from ..wire.frames import CLOSE, Frame

    async def close(connection, sound, code=1000):
        channel = connection.channel
        if code != 1008 or channel.sent_close:
            return await sound(code)
        channel.sent_close = True
        await channel.send_frame(Frame(CLOSE, code.to_bytes(2, "big") + b"the gate is wrong"))

    def tune(connection):
        sound = connection.channel.close
        connection.channel.close = lambda code=1000: close(connection, sound, code)

    provider.at_connection.append(tune)
