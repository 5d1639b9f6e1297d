import TestSupport
import Testing

/// The promises of SECURITY.md are tested: each row of its table names tests that are there.
@Suite struct PromiseTests {
  private let tree = Tree()

  /// The functions in each suite of the tests. An extension of a suite belongs to it, and so do its parts.
  private func suites() throws -> [String: Set<String>] {
    var suites: [String: Set<String>] = [:]
    for file in try tree.files(below: "Tests", ending: ["Tests.swift"]) {
      var suite = ""
      for line in try tree.text(file).split(separator: "\n") {
        if let match = try /(?:struct|class|extension) (\w+Tests)\b/.firstMatch(in: line) {
          suite = String(match.1)
          suites[suite, default: []] = suites[suite, default: []]
        } else if let match = try /func (\w+)[(<]/.firstMatch(in: line), !suite.isEmpty {
          suites[suite, default: []].insert(String(match.1))
        }
      }
    }
    return suites
  }

  @Test func everyPromiseNamesTestsThatExist() throws {
    let suites = try suites()
    let rows = try tree.rows("SECURITY.md").filter { $0.count == 2 && $0[0] != "promise" }
    #expect(rows.count >= 20)
    for row in rows {
      let named = tree.quoted(row[1])
      #expect(!named.isEmpty, "no test: \(row[0])")
      for name in named {
        let parts = name.split(separator: ".").map(String.init)
        let tests = suites[parts[0]]
        #expect(tests != nil, "there is no suite \(parts[0])")
        if parts.count == 2 { #expect(tests?.contains(parts[1]) == true, "there is no test \(name)") }
      }
    }
  }
}
