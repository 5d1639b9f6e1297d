import JSON
import JSONRPC
import Testing

/// A peer with text in and text out.
struct Transcript {
  var peer: Peer
  private(set) var requests: [IncomingRequest] = []
  private(set) var notifications: [IncomingNotification] = []
  private(set) var violations: [ProtocolViolation] = []
  private(set) var outcomes: [(OutgoingIdentifier, Result<JSONValue, RPCError>)] = []

  init(_ limits: PeerLimits = PeerLimits()) {
    peer = Peer(limits: limits)
  }

  /// What is sent when the text is received.
  mutating func receive(_ text: String) -> [String] {
    take(peer.receive(Array(text.utf8)))
  }

  /// What is sent when the request is replied to.
  mutating func reply(_ request: Int, _ result: Result<JSONValue, RPCError>) -> [String] {
    take(peer.reply(to: requests[request].token, with: result.map(Payload.value)))
  }

  private mutating func take(_ actions: [Action]) -> [String] {
    var sent: [String] = []
    for action in actions {
      switch action {
      case .request(let request): requests.append(request)
      case .notification(let notification): notifications.append(notification)
      case .response(let id, let result): outcomes.append((id, result))
      case .send(let bytes): sent.append(String(decoding: bytes, as: UTF8.self))
      case .protocolViolation(let violation): violations.append(violation)
      }
    }
    return sent
  }
}

/// The text of an error response.
func failure(_ code: Int, _ message: String, data: String? = nil, id: String = "null") -> String {
  let data = data.map { #","data":\#($0)"# } ?? ""
  return #"{"jsonrpc":"2.0","error":{"code":\#(code),"message":"\#(message)"\#(data)},"id":\#(id)}"#
}
