import JSON
import JSONRPC
import OwnerAPI

/// The lines of the owner's socket. In both directions a line is one JSON-RPC 2.0 message that ends with a line feed; the
/// same ``JSONRPC/Peer`` reads and writes them as on the connections of apps.
///
/// `{"jsonrpc":"2.0","id":1,"method":"questions","params":{}}` is answered by `{"jsonrpc":"2.0","id":1,"result":{…}}`
/// or `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"…","data":{"reason":"…"}}}`. After the result of a
/// streaming method, notifications follow: `{"jsonrpc":"2.0","method":"watch","params":{…}}`.
enum OwnerLine {
  /// The longest line in either direction, in bytes.
  static let maximumLength = 1 << 20

  /// Makes a peer for one connection: one request at a time, and no batches.
  static func peer() -> Peer { Peer(limits: PeerLimits(batch: 1, inFlight: 1)) }

  /// The message as a line.
  static func line(_ message: [UInt8]) -> [UInt8] { message + [UInt8(ascii: "\n")] }
}

extension UnixSocket {
  /// Sends one request and waits for its answer. Blocks the thread.
  ///
  /// - Parameter rest: bytes that arrived after the answer.
  /// - Throws: the failure that the provider answered; `.unavailable` or `.noAnswer` where it did not.
  func ask(_ method: String, _ params: JSONValue, rest: inout [UInt8]) throws(OwnerFailure) -> JSONValue {
    var peer = OwnerLine.peer()
    guard write(OwnerLine.line(peer.call(method: method, params: .value(params)).bytes)) else {
      throw OwnerFailure(.unavailable, "the provider closed the connection")
    }
    guard let line = readLine(&rest, limit: OwnerLine.maximumLength) else {
      throw OwnerFailure(.noAnswer, "the provider did not answer in time")
    }
    guard case .response(_, let result)? = peer.receive(line).first else {
      throw OwnerFailure(.internalError, "the provider answered something that is no answer")
    }
    do throws(RPCError) {
      return try result.get()
    } catch {
      throw OwnerFailure(error)
    }
  }
}
