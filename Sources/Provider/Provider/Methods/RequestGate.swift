import PaymentsModel
import Synchronization

/// Lets copies of one request in one after another: the first makes what is asked for, the others find it.
final class RequestGate: Sendable {
  private struct Key: Hashable {
    let app: AppKey
    let requestID: PaymentRequestID
  }

  /// Who waits, for each request that is being worked on.
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  /// Waits until no copy of the request is being worked on; ``leave(_:)`` must follow.
  func enter(_ request: AppRequest) async {
    let key = Key(app: request.app, requestID: request.requestID)
    await withCheckedContinuation { continuation in
      let isFree = waiting.withLock { waiting in
        let isFree = waiting[key] == nil
        if isFree { waiting[key] = [] } else { waiting[key]?.append(continuation) }
        return isFree
      }
      if isFree { continuation.resume() }
    }
  }

  /// Lets the next one in.
  func leave(_ request: AppRequest) {
    let key = Key(app: request.app, requestID: request.requestID)
    let next = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      guard let first = waiting[key]?.first else {
        waiting[key] = nil
        return nil
      }
      waiting[key]?.removeFirst()
      return first
    }
    next?.resume()
  }
}
