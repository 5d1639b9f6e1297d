import JSON
import TestSupport
import Testing

/// The same flows over SimpleX Chat. `Tests/Foreign/simplex.py` simulates two of its apps, each with a paychat.
@Suite(.serialized) struct ChatSimpleXTests {
  @Test func aRequestIsPaid() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python)
    let ports = apps.ports
    try await ChatScene.with { scene in
      func app(_ person: String, _ port: UInt16) throws -> ChatApp {
        try ChatApp(
          person, at: ["--simplex", "\(port)"], state: scene.folder.path + "/" + person, runtime: scene.runtime)
      }
      let (alice, bob) = (try app("alice", ports[0]), try app("bob", ports[1]))
      try await alice.pair(with: scene.alice)
      try await bob.pair(with: scene.bob)
      try alice.type("/request bob 0.5 LTC Pizza")
      try await bob.shows("alice asks you for 0.5 LTC (Pizza): Pending · waiting for your answer")
      try bob.type("/accept")
      try await alice.shows("Accepted · waiting for bob's money")
      try await scene.bob.owner("approve", scene.question(scene.bob))
      try await alice.shows("Paid · your wallet sees it")
      try await scene.alice.mock("mine", "6")
      try await alice.shows("Received · the money is in your wallet")
      try await bob.shows("Paid · confirmed")
      for app in [alice, bob] { #expect(try await app.end() == .code(0)) }
      #expect(try await scene.payments(scene.bob) == 1)
    }
    try await apps.stop()
  }

  /// Nobody has a wallet here. What goes wrong in SimpleX Chat is told on the screen, and nothing goes to anybody else.
  @Test func whatGoesWrongIsToldInWords() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python)
    let folder = try ScratchFolder()
    let state = folder.path + "/state"
    let options = ["--state", state, "--runtime", folder.path + "/run"]
    let app = try ChatApp(
      "alice", at: ["--simplex", "\(apps.ports[0])"], state: state, runtime: folder.path + "/run")
    func operate(_ name: String, _ members: JSONObject) async throws -> JSONValue {
      try await apps.operate(.object(JSONObject([.init(name: "op", value: .string(name))] + members.members)))
    }
    try app.type("/to bob")
    try await app.shows("You write to bob")

    // What was taken back is not shown any more, and what did not arrive is marked.
    let said = try await operate("says", ["side": 0, "chat": "@4", "text": "my secret"])
    try await app.shows("bob: my secret")
    _ = try await operate("delete", ["side": 0, "chat": "@4", "number": said])
    try await app.shows("bob has taken a message back")
    try app.type("are you there?")
    try await app.shows("you: are you there?")
    _ = try await operate("status", ["side": 0, "chat": "@4", "number": 101, "type": "sndErrorAuth"])
    try await app.shows("you: are you there? (not delivered: the other side has deleted the conversation)")

    // Another profile: nothing is sent there, and it is said why.
    _ = try await operate("switch", ["side": 0, "user": 2, "name": "work"])
    try await app.shows("SimpleX Chat answers with another profile, work instead of alice. Nothing is sent or read")
    _ = try await operate("switch", ["side": 0, "user": 1, "name": "alice"])
    try await app.shows("The chat is connected again.")

    // The other side leaves. What is typed next goes to nobody else.
    _ = try await operate("leave", ["side": 0, "kind": "contactDeletedByContact", "number": 4])
    try await app.shows("bob has ended the conversation")
    try app.type("only for bob")
    #expect(try await app.process.exit(within: .seconds(40)) == .code(64))
    #expect(app.process.lines(.error).contains { $0.contains("The conversation has ended. Whom do you write to?") })
    #expect(try !apps.commands(of: 0).contains { $0.contains("only for bob") })

    // A paychat that starts with another database behind the port ends at once.
    _ = try await operate("switch", ["side": 0, "database": 3])
    let outcome = try await ChatApp.run(
      ["--as", "alice", "--simplex", "\(apps.ports[0])", "--script", "-"] + options, in: folder.path)
    #expect(outcome.status == 78 && outcome.remarks.contains("another database"), "\(outcome)")
    #expect(apps.complaints == [])
    try await apps.stop()
  }
}
