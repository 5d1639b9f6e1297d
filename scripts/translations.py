#!/usr/bin/env python3
"""The catalogues of texts: each entry must be of a text that is still there, with the same places for what is filled in,
and each text that a person sees must have one.

scripts/translations.py             checks, and names what is wrong
scripts/translations.py --missing   lists the texts that have no translation yet, with the files where they stand
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
CATALOGUES = {"German": ROOT / "Sources/Apps/German"}
# What can be passed over between strings, and inside of one.
OPENING, PLAIN, TEXT = re.compile(r'#*"'), re.compile(r'[^"#/()]*'), re.compile(r'[^"\\]*')
# The same in all languages.
SAME = {"%1 (in %2)", "in %1", ": payd approve NUMBER --code DIGITS", "payd check:"}
# What `--help` says is translated: of commands always, of their arguments everywhere but in these, which few people type.
RARE = {"AnnounceCommand", "DaemonCommands", "KeyCommands", "LedgerCommands", "MessageCommand", "MetricsCommand",
        "MockCommands", "Open", "OpenRPC", "PassphraseOptions"}
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", '"': '"', "'": "'", "\\": "\\"}


class Literal:
    """A string of a source, or several that are joined with +. Parts are texts; None stands for what is filled in."""

    def __init__(self, start, end, parts):
        self.start, self.end, self.parts = start, end, parts

    @property
    def template(self):
        """As the program looks it up: %1, %2 … for what is filled in, and %% for a percent sign."""
        text, place = "", 0
        for part in self.parts:
            if part is None:
                place += 1
                text += f"%{place}"
            else:
                text += part.replace("%", "%%")
        return text


def literals(source, start=0, nested=False):
    """All strings of a source in order, those inside of others included; and where a nested expression ended."""
    found, at, depth = [], start, 0
    while at < len(source):
        if source.startswith("//", at):
            at = source.find("\n", at) % (len(source) + 1)
        elif source.startswith("/*", at):
            at = source.index("*/", at) + 2
        elif match := OPENING.match(source, at):
            inner, literal = string(source, at, len(match[0]) - 1)
            found += [literal] + inner
            at = literal.end
        else:
            depth += {"(": 1, ")": -1}.get(source[at], 0)
            at += 1
            if nested and depth < 0:
                break
            at = PLAIN.match(source, at).end()
    return found, at


def string(source, start, hashes):
    """The string that begins here, and those inside of what it is filled in with."""
    fence = "#" * hashes
    quote = '"""' if source.startswith('"""', start + hashes) else '"'
    at, parts, inner = start + hashes + len(quote), [""], []
    while not source.startswith(quote + fence, at):
        if not source.startswith("\\" + fence, at):
            plain = max(TEXT.match(source, at).end(), at + 1)
            parts[-1] += source[at:plain]
            at = plain
            continue
        at += 1 + hashes
        if source[at] == "(":
            more, at = literals(source, at + 1, nested=True)
            inner += more
            parts += [None, ""]
        elif source[at] == "u":
            end = source.index("}", at)
            parts[-1] += chr(int(source[at + 2:end], 16))
            at = end + 1
        elif source[at] == "\n":
            parts[-1] += "\\\n"
            at += 1
        else:
            parts[-1] += ESCAPES[source[at]]
            at += 1
    end = at + len(quote) + hashes
    if quote == '"""':
        indent = source[source.rindex("\n", 0, at) + 1:at]
        lines = "\0".join("\1" if part is None else part for part in parts)
        whole = lines.replace("\0\1\0", "\1").replace("\n" + indent, "\n")[1:].removesuffix("\n").replace("\\\n", "")
        parts = [piece for text in whole.split("\1") for piece in (text, None)][:-1]
    return inner, Literal(start, end, parts)


def joined(found, source):
    """The same, with those that are joined with + as one."""
    result, ends = [], {}
    for literal in sorted(found, key=lambda literal: literal.start):
        gap = re.search(r"\s*\+?\s*$", source[max(0, literal.start - 80):literal.start])[0]
        before = ends.pop(literal.start - len(gap), None) if "+" in gap else None
        if before is None:
            before = literal
            result.append(literal)
        else:
            before.parts, before.end = before.parts + literal.parts, literal.end
        ends[before.end] = before
    return result


def texts():
    """Each text of the sources, and the files and the words that stand before it."""
    result = {}
    folders = list(CATALOGUES.values())
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        if path.parent in folders:
            continue
        source = path.read_text()
        for literal in joined(literals(source)[0], source):
            before = re.search(r"(\w*)\(?\s*$", source[max(0, literal.start - 80):literal.start])
            result.setdefault(literal.template, []).append((path.relative_to(ROOT), before[1]))
    return result


def entries(folder):
    """The entries of a catalogue: file, text, translation."""
    for path in sorted(folder.glob("*.swift")):
        source = path.read_text()
        found = joined(literals(source)[0], source)
        for key, value in zip(found, found[1:]):
            if re.fullmatch(r"\s*:\s*", source[key.end:value.start]):
                yield path.relative_to(ROOT), "".join(key.parts), "".join(value.parts)


def places(text):
    return sorted(set(re.findall(r"%\d", text.replace("%%", ""))))


def faults():
    known = texts()
    for language, folder in CATALOGUES.items():
        seen, last = set(), {}
        for path, text, translation in entries(folder):
            say = f"{path}: {text!r}"
            if text not in known:
                yield f"{say} is no text of the sources any more"
            if places(text) != places(translation):
                yield f"{say} and its translation have different places: {translation!r}"
            if text in seen:
                yield f"{say} is there twice"
            if text < last.get(path, ""):
                yield f"{say} stands after {last[path]!r}; entries are sorted"
            seen.add(text)
            last[path] = text
    yield from missing()
    for path in sorted((ROOT / "Sources/Programs").rglob("*.swift")):
        labels = "abstract" if path.stem in RARE else "abstract|help"
        for match in re.finditer(rf'(?<![.\w])(?:{labels}):\s*(?:ArgumentHelp\(\s*)?"(?!")[^"]*', path.read_text()):
            yield f"{path.relative_to(ROOT)}: {match[0]!r} is not localized"


def missing():
    for language, folder in CATALOGUES.items():
        translated = {text for _, text, _ in entries(folder)} | SAME
        for text, stands in texts().items():
            said = [path for path, before in stands if before == "localized"]
            if said and text not in translated:
                yield f"{said[0]}: {text!r} has no translation in {language}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--missing"]:
        print("\n".join(missing()))
        sys.exit()
    wrong = list(faults())
    print("\n".join(wrong), end="\n" if wrong else "", file=sys.stderr)
    sys.exit(1 if wrong else 0)
