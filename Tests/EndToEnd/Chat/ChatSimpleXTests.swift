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
    let apps = try ChildProcess(
      python, ["-B", ForeignConsumer.packageRoot + "/Tests/Foreign/simplex.py"], input: .pipe)
    let first = try JSONValue(parsing: Array(try await apps.line(containing: #"{"ports""#).utf8))
    let ports = (0...1).compactMap { first["ports"]?[$0]?.integerValue(as: Int.self) }
    try await ChatScene.with { scene in
      func app(_ person: String, _ port: Int) throws -> ChatApp {
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
}
