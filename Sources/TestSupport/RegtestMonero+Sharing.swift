import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension MoneroRegtest {
  /// Runs a test alone with the network of this process, which is as after ``refill()`` at its beginning, whatever
  /// other tests did to it.
  public static func with<Answer>(_ body: (MoneroRegtest) async throws -> Answer) async throws -> Answer {
    await sharing.enter()
    defer { sharing.leave() }
    let network = try await shared()
    try await network.refill()
    return try await body(network)
  }

  private static func shared() async throws -> MoneroRegtest {
    if let network = theNetwork.withLock({ $0 }) { return network }
    let folder = try RegtestFolder.make("monero")
    let network = try MoneroRegtest(folder: folder)
    theNetwork.withLock { $0 = network }
    atexit {
      theNetwork.withLock { network in
        network?.killAll()
        if let folder = network?.folder { RegtestFolder.remove(folder) }
      }
    }
    try await network.start()
    try await network.fund()
    return network
  }

  private static let sharing = Turns()
}

private let theNetwork = Mutex<MoneroRegtest?>(nil)

/// One test after another.
private final class Turns: Sendable {
  private let state = Mutex<(isTaken: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func enter() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  func leave() {
    let next = state.withLock { state in
      if state.waiting.isEmpty { state.isTaken = false }
      return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
    }
    next?.resume()
  }
}
