import ChatPayments
import JSON
import JSONRPC

/// JSON-RPC 2.0 as the relay uses it. A call or notification is `{method, params}`, and an answer is `{result}` or
/// `{error}`; see ``RelayAnswer``.
struct RelayCodec: LinkCodec {
  private var peer = Peer(limits: PeerLimits(json: RelayLimits.json))

  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8]) {
    let (id, bytes) = peer.call(
      method: request["method"]?.stringValue ?? "", params: .value(request["params"] ?? [:]))
    return (id.number, bytes)
  }

  mutating func read(_ bytes: [UInt8]) -> [LinkInput] {
    peer.receive(bytes).compactMap { action in
      switch action {
      case .response(let call, .success(let result)): .answer(call.number, ["result": result])
      case .response(let call, .failure(let error)):
        .answer(call.number, ["error": ["reason": error.data?["reason"] ?? .null, "message": .string(error.message)]])
      case .notification(let notification):
        .unasked(["method": .string(notification.method), "params": notification.params ?? [:]])
      // A relay never sends requests to its clients.
      case .request, .protocolViolation: .nonsense
      case .send: nil
      }
    }
  }
}

/// The relay's answer to a call.
enum RelayAnswer {
  case result(JSONValue)
  case refusal(RelayRefusal)
  /// An error that this version does not know, with the text of the relay.
  case error(String)

  init(_ answer: JSONValue) {
    if let result = answer["result"] {
      self = .result(result)
    } else if let refusal = (answer["error"]?["reason"]?.stringValue).flatMap(RelayRefusal.init(rawValue:)) {
      self = .refusal(refusal)
    } else {
      self = .error(answer["error"]?["message"]?.stringValue ?? "")
    }
  }

  /// Returns the result, or throws the error that a transport reports for it.
  func get() throws(ChatTransportError) -> JSONValue {
    switch self {
    case .result(let result): result
    case .refusal(let refusal): throw refusal.chatError
    case .error(let words): throw .refused(words)
    }
  }
}
