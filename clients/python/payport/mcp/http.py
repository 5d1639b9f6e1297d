"""The Model Context Protocol over HTTP on the loopback interface (the streamable HTTP transport): each request is one
POST, and its answer is JSON.

Every web page that the person visits can reach this server too. So a request needs the token, names this machine as its
host, and comes from no other origin.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .server import LARGEST_LINE, VERSIONS, Server

PATH = "/mcp"
_AT_ONCE, _CONNECTIONS = 16, 64
# How long a connection may be silent, and how long an answer may take: the longest wait and some more.
_SILENT_SECONDS, _ANSWER_SECONDS = 60, 120


class _Bounded(ThreadingHTTPServer):
    """Each connection has a thread, so that no more than so many are taken, whoever makes them."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], handler: type[BaseHTTPRequestHandler]) -> None:
        self._places = threading.BoundedSemaphore(_CONNECTIONS)
        super().__init__(address, handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        if self._places.acquire(blocking=False):
            super().process_request(request, client_address)
        else:
            self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._places.release()


class HTTPTransport:
    """Serves on a port of 127.0.0.1, 0 being one that is free, until `close`. Requests are answered by the event loop
    in which it was made."""

    def __init__(self, server: Server, port: int, token: str) -> None:
        self._server, self._token = server, token
        self._loop = asyncio.get_running_loop()
        self._places = threading.BoundedSemaphore(_AT_ONCE)
        transport = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version, timeout, server_version, sys_version = "HTTP/1.1", _SILENT_SECONDS, "payport-mcp", ""

            def do_POST(self) -> None:  # noqa: N802
                status, answer = transport._answered(self)
                body = b"" if answer is None else json.dumps(answer).encode()
                self.send_response(status)
                # A body that was refused was not read, so that what follows would be taken for a request.
                if status not in (HTTPStatus.OK, HTTPStatus.ACCEPTED):
                    self.send_header("Connection", "close")
                    self.close_connection = True
                if status == HTTPStatus.UNAUTHORIZED:
                    self.send_header("WWW-Authenticate", "Bearer")
                if body:
                    self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def _no_method(self) -> None:
                self.send_response(HTTPStatus.METHOD_NOT_ALLOWED)
                self.send_header("Allow", "POST")
                self.send_header("Connection", "close")
                self.send_header("Content-Length", "0")
                self.end_headers()
                self.close_connection = True

            do_GET = do_HEAD = do_PUT = do_DELETE = do_OPTIONS = do_PATCH = _no_method  # noqa: N815

            def log_message(self, format: str, *arguments: Any) -> None:
                """Nothing: the path and the headers are those of whoever asks."""

        self._http = _Bounded(("127.0.0.1", port), Handler)
        self._thread = threading.Thread(target=self._http.serve_forever, name="payport-mcp", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_port}{PATH}"

    def close(self) -> None:
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def _answered(self, request: BaseHTTPRequestHandler) -> tuple[HTTPStatus, dict[str, Any] | None]:
        refused = self._refused(request)
        if refused is not None:
            return refused, None
        body = request.rfile.read(int(request.headers["Content-Length"]))
        if not self._places.acquire(blocking=False):
            return HTTPStatus.SERVICE_UNAVAILABLE, None
        try:
            answer = asyncio.run_coroutine_threadsafe(self._server.answer(body), self._loop).result(_ANSWER_SECONDS)
        except (TimeoutError, asyncio.CancelledError, RuntimeError):
            return HTTPStatus.SERVICE_UNAVAILABLE, None
        finally:
            self._places.release()
        return (HTTPStatus.ACCEPTED, None) if answer is None else (HTTPStatus.OK, answer)

    def _refused(self, request: BaseHTTPRequestHandler) -> HTTPStatus | None:
        """Why the request is not read, in an order that tells a stranger nothing."""
        port = self._http.server_port
        hosts = {f"{host}:{port}" for host in ("127.0.0.1", "localhost")}
        headers = request.headers
        if any(len(headers.get_all(name, [])) > 1 for name in ("Host", "Origin", "Authorization", "Content-Length")):
            return HTTPStatus.BAD_REQUEST
        # Another name is one that a page has made to mean this machine.
        if headers.get("Host", "").lower() not in hosts:
            return HTTPStatus.FORBIDDEN
        if "Origin" in headers and headers["Origin"].lower() not in {f"http://{host}" for host in hosts}:
            return HTTPStatus.FORBIDDEN
        scheme, _, token = headers.get("Authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not hmac.compare_digest(token.strip().encode(), self._token.encode()):
            return HTTPStatus.UNAUTHORIZED
        if request.path != PATH:
            return HTTPStatus.NOT_FOUND
        if headers.get_content_type() != "application/json":
            return HTTPStatus.UNSUPPORTED_MEDIA_TYPE
        if headers.get("MCP-Protocol-Version", VERSIONS[0]) not in VERSIONS:
            return HTTPStatus.BAD_REQUEST
        length = headers.get("Content-Length", "")
        if "Transfer-Encoding" in headers or not (length.isascii() and length.isdigit()) or len(length) > 9:
            return HTTPStatus.LENGTH_REQUIRED
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE if int(length) > LARGEST_LINE else None
