"""The Model Context Protocol on standard streams: one JSON-RPC message per line (the stdio transport)."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, BinaryIO

from ..encoding import parse_json

_log = logging.getLogger("payport")
VERSIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
LARGEST_LINE = 1 << 20
_AT_ONCE = 16
_LONGEST_TEXT = 1000
_PARSE_ERROR, _INVALID_REQUEST, _NO_METHOD, _INVALID_PARAMS = -32700, -32600, -32601, -32602
_FAULT = {
    "error": "outcome_unknown", "sentence": "The server failed. What was asked may have been done.",
    "what_to_do": "Make the same request with the same request_id again, or ask for its status. Never pay in another "
                  "way."}


class Refused(Exception):
    """A JSON-RPC error: the request cannot be understood."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class ToolError(Exception):
    """What a tool was asked cannot be done; `content` says why and what to do."""

    def __init__(self, content: dict[str, Any]) -> None:
        super().__init__(content.get("error"))
        self.content = content


Listed = Callable[[], Awaitable[list[dict[str, Any]]]]
Call = Callable[[str, dict[str, Any]], Awaitable[dict[str, Any]]]


class Server:
    """Answers `initialize`, `ping`, `tools/list` and `tools/call`. `call` runs a tool."""

    def __init__(
        self, name: str, version: str, instructions: str, tools: list[dict[str, Any]], call: Call, *,
        listed: Listed | None = None, initialized: bool = False,
    ) -> None:
        """`listed` tells the tools as they are now, if that can differ. A transport whose requests do not belong to one
        connection does not wait for `initialize`."""
        self._info = {"name": name, "version": version}
        self._instructions, self._tools, self._call, self._listed = instructions, tools, call, listed
        self._initialized = initialized

    async def answer(self, line: bytes) -> dict[str, Any] | None:
        """The answer to one line, or None for what needs none."""
        request_id: Any = None
        try:
            if len(line) > LARGEST_LINE:
                raise Refused(_PARSE_ERROR, "A line has at most 1 MiB.")
            try:
                message = parse_json(line)
            except ValueError:
                raise Refused(_PARSE_ERROR, "The line is not JSON.") from None
            if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
                raise Refused(_INVALID_REQUEST, "A message is one JSON-RPC 2.0 object.")
            if "method" not in message and ("result" in message or "error" in message):
                # The server asks nothing, so it expects no answers.
                return None
            method, params, has_id = message.get("method"), message.get("params", {}), "id" in message
            if has_id and (isinstance(message["id"], bool) or not isinstance(message["id"], (str, int))):
                raise Refused(_INVALID_REQUEST, "An id is a text or a whole number.")
            request_id = message.get("id")
            if not isinstance(method, str) or not isinstance(params, dict):
                raise Refused(_INVALID_REQUEST, "A request has a method, and params that are an object.")
            if not has_id:
                return None
            return {"jsonrpc": "2.0", "id": request_id, "result": await self._result(method, params)}
        except Refused as error:
            return {"jsonrpc": "2.0", "id": request_id, "error": {"code": error.code, "message": error.message}}

    async def _result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        if method == "initialize":
            self._initialized = True
            asked = params.get("protocolVersion")
            return {
                "protocolVersion": asked if asked in VERSIONS else VERSIONS[0], "capabilities": {"tools": {}},
                "serverInfo": self._info, "instructions": self._instructions}
        if method == "ping":
            return {}
        if not self._initialized:
            raise Refused(_INVALID_REQUEST, "The first request is initialize.")
        if method == "tools/list":
            return {"tools": await self._listed() if self._listed is not None else self._tools}
        if method == "tools/call":
            return await self._tool(params.get("name"), params.get("arguments") or {})
        raise Refused(_NO_METHOD, "There is no such method.")

    async def _tool(self, name: Any, arguments: Any) -> dict[str, Any]:
        tool = next((tool for tool in self._tools if tool["name"] == name), None)
        if tool is None or not isinstance(arguments, dict):
            raise Refused(_INVALID_PARAMS, "There is no such tool, or its arguments are not an object.")
        failed = False
        try:
            _check(tool["inputSchema"], arguments)
            content = await self._call(tool["name"], arguments)
        except ToolError as error:
            content, failed = error.content, True
        except Exception as error:
            # A fault of this program must not leave the agent without an answer. The text could name what is private.
            _log.error("a tool failed: %s", type(error).__name__)
            content, failed = _FAULT, True
        # ASCII only: a text from outside can neither hide nor reorder what stands around it.
        text = json.dumps(content, ensure_ascii=True, indent=1)
        result = {"content": [{"type": "text", "text": text}], "isError": failed}
        # Clients compare what is structured with the schema of the tool's output, which a failure does not have.
        return result if failed else {**result, "structuredContent": content}


def _check(schema: dict[str, Any], arguments: dict[str, Any]) -> None:
    """Tools take texts and whole numbers, and refuse what they do not know: an argument that is ignored could be a
    limit."""
    unknown = sorted(set(arguments) - set(schema["properties"]))
    missing = sorted(set(schema["required"]) - set(arguments))
    forms = schema["properties"]
    wrong = sorted(name for name in set(arguments) & set(forms) if not _is(forms[name], arguments[name]))
    if unknown or missing or wrong:
        raise ToolError({
            "error": "invalid_arguments", "unknown": [name[:40] for name in unknown], "missing": missing,
            "wrong": {name: _wanted(forms[name]) for name in wrong},
            "what_to_do": "Call the tool again with the arguments that its schema names. Nothing was done."})


def _is(form: dict[str, Any], value: Any) -> bool:
    if form["type"] == "integer":
        return type(value) is int and form["minimum"] <= value <= form["maximum"]
    return isinstance(value, str) and len(value) <= _LONGEST_TEXT and value in form.get("enum", [value])


def _wanted(form: dict[str, Any]) -> str:
    if form["type"] == "integer":
        return f"a whole number from {form['minimum']} to {form['maximum']}"
    return f"one of {', '.join(form['enum'])}" if "enum" in form else f"a text of at most {_LONGEST_TEXT} characters"


async def serve(server: Server, lines: BinaryIO, answers: BinaryIO) -> None:
    """Reads until the input ends. Requests are answered as they are done, several at once."""
    places = asyncio.Semaphore(_AT_ONCE)
    tasks: set[asyncio.Task[None]] = set()

    async def handle(line: bytes) -> None:
        try:
            answer = await server.answer(line)
            if answer is not None:
                answers.write(json.dumps(answer).encode() + b"\n")
                answers.flush()
        except (BrokenPipeError, ValueError):
            # Nobody reads any more. What was asked is done once all the same, and can be asked for again.
            _log.info("an answer could not be written")
        finally:
            places.release()

    while line := await asyncio.to_thread(_read_line, lines):
        if line.strip():
            await places.acquire()
            task = asyncio.create_task(handle(line))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)


def _read_line(lines: BinaryIO) -> bytes:
    """One line; of a line that is too long as much as shows that it is, and the rest is skipped."""
    line = lines.readline(LARGEST_LINE + 1)
    rest = line
    while rest and not rest.endswith(b"\n") and len(line) > LARGEST_LINE:
        rest = lines.readline(LARGEST_LINE)
    return line
