import Foundation
import Testing

@testable import BuiltInWallets
@testable import Provider

/// The manual page of provider.yml says of each key what the reader of the file does with it: that it is there, of which
/// kind its value is, what it is if it is left out, and whether a change of it is applied at once.
@Suite struct ConfigurationPageTests {
  /// A key as the page heads it: `port (a whole number from 0 to 65535; default 0; live)`.
  private struct Key: Sendable, CustomStringConvertible {
    let section: String
    let name: String
    /// The words behind "must be" in the reader's complaint.
    let kind: String
    let standard: String?
    let isRequired: Bool
    let isLive: Bool

    var description: String { "\(section) \(name)" }
    /// As ``LiveSettings`` names it.
    var path: String { section == "KEYS" ? name : "\(section).\(name)" }
  }

  private static let wallets = [
    "type: mock", "type: bitcoin", "type: electrum", "type: cln", "type: lnd", "type: phoenixd", "type: monero",
    "limits of a wallet",
  ]

  private func page() throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "packaging/manual/provider.yml.5"), encoding: .utf8)
      .replacing("\\-", with: "-").replacing("\\(aq", with: "'")
  }

  private func keys() throws -> [Key] {
    var keys: [Key] = []
    var section = ""
    for line in try page().split(separator: "\n") {
      if line.hasPrefix(".SH KEYS") {
        section = "KEYS"
      } else if let match = line.wholeMatch(of: /\.SS "(.+)"/) {
        section = String(match.1)
      } else if let match = line.wholeMatch(
        of: /\\fB([a-z_]+)\\fR \(\\fI([^\\]+)\\fR(?:; default \\fB([^\\]*)\\fR)?(; required)?(; live)?\)/)
      {
        keys.append(
          Key(
            section: section, name: String(match.1), kind: String(match.2), standard: match.3.map(String.init),
            isRequired: match.4 != nil, isLive: match.5 != nil))
      }
    }
    return keys
  }

  /// A file in which a section says this line, and what it has to say beside it.
  private func file(_ section: String, _ key: String, _ value: String) -> String {
    func wallet(_ type: String, _ needs: [String]) -> String {
      let lines = ["type: \(type)"] + needs.filter { !$0.hasPrefix("\(key):") }
      let written = key == "type" ? Array(lines.dropFirst()) : lines
      return "wallets:\n  - " + (written + ["\(key): \(value)"]).joined(separator: "\n    ")
    }
    switch section {
    case "KEYS": return "\(key): \(value)"
    case "services.payments": return "services:\n  payments:\n    \(key): \(value)"
    case "type: mock": return wallet("mock", [])
    case "type: bitcoin": return wallet("bitcoin", ["url: http://127.0.0.1:9332"])
    case "type: electrum": return wallet("electrum", ["url: http://127.0.0.1:7777"])
    case "type: cln": return wallet("cln", ["url: http://127.0.0.1:3010", "rune_file: r"])
    case "type: lnd": return wallet("lnd", ["macaroon_file: m", "certificate_file: c"])
    case "type: phoenixd": return wallet("phoenixd", [])
    case "type: monero":
      return wallet("monero", ["url: http://127.0.0.1:18083", "daemon: http://127.0.0.1:18081"])
    case "limits of a wallet":
      return "wallets:\n  - type: bitcoin\n    url: http://127.0.0.1:9332\n    limits:\n      \(key): \(value)"
    default: return "\(section):\n  \(key): \(value)"
    }
  }

  /// The same file without the key.
  private func without(_ key: Key) -> String {
    let rest = file(key.section, key.name, "x").split(separator: "\n").dropLast().joined(separator: "\n")
    return rest.hasSuffix(":") ? rest + " {}" : rest
  }

  private func problem(_ yaml: String) -> String {
    do throws(ConfigurationError) {
      _ = try ProviderConfiguration(yaml: yaml, kinds: BuiltInWallets.kinds)
      return ""
    } catch {
      return error.problem
    }
  }

  @Test func itHasExactlyTheKeysOfTheReader() throws {
    let sections = Dictionary(grouping: try keys(), by: \.section)
    #expect(sections.count == 16)
    for (section, keys) in sections {
      let problem = problem(file(section, "no_such_key", "1"))
      let known = try #require(problem.firstMatch(of: /known here: (.*)$/), "\(section): \(problem)")
      #expect(known.1.split(separator: ", ").map(String.init).sorted() == keys.map(\.name).sorted(), "\(section)")
    }
  }

  @Test func theKindOfEachValueIsTheReaders() throws {
    for key in try keys() {
      // What no key takes but a mapping, and what no key takes but a list.
      let problems = ["{a: {b: c}}", "[[1]]"].map { problem(file(key.section, key.name, $0)) }
      #expect(problems.contains { $0.contains("must be \(key.kind)") }, "\(key): \(problems)")
    }
  }

  @Test func eachDefaultIsWhatALeftOutKeyIs() throws {
    func read(_ yaml: String) throws -> String {
      var configuration = try ProviderConfiguration(yaml: yaml, kinds: BuiltInWallets.kinds)
      configuration.written = WrittenKeys()
      return String(reflecting: configuration)
    }
    for key in try keys() {
      guard let standard = key.standard else { continue }
      #expect(try read(file(key.section, key.name, standard)) == read(without(key)), "\(key)")
    }
    for key in try keys() where key.isRequired && key.name != "type" {
      #expect(problem(without(key)).contains("\(key.name) must name"), "\(key)")
    }
  }

  @Test func whatIsAppliedAtOnceIsToldSo() throws {
    let live = try keys().filter { $0.isLive && !Self.wallets.contains($0.section) }.map(\.path)
    #expect(Set(live) == LiveSettings.keys)
  }

  @Test func theExampleIsRight() throws {
    let examples = try page().matches(of: /(?s)\.EX\n(.*?)\.EE\n/).map { String($0.1) }
    let configuration = try ProviderConfiguration(yaml: try #require(examples.last), kinds: BuiltInWallets.kinds)
    #expect(configuration.wallets.map(\.type) == ["bitcoin", "monero"])
  }
}
