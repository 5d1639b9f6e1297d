#!/usr/bin/env python3
"""sbom.py [--output FILE] PROGRAM...: writes what is inside the programs and what they need, as CycloneDX 1.6, to standard output,
or to a file that is there only once it is whole.

Inside are the Swift packages, in the versions of Package.resolved, and Swift's own runtime. Needed are the libraries of
the system that the programs name; of which Debian package each is, dpkg says. Where nothing was built yet, since the programs
came from elsewhere, the packages are fetched: Package.swift names the version of each. The date is that of SOURCE_DATE_EPOCH,
where it is set, so that the same sources give the same list.
"""
import argparse
import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import uuid

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
RESOLVED = os.path.join(ROOT, "Package.resolved")
# Of the runtime's parts, what the programs contain; all have Swift's own licence but ICU, which comes with Foundation.
RUNTIME = [
    ("swift", "Apache-2.0 WITH Swift-exception"), ("swift-foundation", "Apache-2.0 WITH Swift-exception"),
    ("swift-corelibs-foundation", "Apache-2.0 WITH Swift-exception"),
    ("swift-foundation-icu", "Unicode-3.0"), ("swift-corelibs-libdispatch", "Apache-2.0 WITH Swift-exception"),
]


def output(*command):
    try:
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout
    except FileNotFoundError:
        sys.exit(f"sbom.py: there is no {command[0]} here, which it needs")
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip() or error.stdout.strip() or "it said nothing").split("\n")[-1]
        sys.exit(f"sbom.py: {' '.join(command)} failed with {error.returncode}: {last}")


def dependencies(folder):
    """The packages that a package names, by their identities. Another folder for the work than .build: tests run there."""
    with tempfile.TemporaryDirectory() as scratch:
        dump = output("swift", "package", "--package-path", folder, "--scratch-path", scratch, "dump-package")
    return [entry["identity"] for kind in json.loads(dump)["dependencies"] for entry in kind.get("sourceControl", [])]


def licence(folder):
    for name in ("LICENSE", "LICENSE.txt"):
        path = os.path.join(folder, name)
        if os.path.exists(path):
            text = open(path, encoding="utf-8").read()
            if "Apache License" in text:
                return "Apache-2.0 WITH Swift-exception" if "Runtime Library Exception" in text else "Apache-2.0"
            if "Permission is hereby granted, free of charge" in text:
                return "MIT"
    sys.exit(f"sbom.py: {folder} has no licence that is known")


def licences(expression):
    return [{"expression": expression}] if " " in expression else [{"license": {"id": expression}}]


def packages():
    """The packages that were resolved, each with the folder of its sources, which are fetched where they are not there."""
    def read():
        if not os.path.exists(RESOLVED):
            return None
        with open(RESOLVED, encoding="utf-8") as file:
            pins = json.load(file)["pins"]
        # Where `make release` has put them, and where every other build does.
        for checkouts in (os.path.realpath(os.path.join(ROOT, ".build/release/../../checkouts")),
                          os.path.join(ROOT, ".build/checkouts")):
            folders = [os.path.join(checkouts, pin["location"].removesuffix(".git").rsplit("/", 1)[1]) for pin in pins]
            if all(os.path.isdir(folder) for folder in folders):
                return list(zip(pins, folders))
        return None

    found = read()
    if found is None:
        output("swift", "package", "--package-path", ROOT, "resolve")
        found = read()
    return found or sys.exit("sbom.py: swift package resolve did not bring the packages of Package.swift")


def swift_packages():
    components, graph = [], {}
    sources = packages()
    pins = [pin for pin, _ in sources]
    known = {pin["identity"]: pin for pin in pins}
    reference = {}
    for pin in pins:
        location = pin["location"].removesuffix(".git")
        reference[pin["identity"]] = (
            "pkg:swift/" + location.removeprefix("https://") + "@" + pin["state"]["version"])
    for pin, folder in sources:
        components.append({
            "type": "library", "bom-ref": reference[pin["identity"]], "name": pin["identity"],
            "version": pin["state"]["version"], "purl": reference[pin["identity"]],
            "licenses": licences(licence(folder)),
            "externalReferences": [{"type": "vcs", "url": pin["location"]}],
            "properties": [{"name": "payport:revision", "value": pin["state"]["revision"]},
                           {"name": "payport:linked", "value": "statically"}],
        })
        named = [identity for identity in dependencies(folder) if identity in known]
        graph[reference[pin["identity"]]] = sorted(reference[identity] for identity in named)
    direct = sorted(reference[identity] for identity in dependencies(ROOT) if identity in known)
    # Yams contains the C sources of libyaml, and does not say of which version.
    components.append({"type": "library", "bom-ref": "libyaml", "name": "libyaml", "licenses": licences("MIT"),
                       "properties": [{"name": "payport:linked", "value": "statically, as a part of yams"}]})
    graph[reference["yams"]] = graph[reference["yams"]] + ["libyaml"]
    return components, graph, direct


