import Foundation
import JSON
import TestSupport
import Testing

/// The list of what is inside the programs has exactly what they are built from.
@Suite struct BillOfMaterialsTests {
  private func document() async throws -> (text: String, bom: JSONValue) {
    let programs = try PackagedProgram.allCases.map { try $0.path }
    let text = try await PackagedProgram.output("scripts/sbom.py", programs).joined(separator: "\n")
    return (text, try JSONValue(parsing: Array(text.utf8), limits: JSONLimits(bytes: 8 << 20)))
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOfFile: ForeignConsumer.packageRoot + "/" + path, encoding: .utf8)
  }

  @Test func thePackagesAreThoseOfPackageSwift() async throws {
    guard PackagedProgram.has("dpkg"), PackagedProgram.has("readelf") else { return }
    let (text, bom) = try await document()
    let named = (bom["components"]?.arrayValue ?? []).compactMap { $0["purl"]?.stringValue }
    let packages = named.filter { $0.hasPrefix("pkg:swift/") }
    // All that were resolved, and no other.
    let pins = try JSONValue(parsing: Array(read("Package.resolved").utf8))["pins"]?.arrayValue ?? []
    let resolved = pins.map { pin in
      var place = pin["location"]?.stringValue ?? ""
      if place.hasSuffix(".git") { place.removeLast(4) }
      return "pkg:swift/\(place.dropFirst("https://".count))@\(pin["state"]?["version"]?.stringValue ?? "")"
    }
    #expect(Set(packages) == Set(resolved) && packages.count == resolved.count)
    // What the product depends on is what Package.swift names; the plugin that writes documentation is not part of it.
    let written = try read("Package.swift").matches(of: /\.package\(url: "https:\/\/([^"]+)"/).map { String($0.1) }
      .filter { !$0.hasSuffix("swift-docc-plugin") }
    let product = bom["metadata"]?["component"]?["bom-ref"]?.stringValue
    let own = (bom["dependencies"]?.arrayValue ?? []).first { $0["ref"]?.stringValue == product }
    let direct = (own?["dependsOn"]?.arrayValue ?? []).compactMap(\.stringValue).filter { $0.hasPrefix("pkg:swift/") }
    let places = direct.map { String($0.dropFirst("pkg:swift/".count).split(separator: "@")[0]) }
    #expect(Set(places) == Set(written) && places.count == written.count)
    // The libraries of the system that Package.swift names are there, by their Debian packages.
    for library in [
      "libssl3", "libcurl4", "libwebsockets", "libzmq5", "libsystemd0", "libsqlite3", "libedit2", "libpq5",
    ] {
      #expect(named.contains { $0.hasPrefix("pkg:deb/debian/\(library)") }, "\(library)")
    }
    try await checkForm(text)
  }

  /// Package.swift names the one version of every package, also of those that others bring along. Without that two clones
  /// could have different ones in their programs, since neither has the list of the other.
  @Test func everyPackageHasOneVersion() throws {
    let named = try read("Package.swift").matches(of: /\.package\(url: "https:\/\/([^"]+)", exact: "([^"]+)"\)/)
      .map { "\($0.1)@\($0.2)" }
    let pins = try JSONValue(parsing: Array(read("Package.resolved").utf8))["pins"]?.arrayValue ?? []
    #expect(pins.count >= 8)
    for pin in pins {
      let place = (pin["location"]?.stringValue ?? "").replacing("https://", with: "").replacing(/\.git$/, with: "")
      let version = pin["state"]?["version"]?.stringValue ?? "none"
      #expect(named.contains("\(place)@\(version)"), "\(place) \(version)")
    }
    #expect(try read("Package.swift").matches(of: /\.package\(/).count == named.count)
  }

  /// A list that cannot be made leaves no part of itself behind, and says why.
  @Test func nothingIsLeftOfAListThatCannotBeMade() async throws {
    let folder = try ScratchFolder()
    let file = folder.path + "/list.json"
    let result = try await PackagedProgram.run("scripts/sbom.py", ["--output", file, folder.path + "/payd"])
    #expect(result.exit != .code(0))
    #expect(result.error.count == 1 && result.error.first?.hasPrefix("sbom.py: ") == true, "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// The published schema, where the tests' Python has it.
  private func checkForm(_ text: String) async throws {
    let check = """
      import sys
      from cyclonedx.schema import SchemaVersion
      from cyclonedx.validation.json import JsonStrictValidator
      error = JsonStrictValidator(SchemaVersion.V1_6).validate_str(sys.stdin.read())
      sys.exit(str(error) if error else 0)
      """
    let python = await ForeignConsumer.python() ?? "python3"
    let there = try await ChildProcess.run(
      "/usr/bin/env", [python, "-c", "import cyclonedx.validation.json, jsonschema"])
    guard there.exit == .code(0) else {
      print("SKIPPED: the Python of the tests has no cyclonedx-python-lib to check the form with")
      return
    }
    let result = try await ChildProcess.run("/usr/bin/env", [python, "-c", check], input: text)
    #expect(result.exit == .code(0), "\(result.error)")
  }
}
