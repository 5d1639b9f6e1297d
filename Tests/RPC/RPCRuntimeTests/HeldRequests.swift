import JSONRPC
import Synchronization

/// Requests that a handler stores in order to answer them later.
final class HeldRequests: Sendable {
  private let requests = Mutex<[IncomingRequest]>([])

  var all: [IncomingRequest] { requests.withLock { $0 } }

  func add(_ request: IncomingRequest) { requests.withLock { $0.append(request) } }

  func takeAll() -> [IncomingRequest] {
    requests.withLock { requests in
      defer { requests = [] }
      return requests
    }
  }
}
