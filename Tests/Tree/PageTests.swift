import Testing

/// The pages that lead a reader through the code name only what is there.
@Suite struct PageTests {
  private let tree = Tree()
  private static let layers = [
    "Platform", "Base", "RPC", "Protocol", "Wallets", "Provider", "Apps", "Chat", "Programs",
  ]

  @Test func theTableOfFoldersHasThemAll() throws {
    let named = try tree.rows("Sources/README.md").dropFirst().compactMap { tree.quoted($0[0]).first }
    #expect(named == Self.layers)
    #expect(try Set(tree.folders(in: "Sources")) == Set(Self.layers))
  }

  @Test(arguments: layers) func thePageOfAFolderNamesItsModules(_ layer: String) throws {
    let named = try tree.rows("Sources/\(layer)/README.md").flatMap { tree.quoted($0[0]) }
    for module in try tree.folders(in: "Sources/\(layer)") {
      #expect(named.contains(module), "\(layer)/README.md says nothing of \(module)")
    }
    let page = try tree.text("Sources/\(layer)/README.md")
    let begin = try #require(page.split(separator: "\n").first { $0.hasPrefix("Begin with") }, "where to begin")
    for path in tree.quoted(String(begin)) where path.contains("/") {
      #expect(tree.exists("Sources/\(layer)/\(path)"), "\(layer)/README.md: \(path)")
    }
  }

  @Test func importsGoDownOnly() throws {
    var places: [String: Int] = [:]
    for (place, layer) in Self.layers.enumerated() {
      for module in try tree.folders(in: "Sources/\(layer)") { places[module] = place }
    }
    for (place, layer) in Self.layers.enumerated() {
      for file in try tree.files(below: "Sources/\(layer)", ending: [".swift"]) {
        for match in try tree.text(file).matches(of: /(?m)^ *(?:@\w+ )?(?:public |package )?import (\w+)$/) {
          #expect(places[String(match.1), default: 0] <= place, "\(file) imports \(match.1)")
        }
      }
    }
  }

  /// A row names a file and, in backticks, functions or types that it declares.
  @Test func theLifeOfAPaymentNamesWhatIsThere() throws {
    let rows = try tree.rows("Sources/LifeOfAPayment.md").filter { $0.count >= 3 && $0[1].hasPrefix("`") }
    #expect(rows.count >= 20)
    for row in rows {
      let path = try #require(tree.quoted(row[0]).first)
      guard tree.exists("Sources/\(path)") else {
        Issue.record("there is no file \(path)")
        continue
      }
      let text = try tree.text("Sources/\(path)")
      for name in tree.quoted(row[1]) {
        let declarations =
          ["func \(name)(", "func \(name)<"] + ["struct", "class", "actor", "enum"].map { "\($0) \(name)" }
        #expect(declarations.contains { text.contains($0) }, "\(name) in \(path)")
      }
    }
  }

  @Test func linksLeadSomewhere() throws {
    var pages = [
      "README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "scripts/README.md", "Benchmarks/README.md",
    ]
    for folder in ["Sources", "Tests", "docs", "model", "protocol"] {
      pages += try tree.files(below: folder, ending: [".md"])
    }
    for page in pages where !page.contains(".docc/") {
      let folder = page.split(separator: "/").dropLast().joined(separator: "/")
      for match in try tree.text(page).matches(of: /\]\(([^)#\s]+)(#[^)]*)?\)/) {
        let target = String(match.1)
        guard !target.contains(":") else { continue }
        #expect(tree.exists(folder.isEmpty ? target : "\(folder)/\(target)"), "\(page): \(target)")
      }
    }
  }

  @Test func pathsInPagesExist() throws {
    var pages = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
    for folder in ["Sources", "Tests", "docs", "model", "protocol"] {
      pages += try tree.files(below: folder, ending: [".md"])
    }
    for page in pages {
      for path in tree.quoted(try tree.text(page)) {
        let isPath = path.wholeMatch(of: /(Sources|Tests|protocol|scripts|config|packaging)\/[A-Za-z0-9_.+\/-]+/) != nil
        guard isPath else { continue }
        #expect(tree.exists(path), "\(page): \(path)")
      }
    }
  }

  @Test func theGlossaryIsShort() throws {
    let words = try tree.rows("Sources/Glossary.md").dropFirst().map { $0[0] }
    #expect((20...30).contains(words.count))
    #expect(Set(words).count == words.count)
  }
}
