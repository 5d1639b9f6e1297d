/// The members of a JSON object in the order in which they were written, with distinct names.
///
/// Names are compared by their UTF-8 bytes, as RFC 8259 section 8.3 advises, never by Unicode equivalence. A look-up is
/// linear up to ``linearLimit`` members and uses hashing above that.
public struct JSONObject: Sendable {
  /// A name and its value.
  public struct Member: Sendable, Equatable {
    /// The name, unique in its object.
    public let name: String
    /// The value.
    public internal(set) var value: JSONValue

    /// Makes a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }

    /// Compares the names by their bytes, and the values.
    public static func == (lhs: Member, rhs: Member) -> Bool {
      lhs.name.hasSameUTF8(as: rhs.name) && lhs.value == rhs.value
    }
  }

  /// Up to this many members a look-up compares names one after another, without hashing.
  static let linearLimit = 12

  /// The members in the order in which they were written.
  public private(set) var members: [Member]
  private var index: [UTF8Key: Int]?

  /// Makes an empty object.
  public init() {
    members = []
  }

  /// Makes an object from members in their order. If two have the same name, the later value replaces the earlier one
  /// at its place.
  public init(_ members: [Member]) {
    self.init()
    self.members.reserveCapacity(members.count)
    for member in members { self[member.name] = member.value }
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }

  /// The value of a member; nil if there is none. Setting a value appends the member or replaces its value in place;
  /// setting nil removes it.
  public subscript(name: String) -> JSONValue? {
    get {
      guard let position = position(of: name) else { return nil }
      return members[position].value
    }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        index = nil
        indexIfLarge()
      case (nil, let value?): appendNew(Member(name: name, value: value))
      case (nil, nil): break
      }
    }
  }

  /// The position of a member in ``members``; nil if there is none.
  public func position(of name: String) -> Int? {
    if let index { return index[UTF8Key(name)] }
    for position in members.indices where members[position].name.hasSameUTF8(as: name) { return position }
    return nil
  }

  /// Appends a member unless its name already exists; returns whether it was appended.
  mutating func appendIfAbsent(_ member: Member) -> Bool {
    guard position(of: member.name) == nil else { return false }
    appendNew(member)
    return true
  }

  mutating func reserveCapacity(_ capacity: Int) {
    members.reserveCapacity(capacity)
  }

  private mutating func appendNew(_ member: Member) {
    members.append(member)
    if index != nil { index?[UTF8Key(member.name)] = members.count - 1 } else { indexIfLarge() }
  }

  private mutating func indexIfLarge() {
    guard members.count > Self.linearLimit else { return }
    var built: [UTF8Key: Int] = [:]
    built.reserveCapacity(members.count * 2)
    for (position, member) in members.enumerated() { built[UTF8Key(member.name)] = position }
    index = built
  }
}

extension JSONObject: Equatable {
  /// Whether both have the same members, in any order.
  public static func == (lhs: JSONObject, rhs: JSONObject) -> Bool {
    guard lhs.count == rhs.count else { return false }
    return lhs.members.allSatisfy { member in
      guard let other = rhs.position(of: member.name) else { return false }
      return rhs.members[other].value == member.value
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object. If two members have the same name, the later one wins.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { Member(name: $0.0, value: $0.1) })
  }
}

extension JSONObject: Sequence {
  /// Iterates over the members in order.
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
