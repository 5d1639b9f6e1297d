import JSON
import TestSupport

/// Two people on one machine with a relay. Each has a chat app, and a provider on a shared mock network whose blocks
/// are mined on command.
final class ChatScene: Sendable {
  let folder: ScratchFolder
  let alice: Daemon
  let bob: Daemon

  var runtime: String { folder.path + "/run" }

  private init() throws {
    let folder = try ScratchFolder()
    func daemon(_ name: String) throws -> Daemon {
      try Daemon(
        """
        name: \(name)
        times: {poll: 1s, follow: 1s}
        wallets:
          - {type: mock, currencies: [LTC, XMR], network: \(folder.path)/network, wallet: \(name), balance: 100, block_seconds: 0}
        """, runtime: folder.path + "/run")
    }
    self.folder = folder
    alice = try daemon("alice")
    bob = try daemon("bob")
  }

  /// Runs a test with the scene, in which both providers run.
  static func with(_ body: (ChatScene) async throws -> Void) async throws {
    let scene = try ChatScene()
    do {
      for daemon in [scene.alice, scene.bob] { try await daemon.start() }
      try await body(scene)
    } catch {
      for daemon in [scene.alice, scene.bob] { await daemon.kill() }
      throw error
    }
    for daemon in [scene.alice, scene.bob] { try await daemon.terminate() }
  }

  /// Runs a test with both people in the chat and paired with their wallets.
  static func withBoth(_ body: (ChatScene, _ alice: ChatApp, _ bob: ChatApp) async throws -> Void) async throws {
    try await with { scene in
      let relay = try await scene.relay()
      let alice = try scene.app("alice")
      try await alice.pair(with: scene.alice)
      let bob = try scene.app("bob")
      try await bob.pair(with: scene.bob)
      try await body(scene, alice, bob)
      try await relay.stop()
    }
  }

  func relay(_ trouble: String...) async throws -> ChildProcess {
    try await ChatApp.relay(state: folder.path + "/relay", runtime: runtime, trouble)
  }

  func app(_ person: String, _ more: String..., environment: [String: String] = [:]) throws -> ChatApp {
    try ChatApp(person, state: folder.path + "/" + person, runtime: runtime, more, environment: environment)
  }

  /// Waits until an owner is asked about a payment; returns the identifier of the question.
  func question(_ daemon: Daemon) async throws -> String {
    try await eventually("the owner's question") { try await daemon.questions("payment").first }.text("id")
  }

  /// Returns the number of payments that were handed to the network of both wallets.
  func payments(_ daemon: Daemon) async throws -> Int {
    try await daemon.broadcasts("LTC").count + daemon.broadcasts("XMR").count
  }
}
