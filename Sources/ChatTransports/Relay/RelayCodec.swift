import ChatPayments
import JSON
import JSONRPC

/// JSON-RPC 2.0 as the relay speaks it. A call is `{method, params}`; what comes unasked is a notification in that form.
struct RelayCodec: LinkCodec {
  private var peer = Peer()

  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8]) {
    let (id, bytes) = peer.call(
      method: request["method"]?.stringValue ?? "", params: .value(request["params"] ?? [:]))
    return (id.number, bytes)
  }

  mutating func read(_ bytes: [UInt8]) -> [LinkInput] {
    peer.receive(bytes).compactMap { action in
      switch action {
      case .response(let call, .success(let result)): .answer(call.number, .success(result))
      case .response(let call, .failure(let error)): .answer(call.number, .failure(Self.reading(error)))
      case .notification(let notification):
        .unasked(["method": .string(notification.method), "params": notification.params ?? [:]])
      // A relay asks nothing of its clients.
      case .request, .protocolViolation: .nonsense
      case .send: nil
      }
    }
  }

  private static func reading(_ error: RPCError) -> ChatTransportError {
    RelayRefusal(error)?.chatError ?? .refused(error.message)
  }
}
