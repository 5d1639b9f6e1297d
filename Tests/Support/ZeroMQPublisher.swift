import CZeroMQ

/// A program that publishes through ZeroMQ on a loopback port, as daemons do. It may be used by
/// one thread at a time.
package final class ZeroMQPublisher {
  /// Where it publishes, such as `tcp://127.0.0.1:28332`.
  package let endpoint: String
  private let context: UnsafeMutableRawPointer
  private let socket: UnsafeMutableRawPointer

  /// Begins to publish, on a port that the system chooses unless told.
  package init(at wanted: String = "tcp://127.0.0.1:*") throws {
    guard let context = zmq_ctx_new(), let socket = zmq_socket(context, ZMQ_PUB) else { throw Failure() }
    var text = [CChar](repeating: 0, count: 64)
    var size = text.count
    // Otherwise its end would wait for ever for somebody who has gone while a message was on the way.
    var linger: Int32 = 0
    guard zmq_setsockopt(socket, ZMQ_LINGER, &linger, MemoryLayout<Int32>.size) == 0, zmq_bind(socket, wanted) == 0,
      zmq_getsockopt(socket, ZMQ_LAST_ENDPOINT, &text, &size) == 0
    else { throw Failure() }
    self.context = context
    self.socket = socket
    endpoint = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    zmq_close(socket)
    zmq_ctx_term(context)
  }

  /// Publishes a message of several parts. Those who have not connected yet do not hear it.
  package func publish(_ parts: String...) {
    for (index, part) in parts.enumerated() {
      zmq_send(socket, part, part.utf8.count, index + 1 < parts.count ? ZMQ_SNDMORE : 0)
    }
  }

  /// The library refused.
  package struct Failure: Error {}
}
