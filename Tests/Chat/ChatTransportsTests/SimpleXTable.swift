import ChatPayments
import ChatTransports
import TestSupport

/// Alice and Bob, each connected to a SimpleX Chat app that the tests simulate.
struct SimpleXTable {
  /// The identifier of Bob in Alice's app. The other way round it differs, because each app assigns its own numbers.
  static let bobAtAlice = PersonID("contact/4")
  static let aliceAtBob = PersonID("contact/7")
  static let trip = (atAlice: RoomID("group/2"), atBob: RoomID("group/5"))

  let apps: SimpleXApps
  let files: ScratchFolder
  let alice: SimpleXChat
  let bob: SimpleXChat
}

/// Runs a test with both people connected.
func withSimpleX(_ body: (SimpleXTable) async throws -> Void) async throws {
  guard let python = await ForeignConsumer.python() else {
    print(ForeignConsumer.howToGetPython)
    return
  }
  let apps = try await SimpleXApps(python)
  let files = try ScratchFolder()
  let table = SimpleXTable(
    apps: apps, files: files, alice: SimpleXChat(port: apps.ports[0], folder: files.path + "/alice"),
    bob: SimpleXChat(port: apps.ports[1], folder: files.path + "/bob"))
  do {
    try await table.alice.connect()
    try await table.bob.connect()
    try await body(table)
  } catch {
    await table.alice.close()
    await table.bob.close()
    throw error
  }
  await table.alice.close()
  await table.bob.close()
  try await apps.stop()
}