def runtime():
    version = re.search(r"Swift version ([0-9.]+)", output("swift", "--version"))[1]
    return [{
        "type": "library", "bom-ref": f"pkg:github/swiftlang/{name}@swift-{version}-RELEASE", "name": name,
        "version": version, "purl": f"pkg:github/swiftlang/{name}@swift-{version}-RELEASE",
        "licenses": licences(expression), "properties": [{"name": "payport:linked", "value": "statically"}],
    } for name, expression in RUNTIME]


def system_libraries(programs):
    """The libraries that the programs name themselves, not those that these need in turn: the packages know them."""
    users = {}
    for program in programs:
        for name in re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", program)):
            if not name.startswith(("libswift", "libFoundation", "lib_Foundation", "libdispatch", "libBlocksRuntime")):
                users.setdefault(name, []).append(os.path.basename(program))
    system = dict(line.split("=", 1) for line in open("/etc/os-release", encoding="utf-8").read().split("\n") if "=" in line)
    distribution = (system["ID"] + "-" + system.get("VERSION_ID", "")).replace('"', "").strip("-")
    found = {}
    for name in sorted(users):
        path = re.search(rf"^\s*{re.escape(name)} .*=> (\S+)$", output("/sbin/ldconfig", "-p"), re.M)
        for candidate in [path[1], os.path.realpath(path[1]), "/usr" + path[1]] if path else []:
            owner = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
            if owner.returncode == 0:
                found.setdefault(owner.stdout.split(": ")[0].split(",")[0], set()).add(name)
                break
        else:
            sys.exit(f"sbom.py: no package has {name}")
    components = []
    for package in sorted(found):
        name, version, architecture = output(
            "dpkg-query", "-W", "-f", "${Package} ${Version} ${Architecture}", package).split()
        quoted = version.replace("+", "%2B").replace(":", "%3A")
        purl = f"pkg:deb/debian/{name}@{quoted}?arch={architecture}&distro={distribution}"
        programs_of = sorted({program for library in found[package] for program in users[library]})
        components.append({
            "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "properties": [{"name": "payport:linked", "value": "dynamically: " + ", ".join(sorted(found[package]))},
                           {"name": "payport:programs", "value": ", ".join(programs_of)}],
        })
    return components


def main():
    parser = argparse.ArgumentParser(description="Writes what is inside programs, as CycloneDX.")
    parser.add_argument("--output", help="the file to write; standard output otherwise")
    parser.add_argument("programs", nargs="+", help="the paths of the programs")
    arguments = parser.parse_args()
    programs = arguments.programs
    version = output(programs[0], "--version").split()[-1]
    packages, graph, direct = swift_packages()
    swift, libraries = runtime(), system_libraries(programs)
    own = f"pkg:generic/payport@{version.replace('+', '%2B')}"
    moment = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", 0)) or
                                             int(datetime.datetime.now().timestamp()), datetime.timezone.utc)
    needed = direct + [component["bom-ref"] for component in swift + libraries]
    bom = {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", "bomFormat": "CycloneDX", "specVersion": "1.6",
        "version": 1, "metadata": {
            "timestamp": moment.strftime("%Y-%m-%dT%H:%M:%SZ"),
            "component": {"type": "application", "bom-ref": own, "name": "payport", "version": version, "purl": own,
                          "licenses": licences("Apache-2.0")}},
        "components": packages + swift + libraries,
        "dependencies": [{"ref": own, "dependsOn": needed}] + [
            {"ref": reference, "dependsOn": graph[reference]} for reference in sorted(graph)],
    }
    bom["serialNumber"] = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bom, sort_keys=True)).urn
    text = json.dumps(bom, indent=1, sort_keys=True) + "\n"
    if arguments.output is None:
        sys.stdout.write(text)
        return
    with open(arguments.output + ".new", "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(arguments.output + ".new", arguments.output)


main()
