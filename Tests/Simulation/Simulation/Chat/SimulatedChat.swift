import ChatPayments
import Consumer

/// One process of a chat: an app of the wallet whose client belongs to the agent of cards. The cards that it has stored
/// outlive it.
///
/// `@unchecked Sendable`: the simulation has one thread.
final class SimulatedChat: @unchecked Sendable {
  let app: SimulatedApp
  /// Where the cards are stored.
  let folder: String
  private(set) var agent: CardAgent?
  /// Why it could not begin.
  private(set) var failure: String?

  /// - Parameter told: hears each change of a card.
  init(
    _ app: SimulatedApp, over network: SimulatedChatNetwork, folder: String, told: @escaping @Sendable (Card) -> Void
  ) {
    (self.app, self.folder) = (app, folder)
    app.run { [self] client in
      do {
        let agent = try await CardAgent(transport: network, wallet: client, folder: folder)
        let changes = await agent.changes()
        self.agent = agent
        app.run { _ in await agent.run() }
        for await change in changes {
          guard case .card(let key) = change, let card = await agent.card(key) else { continue }
          told(card)
        }
      } catch {
        failure = "\(error)"
      }
    }
    app.pair()
  }

  /// Does something with the cards, as this process.
  func run(_ work: @escaping @Sendable (CardAgent) async -> Void) {
    app.run { [self] _ in if let agent { await work(agent) } }
  }
}
