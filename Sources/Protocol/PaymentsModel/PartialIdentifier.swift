/// The one rule for identifiers that people type: the whole, or a part that means a single one.
///
/// A part is a beginning, with the prefix such as `ord_` or without it, or an end. It has at least four characters
/// beside the prefix, so that a slip of the finger names nothing.
package enum PartialIdentifier {
  /// What a typed text means.
  package enum Match: Sendable, Equatable {
    /// Exactly this identifier.
    case one(String)
    /// No identifier.
    case none
    /// Any of these, so that more of the identifier has to be typed.
    case several([String])
  }

  /// The smallest part that is taken, in bytes beside the prefix.
  package static let leastLength = 4
  /// The part of an identifier that lists show at least, in bytes beside the prefix.
  private static let shownLength = 8

  /// Returns what a text means among the identifiers that there are.
  package static func find(_ typed: String, among all: some Sequence<String>) -> Match {
    var matches: [String] = []
    for id in all {
      if id == typed { return .one(id) }
      if isPart(typed, of: id), !matches.contains(id) { matches.append(id) }
    }
    guard let match = matches.first else { return .none }
    return matches.count == 1 ? .one(match) : .several(matches)
  }

  private static func isPart(_ typed: String, of id: String) -> Bool {
    let (part, bare) = (typed.utf8, id.utf8.dropFirst(prefixLength(of: id)))
    let ownPrefix = prefixLength(of: typed)
    if ownPrefix > 0 { return part.count - ownPrefix >= leastLength && id.utf8.starts(with: part) }
    guard part.count >= leastLength else { return false }
    return bare.starts(with: part) || bare.reversed().starts(with: part.reversed())
  }

  /// Returns the beginnings to show in place of some identifiers. Each is longer than what it shares with any other of
  /// them, so that it can be typed back.
  package static func shortened(_ all: [String]) -> [String: String] {
    let sorted = Set(all).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var short: [String: String] = [:]
    for (place, id) in sorted.enumerated() {
      let neighbours = [place - 1, place + 1].filter(sorted.indices.contains).map { sorted[$0] }
      let common = neighbours.map { shared(id, $0) }.max() ?? 0
      let length = max(prefixLength(of: id) + shownLength, common + 1)
      // A letter or two fewer would not be worth the loss.
      short[id] = id.utf8.count <= length + 2 ? id : String(decoding: id.utf8.prefix(length), as: UTF8.self)
    }
    return short
  }

  /// Returns the beginning to show in place of one identifier, where no others are in sight.
  package static func shortened(_ id: String) -> String { shortened([id])[id] ?? id }

  private static func shared(_ left: String, _ right: String) -> Int {
    zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
  }

  /// The number of bytes up to the first `_`; 0 if there is none.
  private static func prefixLength(of id: String) -> Int {
    id.utf8.firstIndex(of: UInt8(ascii: "_")).map { id.utf8.distance(from: id.utf8.startIndex, to: $0) + 1 } ?? 0
  }
}
