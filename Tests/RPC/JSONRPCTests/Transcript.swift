import JSON
import JSONRPC
import Testing

/// A peer that receives and returns texts.
struct Transcript {
  var peer: Peer
  private(set) var requests: [IncomingRequest] = []
  private(set) var notifications: [IncomingNotification] = []
  private(set) var violations: [ProtocolViolation] = []
  private(set) var outcomes: [(OutgoingIdentifier, Result<JSONValue, RPCError>)] = []

  init(_ limits: PeerLimits = PeerLimits()) {
    peer = Peer(limits: limits)
  }

  /// Receives a text and returns the messages that are sent.
  mutating func receive(_ text: String) -> [String] {
    take(peer.receive(Array(text.utf8)))
  }

  /// Replies to a request and returns the messages that are sent.
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
