import JSON

/// Why the owner's door did not do what was asked; the words are for the owner's eyes.
package struct OwnerFailure: Error, Sendable, Equatable {
  /// What kind of failure, for exit codes and programs.
  package enum Reason: String, Sendable {
    /// The request is not understood, or a value in it is of the wrong kind.
    case usage
    /// There is nothing under that name.
    case notFound = "not_found"
    /// A wrong pairing code.
    case wrongCode = "wrong_code"
    /// Too many wrong codes; wait.
    case locked
    /// It is too late for that, or it was done already.
    case conflict
    /// The owner's PIN is needed, and was not given.
    case pinRequired = "pin_required"
    /// A wrong PIN.
    case wrongPin = "wrong_pin"
    /// The owner locked the wallet.
    case walletLocked = "wallet_locked"
    /// It is more than what the owner allowed the app.
    case overLimit = "over_limit"
    /// The provider cannot do it now.
    case unavailable
    /// The provider failed.
    case internalError = "internal_error"
  }

  /// What kind of failure.
  package var reason: Reason
  /// What happened and what to do, in one sentence.
  package var message: String

  /// A failure.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

/// One line of the owner's door in each direction: JSON-RPC 2.0 objects, ended by a line feed.
///
/// `{"jsonrpc":"2.0","id":1,"method":"approvals","params":{}}` is answered by `{"jsonrpc":"2.0","id":1,"result":{…}}`
/// or `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"…","data":{"reason":"…"}}}`. After the result of a
/// method that goes on telling, notifications follow: `{"jsonrpc":"2.0","method":"watch","params":{…}}`.
enum OwnerLine {
  /// The longest line in either direction, in bytes.
  static let maximumLength = 1 << 20

  static func request(method: String, params: JSONValue) -> [UInt8] {
    line(["jsonrpc": "2.0", "id": 1, "method": .string(method), "params": params])
  }

  static func notification(method: String, params: JSONValue) -> [UInt8] {
    line(["jsonrpc": "2.0", "method": .string(method), "params": params])
  }

  static func response(to id: JSONValue, _ outcome: Result<JSONValue, OwnerFailure>) -> [UInt8] {
    switch outcome {
    case .success(let result): line(["jsonrpc": "2.0", "id": id, "result": result])
    case .failure(let failure):
      line([
        "jsonrpc": "2.0", "id": id,
        "error": [
          "code": -32000, "message": .string(failure.message), "data": ["reason": .string(failure.reason.rawValue)],
        ],
      ])
    }
  }

  struct Request {
    let id: JSONValue
    let method: String
    let params: JSONValue
  }

  static func parseRequest(_ bytes: [UInt8]) throws(OwnerFailure) -> Request {
    guard let value = try? JSONValue(parsing: bytes), value["jsonrpc"]?.stringValue == "2.0",
      let method = value["method"]?.stringValue
    else { throw OwnerFailure(.usage, "this is not a request of the owner's door") }
    return Request(id: value["id"] ?? .null, method: method, params: value["params"] ?? [:])
  }

  static func parseResponse(_ bytes: [UInt8]) throws(OwnerFailure) -> JSONValue {
    guard let value = try? JSONValue(parsing: bytes) else {
      throw OwnerFailure(.internalError, "the provider answered something that is not JSON")
    }
    if let result = value["result"] { return result }
    let reason = value["error"]?["data"]?["reason"]?.stringValue.flatMap(OwnerFailure.Reason.init(rawValue:))
    throw OwnerFailure(reason ?? .internalError, value["error"]?["message"]?.stringValue ?? "the provider failed")
  }

  private static func line(_ value: JSONValue) -> [UInt8] {
    value.encoded() + [UInt8(ascii: "\n")]
  }
}
