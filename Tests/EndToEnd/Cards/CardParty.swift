import ChatPayments
import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import RPCRuntime
import TestSupport

/// One of two people in a chat, with a provider, a chat app that is paired with it, and the cards of the app.
struct CardParty {
  let daemon: Daemon
  let client: PaymentsClient
  let agent: CardAgent
  private let work: Task<Void, Never>

  /// Runs a test with a person whose provider has this configuration.
  static func with(
    _ name: String, _ yaml: String, in chat: MemoryChat, _ body: (CardParty) async throws -> Void
  ) async throws {
    try await Daemon.with(yaml) { daemon in
      let client = try await pair(daemon)
      let agent = try await CardAgent(
        transport: chat.device(of: PersonID(name)), wallet: client, folder: daemon.folder.path + "/cards")
      let party = CardParty(daemon: daemon, client: client, agent: agent, work: Task { await agent.run() })
      do {
        try await body(party)
      } catch {
        await party.end()
        throw error
      }
      await party.end()
    }
  }

  private func end() async {
    work.cancel()
    await work.value
    await client.close()
  }

  private static func pair(_ daemon: Daemon) async throws -> PaymentsClient {
    let folder = daemon.folder.path + "/app"
    let client = PaymentsClient(
      Manifest(appID: "payport.chat", name: "Chat", version: "1", scopes: [.receive, .pay]),
      options: ClientOptions(
        directories: PayportDirectories(runtime: daemon.runtime, state: folder, configuration: folder)))
    guard case .pending(let code, let approval?) = try await client.connect() else { return client }
    try await daemon.owner("approve", approval, "--code", code?.digits ?? "", "--scopes", "receive,pay")
    try await client.waitUntilApproved()
    return client
  }

  /// Returns the current state of a card as this person sees it.
  func state(_ key: CardKey) async -> CardState? { await agent.card(key)?.state(now: SystemWallClock().now()) }

  /// Waits until this person sees a state.
  func sees(_ state: CardState, _ key: CardKey) async throws {
    _ = try await eventually("\(state)") { await self.state(key) == state ? true : nil }
  }

  /// Waits until the owner is asked about a payment; returns the identifier of the question.
  func question() async throws -> String {
    try await eventually("the owner's question") { try await daemon.questions("payment").first }.text("id")
  }

  /// Returns the invoices and payment orders that the app has made.
  func requests() async throws -> (invoices: [Invoice], orders: [PaymentOrder]) {
    (
      try await client.call(ListInvoiceRequests.self, .init()).invoices,
      try await client.call(ListPaymentOrders.self, .init()).paymentOrders
    )
  }
}
