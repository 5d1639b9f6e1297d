import JSON

/// Why a request on the owner's socket was not carried out. The message is shown to the owner.
package struct OwnerFailure: Error, Sendable, Equatable {
  /// The kind of failure, for exit codes and programs.
  package enum Reason: String, Sendable {
    /// The request is not understood, or one of its values has the wrong type.
    case usage
    /// Nothing with the given name or id exists.
    case notFound = "not_found"
    /// The pairing code is wrong.
    case wrongCode = "wrong_code"
    /// Too many wrong codes were entered; the owner has to wait.
    case locked
    /// The action comes too late or was already carried out.
    case conflict
    /// The owner's PIN is required and was not given.
    case pinRequired = "pin_required"
    /// The PIN is wrong.
    case wrongPin = "wrong_pin"
    /// The owner has locked the wallet.
    case walletLocked = "wallet_locked"
    /// The amount exceeds the limit that the owner set for the app.
    case overLimit = "over_limit"
    /// The provider cannot carry out the request at present.
    case unavailable
    /// The provider failed for an internal reason.
    case internalError = "internal_error"
  }

  /// The kind of failure.
  package var reason: Reason
  /// One sentence that says what happened and what the owner can do.
  package var message: String

  /// Makes a failure.
  package init(_ reason: Reason, _ message: String) {
    self.reason = reason
    self.message = message
  }
}

/// The lines of the owner's socket. In both directions a line is one JSON-RPC 2.0 object that ends with a line feed.
///
/// `{"jsonrpc":"2.0","id":1,"method":"approvals","params":{}}` is answered by `{"jsonrpc":"2.0","id":1,"result":{…}}`
/// or `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"…","data":{"reason":"…"}}}`. After the result of a
/// streaming method, notifications follow: `{"jsonrpc":"2.0","method":"watch","params":{…}}`.
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
