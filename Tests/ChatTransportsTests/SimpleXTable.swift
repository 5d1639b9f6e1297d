import ChatPayments
import ChatTransports
import JSON
import TestSupport

/// Two SimpleX Chat apps that the tests play, of Alice and Bob, and both connected to their own: `Tests/Foreign/simplex.py`.
struct SimpleXTable {
  /// What Alice's app calls Bob, and Bob's app Alice; each app numbers for itself.
  static let bobAtAlice = PersonID("contact/4")
  static let aliceAtBob = PersonID("contact/7")
  static let trip = (atAlice: RoomID("group/2"), atBob: RoomID("group/5"))

  let apps: ChildProcess
  let alice: SimpleXChat
  let bob: SimpleXChat

  /// The commands that an app has got.
  func commands(of side: Int) throws -> [String] {
    try apps.lines(.output).compactMap { line in
      let value = try JSONValue(parsing: line)
      return value["side"]?.integerValue() == side ? value["cmd"]?.stringValue : nil
    }
  }

  /// Does something to the apps, and returns when it is done.
  func operate(_ operation: JSONValue) async throws {
    try apps.write(operation.text() + "\n")
    _ = try await apps.line(on: .output) { $0.hasPrefix(#"{"done""#) }
  }
}

/// Runs a test with both connected.
func withSimpleX(_ body: (SimpleXTable) async throws -> Void) async throws {
  guard let python = await ForeignConsumer.python() else {
    print(ForeignConsumer.howToGetPython)
    return
  }
  let apps = try ChildProcess(
    python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex.py"], input: .pipe)
  let first = try JSONValue(parsing: try await apps.line(on: .output) { $0.hasPrefix(#"{"ports""#) })
  let ports = (0...1).compactMap { first["ports"]?[$0]?.integerValue(as: UInt16.self) }
  let table = SimpleXTable(apps: apps, alice: SimpleXChat(port: ports[0]), bob: SimpleXChat(port: ports[1]))
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
  _ = try await apps.stop()
}
