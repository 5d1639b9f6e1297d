/// The parts of an upgrade request that decide whether it is refused: pure, so that every rule is tested by itself.
struct UpgradeRequest: Sendable, Equatable {
  /// The path, nil when the method is not GET.
  var path: String?
  /// Whether there is a query.
  var hasQuery = false
  /// The value of `Upgrade`.
  var upgrade = ""
  /// The value of `Sec-WebSocket-Version`.
  var version = ""
  /// The value of `Host`; several such headers come joined.
  var host = ""
  /// The value of `Origin`. The library does not tell an empty one from none; browsers send no empty one.
  var origin: String?
  /// The value of `Sec-WebSocket-Protocol`, verbatim.
  var subprotocols = ""

  /// What a listener accepts.
  struct Rules: Sendable, Equatable {
    /// The one path.
    var path: String
    /// The one subprotocol.
    var subprotocol: String
    /// Values of `Host`, compared as a whole.
    var hosts: Set<String>
    /// Values of `Origin`, compared as a whole.
    var origins: Set<String>
  }

  /// Why the request is refused; nil when it is not.
  func refusal(by rules: Rules) -> Refusal? {
    guard let path, upgrade.lowercased() == "websocket" else { return .notAnUpgrade }
    guard path == rules.path, !hasQuery else { return .wrongPath }
    if let origin, !rules.origins.contains(origin) { return .originNotAllowed }
    guard rules.hosts.contains(host) else { return .wrongHost }
    guard version == "13" else { return .unsupportedVersion }
    guard !subprotocols.isEmpty else { return .missingSubprotocol }
    guard offered.contains(rules.subprotocol) else { return .wrongSubprotocol }
    return nil
  }

  private var offered: [String] {
    subprotocols.split(separator: ",").map { part in
      String(part.drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
  }
}
