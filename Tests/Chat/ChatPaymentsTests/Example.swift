import ChatPayments
import Consumer

/// A chat app in which people settle payments. `network` is the app's own chat, as a `ChatTransport`.
func settlePayments(network: some ChatTransport, folder: String) async throws {
  // The app is an app like any other of the wallet beside it; see the library Consumer.
  let client = PaymentsClient(
    Manifest(appID: "org.example.chat", name: "Example Chat", version: "1.0", scopes: [.receive, .pay]))
  try await client.waitUntilApproved { code in
    print("To connect, enter \(code.digits) in your wallet.")
  }

  // It hears and sends messages, makes invoices and orders, and goes on after a crash where it was.
  let agent = try await CardAgent(transport: network, wallet: client, folder: folder)
  let changes = await agent.changes()
  let work = Task { await agent.run() }

  // Ask for money: the other one picks one of the two.
  if let room = try await network.rooms().first(where: { $0.members.count == 2 }) {
    let prices = [
      CardPrice(currency: "XMR", amount: try DecimalAmount("0.5")),
      CardPrice(currency: "LTC", amount: try DecimalAmount("1.2")),
    ]
    try await agent.propose(CardDraft(.request, prices, note: "Pizza"), in: room.id)
  }

  // Show each card as it is now, in the place of its message, with the buttons that make sense. What there was before is
  // in `agent.cards`.
  for await change in changes {
    guard case .card(let key) = change, let card = await agent.card(key) else { continue }
    let now = SystemWallClock().now()
    print("\(card.state(now: now).rawValue): \(card.commands(now: now).map(\.rawValue).sorted())")
    // A press of the button "accept"; pressed twice or on two devices, it is paid once.
    if card.commands(now: now).contains(.accept) {
      try await agent.accept(key, currency: card.terms.prices[0].currency)
    }
  }
  work.cancel()
  await client.close()
}
