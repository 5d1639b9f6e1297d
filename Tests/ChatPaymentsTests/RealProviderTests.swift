import ChatPayments
import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import TestSupport
import Testing

/// Cards with `payd`: two apps, each of one person's, at a provider with a mock wallet.
@Suite(.serialized) struct RealProviderTests {
  private static let yaml = """
    name: test
    times: {poll: 1s}
    wallets:
      - {type: mock, currencies: [LTC], balance: 100, limits: {LTC: {ask: above 0.1, per_period: 1000}}}
    """

  private func pair(_ name: String, with daemon: Daemon) async throws -> PaymentsClient {
    let folder = daemon.folder.path + "/" + name
    let client = PaymentsClient(
      Manifest(appID: "payport.\(name)", name: name, version: "1", scopes: [.receive, .pay]),
      options: ClientOptions(
        directories: PayportDirectories(runtime: daemon.runtime, state: folder, configuration: folder)))
    guard case .pending(let code, let approval?) = try await client.connect() else { return client }
    try await daemon.owner("approve", approval, "--code", code?.digits ?? "", "--scopes", "receive,pay")
    try await client.waitUntilApproved()
    return client
  }

  @Test(arguments: CardKind.allCases) func aCardIsApprovedPaidAndSettled(_ kind: CardKind) async throws {
    try await Daemon.with(Self.yaml) { daemon in
      let chat = MemoryChat()
      let room = RoomID("r")
      await chat.open(room, name: "r", members: [PersonID("alice"), PersonID("bob")])
      var agents: [CardAgent] = []
      var clients: [PaymentsClient] = []
      for name in ["alice", "bob"] {
        let client = try await pair(name, with: daemon)
        clients.append(client)
        agents.append(
          try await CardAgent(
            transport: chat.device(of: PersonID(name)), wallet: client, folder: daemon.folder.path + "/cards-" + name))
      }
      let (alice, bob) = (agents[0], agents[1])
      let runs = agents.map { agent in Task { await agent.run() } }
      let draft = CardDraft(
        kind, [CardPrice(currency: "LTC", amount: try DecimalAmount("0.5"))], note: "Pizza")
      let key = try await alice.propose(draft, in: room)
      _ = try await eventually("the card") { await bob.card(key) }
      try await bob.accept(key)
      let payer = kind == .request ? bob : alice
      let payee = kind == .request ? alice : bob
      let approval = try await eventually("the owner's question") { try await daemon.approvals("payment").first }
      #expect(await payee.card(key)?.state(now: SystemWallClock().now()) == .accepted)
      try await daemon.owner("approve", approval["id"]?.stringValue ?? "")
      func reach(_ state: CardState, _ agent: CardAgent) async throws {
        _ = try await eventually("\(state)") {
          await agent.card(key)?.state(now: SystemWallClock().now()) == state ? true : nil
        }
      }
      try await reach(.paid, payer)
      try await reach(.paid, payee)
      try await daemon.mock("mine", "6")
      try await reach(.settled, payer)
      try await reach(.settled, payee)
      #expect(try await daemon.broadcasts("LTC").count == 1)
      for run in runs { run.cancel() }
      for run in runs { await run.value }
      for client in clients { await client.close() }
    }
  }
}
