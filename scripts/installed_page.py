#!/usr/bin/env python3
"""installed_page.py PAGE: writes a page of this tree to standard output, as it is installed below PREFIX (/usr/local).

What the page names is somewhere else then. What is installed is named where it is; of what is not, it says that it is in the
sources. What stands between <!-- only in the tree --> and <!-- until here --> is left out.
"""
import os
import posixpath
import re
import sys

DOC = "share/doc/payport/"
# Where files of the tree go, and folders with all that is in them; install.sh puts them there.
PLACES = {
    "README.md": DOC + "README.md", "SECURITY.md": DOC + "SECURITY.md", "CHANGELOG.md": DOC + "CHANGELOG.md",
    "docs/": DOC + "docs/", "Sources/Provider/LogsAndMetrics.md": DOC + "docs/LogsAndMetrics.md",
    "config/alerts.yml": DOC + "examples/alerts.yml", "config/provider.yml": DOC + "examples/provider.yml",
    "packaging/systemd/examples/": DOC + "examples/systemd/",
    "protocol/": "share/payport/protocol/",
}
# Why some things are as they are is for those who change them.
ONLY_IN_THE_TREE = {"docs/decisions.md"}
FOLDERS = "Benchmarks|Sources|Tests|clients|config|conformance|docs|model|packaging|protocol|scripts"


def place(path):
    """Where a file or a folder of the tree is installed, below the prefix; None if it is not."""
    if path in PLACES:
        return PLACES[path]
    if path in ONLY_IN_THE_TREE:
        return None
    for folder, target in PLACES.items():
        if folder.endswith("/") and (path + "/").startswith(folder):
            return target + path[len(folder):]
    return None


def named(path, own):
    """How the page names it: seen from its own folder if it is below it or beside it, else from the root."""
    target = place(path)
    if target is None:
        return None
    if target.split("/")[:3] == own.split("/")[:3]:
        return posixpath.relpath(target, posixpath.dirname(own))
    return posixpath.join("/", os.environ.get("PREFIX", "/usr/local").strip("/"), target)


def main():
    page = sys.argv[1]
    own = place(page)
    if own is None:
        sys.exit(f"installed_page.py: {page} is not installed")
    with open(page, encoding="utf-8") as file:
        text = file.read()
    text = re.sub(r"<!-- only in the tree -->\n.*?<!-- until here -->\n+", "", text, flags=re.DOTALL)

    def token(match):
        path = match[1].rstrip("/")
        target = named(path, own)
        return f"`{match[1]}` (in the sources)" if target is None else f"`{target}`"

    def link(match):
        words, target = match[1], match[2]
        if ":" in target or target.startswith("#"):
            return match[0]
        file, mark, anchor = target.partition("#")
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), file))
        target = named(path, own)
        if target is None:
            # The licence is on every Debian, and beside the page elsewhere.
            return words if path == "LICENSE" else f"{words} (in the sources)"
        return f"[{re.sub(tokens, token, words)}]({target}{mark}{anchor})"

    tokens = rf"`((?:{FOLDERS})/[^`\s]*)`"
    # A path in the words of a link is a part of the link, and has been looked at then.
    parts = re.split(r"(\[[^\]]+\]\([^)\s]+\))", text)
    for index, part in enumerate(parts):
        if index % 2:
            parts[index] = re.sub(r"^\[([^\]]+)\]\(([^)\s]+)\)$", link, part)
        else:
            parts[index] = re.sub(tokens, token, part)
    sys.stdout.write("".join(parts))


main()
