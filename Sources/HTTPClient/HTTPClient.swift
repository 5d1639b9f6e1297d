import Dispatch
import Synchronization

/// Posts JSON to one server, over one connection that is kept alive, one call after another.
///
/// Meant for a wallet's daemon on this machine: no redirects, no proxies, no cookies, only http and https, and by
/// default only loopback hosts. libcurl itself sends a request a second time in one case: where a kept connection turns
/// out to be closed and no byte of an answer has come.
public final class HTTPClient: Sendable {
  /// The largest answer that is accepted by default: 16 MiB.
  public static let defaultResponseLimit = 16 << 20

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
  public init(
    url: String, responseLimit: Int = HTTPClient.defaultResponseLimit, allowRemote: Bool = false
  ) throws(HTTPError) {
    let base = try BaseURL(url, allowRemote: allowRemote)
    session = try CurlSession(base: base, responseLimit: responseLimit)
  }

  /// Sends a request and waits for the whole answer. Cancelling the task ends the transfer at once.
  ///
  /// - Returns: the answer, also where its status is an error.
  /// - Throws: ``HTTPError``, which tells whether the server may have acted.
  public func post(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let call = HTTPCall()
    let deadline = ContinuousClock.now + request.timeout
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Result<HTTPResponse, HTTPError>, Never>) in
        queue.async { [session] in
          continuation.resume(returning: session.perform(request, call, deadline: deadline))
        }
      }
    } onCancel: {
      call.cancel()
      session.wake()
    }
    return try result.get()
  }
}

/// One call, as the task that waits for it and the queue that makes it share it.
final class HTTPCall: Sendable {
  private let cancelled = Atomic(false)

  var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

  func cancel() { cancelled.store(true, ordering: .releasing) }
}
