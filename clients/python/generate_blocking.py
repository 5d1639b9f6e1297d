"""Makes the methods of `payport.Client` of those of `payport.AsyncClient`, with the same words."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

SOURCES = ("client_base", "client", "wallet_files")
# These differ: one ends a thread, and the other is no coroutine.
OWN, EVENTS = frozenset({"close"}), "events"

Method = ast.FunctionDef | ast.AsyncFunctionDef


def methods(trees: list[ast.Module]) -> list[Method]:
    """The public methods; of one that a class overrides, the last."""
    found: dict[str, Method] = {}
    for tree in trees:
        for kind in tree.body:
            for member in kind.body if isinstance(kind, ast.ClassDef) else []:
                if isinstance(member, Method) and not member.name.startswith("_") and member.name not in OWN:
                    found[member.name] = member
    return list(found.values())


def documented(method: Method, trees: list[ast.Module]) -> str:
    """Its docstring, or that of the method which it overrides."""
    for tree in trees:
        for kind in tree.body:
            for member in kind.body if isinstance(kind, ast.ClassDef) else []:
                if isinstance(member, Method) and member.name == method.name and (text := ast.get_docstring(member)):
                    return text
    raise SystemExit(f"{method.name} has no docstring.")


def arguments(method: Method) -> list[str]:
    given = method.args
    first = len(given.args) - len(given.defaults)
    written = [ast.unparse(argument) + (f" = {ast.unparse(given.defaults[number - first])}" if number >= first else "")
               for number, argument in enumerate(given.args)]
    named = [ast.unparse(argument) + (f" = {ast.unparse(default)}" if default else "")
             for argument, default in zip(given.kwonlyargs, given.kw_defaults)]
    return written + (["*", *named] if named else [])


def filled(parts: list[str], lead: str, end: str) -> str:
    """`lead(parts)end` in one line, or the parts in lines of their own."""
    text = ", ".join(parts)
    if len(lead + text + end) <= 120:
        return f"{lead}{text}{end}"
    # No line ends within a part.
    joined = ", ".join(part.replace(" ", "\0") for part in parts)
    lines = textwrap.wrap(joined, 112, initial_indent=" " * 8, subsequent_indent=" " * 8, break_on_hyphens=False)
    return f"{lead}\n" + "\n".join(lines).replace("\0", " ") + f",\n    {end}"


def blocking(method: Method, text: str) -> str:
    result = ast.unparse(method.returns) if method.returns else "None"
    result = result.replace("AsyncIterator", "Iterator")
    passed = ", ".join([argument.arg for argument in method.args.args[1:]] +
                       [f"{argument.arg}={argument.arg}" for argument in method.args.kwonlyargs])
    call = f"self._calls.{method.name}({passed})"
    if method.name == EVENTS:
        call = f"self._follow({passed})"
    elif isinstance(method, ast.AsyncFunctionDef):
        call = f"self._run({call})"
    body = f"        return {call}"
    if len(body) > 120:
        inner = textwrap.fill(passed, 108, initial_indent=" " * 12, subsequent_indent=" " * 12)
        body = f"        return self._run(self._calls.{method.name}(\n{inner}))"
    lines = text.split("\n")
    said = [f'        """{lines[0]}', *(f"        {line}".rstrip() for line in lines[1:])]
    said = [*said[:-1], said[-1] + '"""'] if len(said) == 1 else [*said, '        """']
    head = filled(arguments(method), f"    def {method.name}(", f") -> {result}:")
    return "\n".join([head, *said, body]) + "\n"


def imports(trees: list[ast.Module], text: str) -> str:
    """The import of each name that the text has, as the sources import it."""
    names = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    homes: dict[str, set[str]] = {}
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                module = "." * (node.level * 2) + node.module
                module = module.replace("..generated.", ".")
                for alias in node.names:
                    # A name that an earlier source has imported from another module is the same thing.
                    if alias.name in names and not any(alias.name in known for known in homes.values()):
                        homes.setdefault(module, set()).add(alias.name)
    # The method of chapter 5 with this name is the same as that of the other class.
    for module, extra in (("collections.abc", {"Coroutine", "Iterator"}), ("typing", {"Any", "TypeVar"})):
        homes.setdefault(module, set()).update(extra)
    homes["..client"] = {"AsyncClient"}
    lines = [f"from {module} import {', '.join(sorted(homes[module] - {'AsyncIterator'}))}" for module in
             sorted(homes, key=lambda module: (module.startswith("."), not module.startswith(".."), module))]
    own = [line for line in lines if line.startswith("from .")]
    return "\n".join([line for line in lines if line not in own] + [""] + own)


def blocking_file(package: Path) -> str:
    trees = [ast.parse((package / f"{source}.py").read_text()) for source in SOURCES]
    made = [blocking(method, documented(method, trees[::-1])) for method in methods(trees)]
    head = f"""class BlockingShorter:
    \"\"\"The methods of `AsyncClient` that chapter 5 does not have, one function for each.\"\"\"

    _calls: AsyncClient

    def _run(self, call: Coroutine[Any, Any, T]) -> T:
        raise NotImplementedError

    def _follow(self, reader: str, start: Literal["beginning", "now"]) -> Iterator[Event]:
        raise NotImplementedError

"""
    text = head + "\n".join(made)
    return (f"{imports(trees, text)}\n\n"
            f"T = TypeVar(\"T\")\n\n\n{text}")
