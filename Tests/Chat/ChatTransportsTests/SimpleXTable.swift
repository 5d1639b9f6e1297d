import ChatPayments
import ChatTransports
import JSON
import TestSupport
import Testing

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

  /// Makes a chat of one side that is not connected yet, with the folder of that side. It looks for other clients often.
  static func chat(_ apps: SimpleXApps, _ side: Int, _ files: ScratchFolder) -> SimpleXChat {
    SimpleXChat(
      port: apps.ports[side], folder: files.path + (side == 0 ? "/alice" : "/bob"), watchPace: .milliseconds(100))
  }

  /// Has something happen in the apps.
  @discardableResult
  func operate(_ name: String, _ members: JSONObject) async throws -> JSONValue {
    try await apps.operate(.object(JSONObject([.init(name: "op", value: .string(name))] + members.members)))
  }

  /// Has a message come in at one side.
  ///
  /// - Returns: its number.
  @discardableResult
  func says(_ side: Int, in chat: String, _ text: String, _ members: JSONObject = [:]) async throws -> MessageID {
    let common: JSONObject = ["side": .integer(side), "chat": .string(chat), "text": .string(text)]
    let number = try await operate("says", JSONObject(common.members + members.members))
    return MessageID(number.text())
  }
}

/// Runs a test with both people connected.
///
/// - Parameter options: the options of `simplex.py`.
func withSimpleX(_ options: String..., body: (SimpleXTable) async throws -> Void) async throws {
  guard let python = await ForeignConsumer.python() else {
    print(ForeignConsumer.howToGetPython)
    return
  }
  let apps = try await SimpleXApps(python, options)
  let files = try ScratchFolder()
  let table = SimpleXTable(
    apps: apps, files: files, alice: SimpleXTable.chat(apps, 0, files), bob: SimpleXTable.chat(apps, 1, files))
  do {
    try await table.alice.connect()
    try await table.bob.connect()
    try await body(table)
  } catch {
    await table.alice.close()
    await table.bob.close()
    print(apps.complaints.joined(separator: "\n"))
    throw error
  }
  await table.alice.close()
  await table.bob.close()
  #expect(apps.complaints == [])
  try await apps.stop()
}
