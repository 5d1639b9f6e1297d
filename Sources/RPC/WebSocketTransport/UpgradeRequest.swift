/// The parts of an upgrade request that decide whether it is refused. It is a pure value, so that every rule can be
/// tested separately.
struct UpgradeRequest: Sendable, Equatable {
  /// The target of the request: a path, and a query if there is one.
  var path = ""
  /// The value of `Upgrade`.
  var upgrade = ""
  /// The value of `Connection`.
  var connection = ""
  /// The value of `Sec-WebSocket-Version`.
  var version = ""
  /// The value of `Sec-WebSocket-Key`.
  var key = ""
  /// The value of `Host`; several such headers are joined.
  var host = ""
  /// The value of `Origin`, nil if there is none.
  var origin: String?
  /// The value of `Sec-WebSocket-Protocol`, verbatim; empty if there are several such headers.
  var subprotocols = ""

  /// The requests that a listener accepts.
  struct Rules: Sendable, Equatable {
    /// The only path that is accepted.
    var path: String
    /// The only subprotocol that is accepted; empty where none is wanted.
    var subprotocol: String
    /// The accepted values of `Host`, compared as a whole.
    var hosts: Set<String>
    /// The accepted values of `Origin`, compared as a whole.
    var origins: Set<String>
  }

  /// The reason why the request is refused; nil if it is accepted.
  func refusal(by rules: Rules) -> Refusal? {
    guard Self.hasSameBytes(upgrade.lowercased(), "websocket") else { return .notAnUpgrade }
    guard Self.hasSameBytes(path, rules.path) else { return .wrongPath }
    if let refusal = sourceRefusal(by: rules) { return refusal }
    guard Self.hasSameBytes(version, "13") else { return .unsupportedVersion }
    guard Self.elements(of: connection).contains(where: { $0.lowercased() == "upgrade" }), hasKey else {
      return .malformedUpgrade
    }
    guard !rules.subprotocol.isEmpty else { return nil }
    guard !subprotocols.isEmpty else { return .missingSubprotocol }
    let offered = Self.elements(of: subprotocols)
    guard offered.contains(where: { Self.hasSameBytes($0, rules.subprotocol) }),
      offered.allSatisfy({ $0.utf8.allSatisfy(RequestHead.isTokenByte) })
    else { return .wrongSubprotocol }
    return nil
  }

  /// The reason why any request that comes from where this one does is refused; nil if there is none.
  func sourceRefusal(by rules: Rules) -> Refusal? {
    if let origin, !rules.origins.contains(where: { Self.hasSameBytes($0, origin) }) { return .originNotAllowed }
    return rules.hosts.contains(where: { Self.hasSameBytes($0, host) }) ? nil : .wrongHost
  }

  /// Whether the key is 16 bytes in base64 (RFC 6455 section 4.1).
  private var hasKey: Bool {
    let bytes = Array(key.utf8)
    guard bytes.count == 24, bytes.suffix(2).elementsEqual("==".utf8) else { return false }
    return bytes.dropLast(2).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }

  /// The elements of a list (RFC 9110 section 5.6.1).
  private static func elements(of list: String) -> [String] {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
    return list.utf8.split(separator: UInt8(ascii: ",")).map { part in
      String(decoding: part.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
    }
  }

  // The bytes are compared, because `==` on strings also accepts canonically equivalent text.
  private static func hasSameBytes(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }
}

extension UpgradeRequest {
  /// Extracts the parts from the head of a request.
  init(_ head: RequestHead) {
    path = head.target
    upgrade = head["upgrade"] ?? ""
    connection = head["connection"] ?? ""
    version = head["sec-websocket-version"] ?? ""
    key = head["sec-websocket-key"] ?? ""
    host = head["host"] ?? ""
    origin = head["origin"]
    // Both sides hash these bytes, and the result must not depend on how several headers are joined.
    subprotocols = head.count(of: "sec-websocket-protocol") == 1 ? head["sec-websocket-protocol"] ?? "" : ""
  }
}
