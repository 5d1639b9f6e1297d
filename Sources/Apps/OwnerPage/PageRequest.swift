import JSON
import JSONRPC

/// What the page sends: one JSON-RPC 2.0 request in each message, to the host or to the owner's socket.
struct PageRequest: Sendable, Equatable {
  let id: RequestIdentifier
  let method: String
  let params: JSONValue
  /// The whole message, as the page wrote it.
  let bytes: [UInt8]

  /// Reads a message. All else than a request with its `id` is refused, since its answer would have no place.
  static func read(_ bytes: [UInt8]) -> Result<PageRequest, Refused> {
    guard let value = try? JSONValue(parsing: bytes) else { return .failure(Refused(id: .null, error: .parseError)) }
    let id = value["id"].flatMap(RequestIdentifier.init)
    guard value["jsonrpc"]?.stringValue == "2.0", let method = value["method"]?.stringValue, let id else {
      return .failure(Refused(id: id ?? .null, error: .invalidRequest))
    }
    return .success(PageRequest(id: id, method: method, params: value["params"] ?? [:], bytes: bytes))
  }

  /// A message that is no request.
  struct Refused: Error, Equatable {
    let id: RequestIdentifier
    let error: RPCError
  }
}
