#!/usr/bin/env python3
"""manual.py PROGRAM [SECTIONS]: writes the manual page of a program to standard output.

PROGRAM is the path of a program that explains itself in JSON (--experimental-dump-help): its commands and options are
written from that, so that the page cannot differ from the program. SECTIONS is a file with the sections that no program
can tell: files, environment, exit status and the like. The date is that of SOURCE_DATE_EPOCH, where it is set.
"""
import datetime
import json
import os
import re
import subprocess
import sys


def escape(text):
    """Text as roff shows it: no hyphen becomes a dash, and no line is taken for a request."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    text = text.replace("^", "\\(ha").replace("~", "\\(ti").replace("…", "\\&...").replace("\\(aqs ", "\\(cqs ")
    return re.sub(r"(?m)^\.", r"\\&.", text)


def prose(text):
    """The paragraphs of a help text; what stands between backticks is bold."""
    paragraphs = []
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        parts = re.split(r"`([^`]*)`", re.sub(r"\s+", " ", paragraph))
        paragraphs.append("".join(
            f"\\fB{escape(part)}\\fR" if odd % 2 else escape(part) for odd, part in enumerate(parts)))
    return "\n.PP\n".join(paragraphs)


def name_of(name):
    return ("-" if name["kind"] == "short" else "--") + name["name"]


def label(argument):
    """An argument as the head of its explanation: --state <dir>."""
    value = f"\\fI{escape(argument.get('valueName', 'value'))}\\fR"
    if argument["kind"] == "positional":
        return value
    names = ", ".join(f"\\fB{escape(name_of(name))}\\fR" for name in argument.get("names", []))
    return names if argument["kind"] == "flag" else f"{names} {value}"


def usage(argument):
    """An argument in a synopsis."""
    value = f"\\fI{escape(argument.get('valueName', 'value'))}\\fR"
    text = value
    if argument["kind"] != "positional":
        text = f"\\fB{escape(name_of(argument['preferredName']))}\\fR"
        if "contrary" in argument:
            text += f" | \\fB{escape(name_of(argument['contrary']))}\\fR"
        if argument["kind"] == "option":
            text += f" {value}"
    if argument["isRepeating"]:
        text += " ..."
    return f"[{text}]" if argument["isOptional"] else text


def shown(command):
    """The arguments that are for people. A flag and its contrary (--qr, --no-qr), which the help has one after the other and
    explains once, are one."""
    arguments = []
    for argument in command.get("arguments", []):
        if not argument.get("shouldDisplay", True) or argument.get("valueName") in ("help", "version"):
            continue
        before = arguments[-1] if arguments else {"kind": None}
        if argument["kind"] == before["kind"] == "flag" and (
                argument["preferredName"]["name"] == "no-" + before["preferredName"]["name"]):
            arguments[-1] = {**argument, **before, "contrary": argument["preferredName"],
                             "names": before["names"] + argument["names"],
                             "abstract": before.get("abstract") or argument.get("abstract", ""),
                             "defaultValue": before.get("defaultValue") or argument.get("defaultValue")}
            continue
        arguments.append(argument)
    return arguments


def explained(argument):
    lines = [".TP", label(argument)]
    text = argument.get("abstract", "")
    if argument.get("discussion"):
        text += "\n\n" + argument["discussion"]
    if argument.get("defaultValue") not in (None, "", "[]"):
        text += f" Default: {argument['defaultValue']}."
    return lines + [prose(text) or "\\&"]


def commands_of(command, path):
    """All commands below a command that are for people, with their whole names."""
    for sub in command.get("subcommands", []):
        if sub["commandName"] == "help" or not sub.get("shouldDisplay", True):
            continue
        name = path + [sub["commandName"]]
        children = list(commands_of(sub, name))
        if shown(sub) or not children:
            yield name, sub
        yield from children


def main():
    program, sections = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    dump = subprocess.run([program, "--experimental-dump-help"], check=True, capture_output=True, text=True)
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
    root = json.loads(dump.stdout)["command"]
    name = root["commandName"]
    more = open(sections, encoding="utf-8").read() if sections else ""
    day = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)) or
                                          datetime.datetime.now().timestamp(), datetime.timezone.utc).date()

    commands = list(commands_of(root, [name]))
    # What most commands take is explained once.
    keys = [json.dumps(a, sort_keys=True) for _, c in commands for a in shown(c) if a["kind"] != "positional"]
    common = {key for key in keys if keys.count(key) >= 8}

    page = [f'.\\" Written by scripts/manual.py from the help of {name}.',
            f'.TH {name.upper()} 1 "{day}" "Payport {escape(version)}" "Payport"',
            ".SH NAME", f"{escape(name)} \\- {escape(root['abstract'].rstrip('.')[:1].lower() + root['abstract'].rstrip('.')[1:])}",
            ".SH SYNOPSIS", f"\\fB{escape(name)}\\fR \\fIcommand\\fR [\\fIoptions\\fR]", ".br",
            f"\\fB{escape(name)}\\fR \\fB\\-\\-help\\fR | \\fB\\-\\-version\\fR", ".SH DESCRIPTION"]
    description = root.get("discussion", "")
    if more:
        # The sections say it in more words.
        description = "\n\n".join(p for p in re.split(r"\n\s*\n", description)
                                  if not re.match(r"\s*(Exit status|Folders|The app's key):", p))
    page.append(prose(description) or escape(root["abstract"]))
    page.append(".SH OPTIONS")
    page += ["Every command has \\fB\\-\\-help\\fR. These options have the same meaning in all commands that take them:"]
    once = []
    for _, command in commands + [([name], root)]:
        for argument in shown(command):
            key = json.dumps(argument, sort_keys=True)
            if (key in common or command is root) and key not in once and argument["kind"] != "positional":
                once.append(key)
                page += explained(argument)
    common |= set(once)
    page.append(".SH COMMANDS")
    for path, command in commands:
        page += [f'.SS "{escape(" ".join(path))}"',
                 " ".join([f"\\fB{escape(' '.join(path))}\\fR"] + [usage(a) for a in shown(command)]), ".PP",
                 prose(command.get("abstract", ""))]
        if command.get("discussion"):
            page += [".PP", prose(command["discussion"])]
        for argument in shown(command):
            if json.dumps(argument, sort_keys=True) not in common:
                page += explained(argument)
    text = "\n".join(page) + "\n" + more
    # A language of ASCII is shown alike everywhere.
    sys.stdout.write("".join(c if ord(c) < 128 else f"\\[u{ord(c):04X}]" for c in text))


main()
