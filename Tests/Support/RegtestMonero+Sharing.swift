import PaymentsModel
import Platform
import Synchronization

extension MoneroRegtest {
  /// Runs a test that has the network of this process for itself. At its beginning the network is in the state after
  /// ``refill()``, whatever other tests did with it.
  package static func with<Answer>(_ body: (MoneroRegtest) async throws -> Answer) async throws -> Answer {
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
    let watch = try network.startWatch()
    theNetwork.withLock { $0 = network }
    theWatch.withLock { $0 = watch }
    atexit {
      theNetwork.withLock { network in
        network?.killAll()
        if let folder = network?.folder { RegtestFolder.remove(folder) }
      }
    }
    return network
  }

  private static let sharing = SerialGate()
}

private let theNetwork = Mutex<MoneroRegtest?>(nil)
private let theWatch = Mutex<ChildProcess?>(nil)
