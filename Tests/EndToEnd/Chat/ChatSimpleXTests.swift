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

  /// What is typed while another profile is active was not sent, and that is what the person reads.
  @Test func whatIsTypedForAnotherProfileIsToldToBeUnsent() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python)
    let folder = try ScratchFolder()
    let app = try ChatApp(
      "alice", at: ["--simplex", "\(apps.ports[0])"], state: folder.path + "/state", runtime: folder.path + "/run")
    // Two people of one name can be told apart.
    try await apps.operate(["op": "contact", "side": 0, "number": 21, "name": "Bob", "tell": "contactConnected"])
    try app.type("/people")
    try await app.shows("one of several with that name: /to contact/4")
    try app.type("/to contact/4")
    try await app.shows("You write to bob")
    try await apps.operate(["op": "switch", "side": 0, "user": 2, "name": "work", "drop": false])
    try app.type("only for bob")
    try await app.shows("Not sent: only for bob")
    #expect(try await app.process.exit(within: .seconds(40)) == .code(75))
    #expect(
      app.process.lines(.error).contains { $0.contains("Nothing was sent: another profile is active in SimpleX Chat.") }
    )
    #expect(try !apps.commands(of: 0).contains { $0.contains("only for bob") })
    #expect(apps.complaints == [])
    try await apps.stop()
  }

  /// A contact who is there and not connected is not a stranger.
  @Test func whoIsNotConnectedYetIsToldToBeSo() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python)
    let folder = try ScratchFolder()
    try await apps.operate(["op": "contact", "side": 0, "number": 12, "name": "dave", "connected": "requested"])
    let app = try ChatApp(
      "alice", at: ["--simplex", "\(apps.ports[0])"], state: folder.path + "/state", runtime: folder.path + "/run")
    try app.type("/people")
    try await app.shows("dave\tcannot be written to: the connection with this contact is not made yet")
    try app.type("/request Dave 0.5 LTC")
    #expect(try await app.process.exit(within: .seconds(40)) == .code(75))
    let words = app.process.lines(.error).joined(separator: " ")
    #expect(words.contains("dave cannot be written to: the connection with this contact is not made yet."), "\(words)")
    #expect(words.contains("In SimpleX Chat: They have to accept your request. Then it is made by itself."), "\(words)")
    #expect(apps.complaints == [])
    try await apps.stop()
  }

  /// Thousands of conversations with news do not keep anybody waiting, and are looked through later.
  @Test func aStartWithThousandsOfConversationsAsksLittle() async throws {
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return
    }
    let apps = try await SimpleXApps(python, ["--contacts", "2000", "--messages", "3", "--recent"])
    let folder = try ScratchFolder()
    let app = try ChatApp(
      "alice", at: ["--simplex", "\(apps.ports[0])"], state: folder.path + "/state", runtime: folder.path + "/run")
    try app.type("/to person2999")
    try await app.shows("You write to person2999")
    // The oldest conversation is read because it was chosen.
    try await app.shows("Message 2 of person2999")
    let commands = try apps.commands(of: 0)
    print("SimpleX: a start with 2,000 conversations with news: \(commands.count) commands")
    #expect(commands.count { $0.hasPrefix("/_get chats") } < 25)
    #expect(commands.count < 1000)
    try app.type("/status")
    try await app.shows("conversations are still being looked through for cards")
    #expect(try await app.end() == .code(0))
    #expect(apps.complaints == [])
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
    let timed = try await operate("says", ["side": 0, "chat": "@4", "text": "for a minute"])
    try await app.shows("bob: for a minute")
    _ = try await operate("delete", ["side": 0, "chat": "@4", "number": timed, "timed": true])
    try await app.shows("a message of bob is gone")
    let rude = try await operate("says", ["side": 0, "chat": "#2", "text": "something rude"])
    try await app.shows("bob (in Trip): something rude")
    _ = try await operate("delete", ["side": 0, "chat": "#2", "number": rude, "moderator": "carol"])
    try await app.shows("a message of bob (in Trip) is removed by carol")
    try app.type("are you there?")
    try await app.shows("you: are you there?")
    _ = try await operate("status", ["side": 0, "chat": "@4", "number": 103, "type": "sndErrorAuth"])
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
    #expect(app.process.lines(.output).contains { $0.contains("Not sent: only for bob") })
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
