/// Which statements the server of a connection keeps under a name, so that it neither reads nor plans them again.
///
/// A statement is kept when it is sent for the second time: most of those that are sent once are never sent again.
struct PreparedStatements {
  /// How a statement is sent.
  enum Way: Equatable {
    /// With its text.
    case asText
    /// With its text once more, which is kept under this name from now on.
    case kept(as: String)
    /// By the name.
    case named(String)
  }

  /// Parameters of other types make another statement.
  struct Text: Hashable {
    let sql: String
    let types: [UInt32]
  }

  private enum Use {
    case sent
    /// The server was given the name in the present line, and may never come to it.
    case given(name: String)
    case kept(name: String)
  }

  /// A server needs some 20 kilobytes for each.
  private static let most = 500

  /// What begins and ends transactions is read in no time.
  private static func isWorthKeeping(_ sql: String) -> Bool {
    ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.utf8.starts(with: $0.utf8) }
  }

  private var uses: [Text: Use] = [:]
  private var lastName = 0

  /// Returns how a statement is sent that is put in line now.
  mutating func way(of text: Text) -> Way {
    switch uses[text] {
    case .given(let name), .kept(let name): return .named(name)
    case .sent:
      // A name is used once: whether the server has heard of one that it was given in vain need not be known.
      lastName += 1
      let name = "s\(lastName)"
      uses[text] = .given(name: name)
      return .kept(as: name)
    case nil:
      if uses.count < Self.most, Self.isWorthKeeping(text.sql) { uses[text] = .sent }
      return .asText
    }
  }

  /// Notes whether the server keeps a statement that it was to keep. One that was refused before it did, or with it, is
  /// given anew.
  mutating func settle(_ text: Text, isKept: Bool) {
    guard case .given(let name) = uses[text] else { return }
    uses[text] = isKept ? .kept(name: name) : .sent
  }
}
