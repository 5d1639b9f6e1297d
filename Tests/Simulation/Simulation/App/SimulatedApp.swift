import Consumer
import Cryptography
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import Transport

/// One process of an app, with the client that apps in Swift have. What it has written down outlives it.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class SimulatedApp: @unchecked Sendable {
  /// The identifier that it gives itself.
  let id: String
  let process: ProcessNumber
  let client: PaymentsClient
  /// The code that it shows while it waits to be paired.
  private(set) var code: String?
  private(set) var isPaired = false
  /// Why it could not connect when it tried last.
  private(set) var trouble: String?

  /// - Parameter name: the last part of its identifier, and what it is called.
  init(_ process: ProcessNumber, _ directories: PayportDirectories, _ dialer: any ChannelDialer, name: String) {
    self.process = process
    id = "org.example." + name
    client = PaymentsClient(
      Manifest(appID: id, name: name, version: "1", scopes: [.pay, .receive, .balance]),
      options: ClientOptions(directories: directories), service: DiscoveryFile.payments, dialer: dialer)
  }

  /// Does something as this process.
  func run(_ work: @escaping @Sendable (PaymentsClient) async -> Void) {
    Scheduler.within(process) { _ = Task { [client] in await work(client) } }
  }

  /// Connects until the owner has said yes.
  func pair() {
    isPaired = false
    run { [self] client in
      while !isPaired {
        do {
          try await client.waitUntilApproved { self.code = $0.digits }
          isPaired = true
        } catch {
          // There is no provider yet, or it ended meanwhile.
          trouble = "\(error)"
          try? await Task.sleep(for: .seconds(1))
        }
      }
    }
  }
}
