import Dispatch
import Synchronization

/// Posts JSON to one server, over one connection that is kept alive, one call after another.
///
/// Meant for a wallet's daemon on this machine: no redirects, no proxies, no cookies, only http and https, and by
/// default only loopback hosts. libcurl itself sends a request a second time in one case: where a kept connection turns
/// out to be closed and no byte of an answer has come.
package final class HTTPClient: Sendable {
  /// The largest answer that is accepted by default: 16 MiB.
  package static let defaultResponseLimit = 16 << 20

  private let session: CurlSession
  // All calls of the session but `wake` happen here, one at a time; a thread is there only while there are calls.
  private let queue = DispatchQueue(label: "payport.http")

  /// A client for one server; does not connect yet.
  ///
  /// - Parameters:
  ///   - url: the base URL, such as `http://127.0.0.1:9332`.
  ///   - responseLimit: the largest answer in bytes.
  ///   - allowRemote: whether the host may be another than `localhost`, `127.0.0.0/8` and `[::1]`.
  /// - Throws: ``HTTPError/invalidURL``, ``HTTPError/remoteHost`` or ``HTTPError/unusable``.
  package init(
    url: String, responseLimit: Int = HTTPClient.defaultResponseLimit, allowRemote: Bool = false
  ) throws(HTTPError) {
    let base = try BaseURL(url, allowRemote: allowRemote)
    session = try CurlSession(base: base, responseLimit: responseLimit)
  }

  /// Sends a request and waits for the whole answer. Cancelling the task ends the transfer at once. The time-out is the
  /// server's: it runs from when the request is sent, and not while it is behind another one.
  ///
  /// - Returns: the answer, also where its status is an error.
  /// - Throws: ``HTTPError``, which tells whether the server may have acted.
  package func post(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let call = HTTPCall()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<HTTPCall.Result, Never>) in
        guard call.wait(continuation) else { return continuation.resume(returning: .failure(.cancelled)) }
        queue.async { [session] in
          guard call.begin() else { return }
          continuation.resume(returning: session.perform(request, call, deadline: .now + request.timeout))
        }
      }
    } onCancel: {
      // A call that is still behind another one is given up without waiting for that one.
      call.cancel()?.resume(returning: .failure(.cancelled))
      session.wake()
    }
    return try result.get()
  }
}

/// One call, as the task that waits for it and the queue that makes it share it.
final class HTTPCall: Sendable {
  typealias Result = Swift.Result<HTTPResponse, HTTPError>

  private enum State {
    case new
    /// Behind other calls.
    case waiting(CheckedContinuation<Result, Never>)
    case underWay
    case cancelled
  }

  private let state = Mutex(State.new)

  var isCancelled: Bool { state.withLock { if case .cancelled = $0 { true } else { false } } }

  /// False where it was cancelled before.
  func wait(_ continuation: CheckedContinuation<Result, Never>) -> Bool {
    state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
  }

  /// Its turn has come; false where it was cancelled, and answered, before.
  func begin() -> Bool {
    state.withLock { state in
      guard case .waiting = state else { return false }
      state = .underWay
      return true
    }
  }

  /// Answers who is to be told, where the call has not begun.
  func cancel() -> CheckedContinuation<Result, Never>? {
    state.withLock { state in
      defer { state = .cancelled }
      if case .waiting(let continuation) = state { return continuation }
      return nil
    }
  }
}

/// Why there is no answer. Carries no text of the server's and none of the request's.
package enum HTTPError: Error, Sendable, Hashable {
  /// The URL is none, has credentials in it, or is neither http nor https.
  case invalidURL
  /// The host is not this machine, and remote hosts are not allowed.
  case remoteHost
  /// No connection came about: nothing was sent.
  case notConnected
  /// The connection ended before the answer was complete: the server may have acted.
  case connectionLost
  /// The time-out passed: the server may have acted, or may still be at it.
  case timeout
  /// The credentials were refused (401, also after a fresh digest challenge).
  case unauthorized
  /// The answer is larger than the limit.
  case tooLarge
  /// What came is not HTTP.
  case malformedAnswer
  /// The calling task was cancelled: the server may have acted.
  case cancelled
  /// The library could not be set up, for want of memory or descriptors: nothing was sent.
  case unusable
}
