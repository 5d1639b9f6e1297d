import Testing

/// One name means one thing.
@Suite struct NameTests {
  private let tree = Tree()

  /// The types that each file declares at its top level, but for those that only the file itself sees.
  private func types(below folder: String) throws -> [(name: String, file: String)] {
    let declaration =
      /(?m)^(?:@\w+(?:\([^)\n]*\))?\s+)*(?:(?:public|package|final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol|typealias) (\w+)/
    return try tree.files(below: folder, ending: [".swift"]).flatMap { file in
      try tree.text(file).matches(of: declaration).map { (String($0.1), file) }
    }
  }

  @Test func noTwoTypesHaveTheSameName() throws {
    let types = try types(below: "Sources") + types(below: "Benchmarks")
    #expect(types.count > 800)
    for (name, places) in Dictionary(grouping: types, by: \.name) {
      #expect(places.count == 1, "\(name): \(places.map(\.file))")
    }
  }

  /// Words that say nothing of what a thing does.
  @Test func typesAreNamedByWhatTheyDo() throws {
    for (name, file) in try types(below: "Sources") {
      let isVague = name.contains(/(Desk|Shelf|Lane|Cabinet|Board|Letter|Visitor|Artefact)(s|$|[A-Z])|Standing(s|$)/)
      #expect(!isVague, "\(name) in \(file)")
    }
  }
}
