import PaymentsModel
import Synchronization

/// Handles copies of one request one after the other: the first copy creates the object, and the others find it.
final class RequestGate: Sendable {
  private struct Key: Hashable {
    let app: AppKey
    let requestID: PaymentRequestID
  }

  /// The waiting copies of each request that is being handled.
  private let waiting = Mutex<[Key: [CheckedContinuation<Void, Never>]]>([:])

  /// Waits until no copy of the request is being handled. ``leave(_:)`` has to be called afterwards.
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

  /// Lets the next copy continue.
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
