import ChatPayments
import Cryptography
import JSON
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

/// Two people, each with a chat app and a provider, whose wallets are on the same network.
@Suite(.serialized) struct CardTests {
  static let room = RoomID("room")
  static let price = CardPrice(currency: "LTC", amount: DecimalAmount(coefficient: 1, scale: 0))

  /// Runs a test with both on a mock network, whose blocks are mined on command.
  private static func with(_ body: (_ alice: CardParty, _ bob: CardParty, _ chat: MemoryChat) async throws -> Void)
    async throws
  {
    let folder = try ScratchFolder()
    func yaml(_ name: String) -> String {
      """
      name: \(name)
      times: {poll: 1s, follow: 1s}
      wallets:
        - {type: mock, currencies: [LTC, XMR], network: \(folder.path)/network, wallet: \(name), balance: 100}
      """
    }
    let chat = MemoryChat()
    await chat.open(room, name: "alice and bob", members: [PersonID("alice"), PersonID("bob")])
    try await CardParty.with("alice", yaml("alice"), in: chat) { alice in
      try await CardParty.with("bob", yaml("bob"), in: chat) { bob in try await body(alice, bob, chat) }
    }
  }

  @Test(arguments: CardKind.allCases) func isCreatedAcceptedPaidAndSettled(_ kind: CardKind) async throws {
    try await Self.with { alice, bob, chat in
      let (payer, payee) = kind == .request ? (bob, alice) : (alice, bob)
      let xmr = CardPrice(currency: "XMR", amount: DecimalAmount(coefficient: 2, scale: 0))
      let key = try await alice.agent.propose(CardDraft(kind, [Self.price, xmr], note: "Pizza"), in: Self.room)
      try await bob.sees(.created, key)
      // Before somebody accepts, nothing is requested from any wallet.
      #expect(try await payee.requests().invoices.isEmpty)
      #expect(try await payer.requests().orders.isEmpty)
      try await bob.agent.accept(key, currency: "LTC")
      let question = try await payer.question()
      try await alice.sees(.accepted, key)
      try await bob.sees(.accepted, key)
      try await payer.daemon.owner("approve", question)
      try await payer.sees(.paid, key)
      try await payee.sees(.paid, key)
      try await payee.daemon.mock("mine", "6")
      try await payer.sees(.settled, key)
      try await payee.sees(.settled, key)

      #expect(try await payer.daemon.broadcasts("LTC").count == 1)
      #expect(try await payer.daemon.broadcasts("XMR").isEmpty)
      let invoices = try await payee.requests().invoices
      let orders = try await payer.requests().orders
      #expect(orders.map(\.address) == invoices.map(\.address) && orders.count == 1)
      #expect(invoices.map(\.paidAmount) == [Self.price.amount])
      try await Self.tellsNoMore(chat, than: invoices.map(\.address), orders.compactMap(\.transactionID))
    }
  }

  @Test(arguments: CardKind.allCases) func isDeclinedWithAReason(_ kind: CardKind) async throws {
    try await Self.with { alice, bob, _ in
      let key = try await alice.agent.propose(CardDraft(kind, [Self.price]), in: Self.room)
      try await bob.sees(.created, key)
      try await bob.agent.decline(key, reason: "Not mine")
      try await alice.sees(.declined, key)
      #expect(await alice.agent.card(key)?.reason == "Not mine")
      await #expect(throws: CardCommandError.tooLate(.declined)) { try await bob.agent.accept(key) }
      for person in [alice, bob] {
        let requests = try await person.requests()
        #expect(requests.invoices.isEmpty && requests.orders.isEmpty)
      }
    }
  }

  /// The payer's owner denies the payment. The other party learns that the card was declined, but not why.
  @Test func whatTheOwnerDeniesIsDeclined() async throws {
    try await Self.with { alice, bob, chat in
      let key = try await alice.agent.propose(CardDraft(.request, [Self.price]), in: Self.room)
      try await bob.sees(.created, key)
      try await bob.agent.accept(key)
      try await bob.daemon.owner("deny", try await bob.question())
      try await alice.sees(.declined, key)
      try await bob.sees(.declined, key)
      #expect(await alice.agent.card(key)?.reason == nil)
      let invoice = try await eventually("the invoice is withdrawn") {
        try await alice.requests().invoices.first { $0.state == .cancelled }
      }
      #expect(invoice.payment == .none)
      #expect(try await bob.daemon.broadcasts("LTC").isEmpty)
    }
  }

  /// Checks that the chat contains the address after the acceptance, and nothing else about either wallet.
  private static func tellsNoMore(_ chat: MemoryChat, than addresses: [String], _ transactions: [String]) async throws {
    let messages = try await chat.device(of: PersonID("alice")).history(of: room)
    #expect(messages.count == 2)
    let said = try messages.map { message in
      let data = try #require(message.content.link?.split(separator: "=").last)
      return try message.content.text + String(decoding: Base64URL.decode(String(data)), as: UTF8.self)
    }.joined()
    #expect(addresses.count == 1 && transactions.count == 1)
    #expect(said.contains(addresses[0]))
    for secret in transactions + ["ord_", "inv_", "payport.chat"] { #expect(!said.contains(secret)) }
  }
}

extension CardTests {
  /// Does the same with coins of `litecoind`: a request and an offer, each paid once.
  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func isPaidWithLitecoin() async throws
  {
    try await LitecoinRegtest.with { litecoin in
      func yaml(_ name: String) -> String {
        """
        name: \(name)
        times: {poll: 1s, follow: 1s}
        wallets:
          - {type: bitcoin, currency: LTC, url: '\(litecoin.url)', wallet: \(name), user: \(litecoin.user), \
        password: \(litecoin.password), chain: regtest, confirmations: 2, timeout_seconds: 10}
        """
      }
      let chat = MemoryChat()
      await chat.open(Self.room, name: "room", members: [PersonID("payer"), PersonID("shop")])
      try await CardParty.with("payer", yaml("payer"), in: chat) { payer in
        try await CardParty.with("shop", yaml("shop"), in: chat) { shop in
          for kind in CardKind.allCases {
            let (author, other) = kind == .request ? (shop, payer) : (payer, shop)
            let key = try await author.agent.propose(CardDraft(kind, [Self.price]), in: Self.room)
            try await other.sees(.created, key)
            try await other.agent.accept(key)
            try await payer.daemon.owner("approve", try await payer.question())
            try await payer.sees(.paid, key)
            try await shop.sees(.paid, key)
            try await litecoin.mine(2)
            try await payer.sees(.settled, key)
            try await shop.sees(.settled, key)
          }
          let received = try await litecoin.rpc("listtransactions", wallet: "shop").arrayValue ?? []
          #expect(received.filter { $0.text("category") == "receive" }.count == 2)
          #expect(try await litecoin.rpc("getbalance", wallet: "shop").numberValue?.text.hasPrefix("2") == true)
        }
      }
    }
  }
}
