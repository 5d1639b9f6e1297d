import Cryptography
import LightningInvoices
import LightningWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

@testable import LightningNodes

/// What is received by a node alone, and how it is recognised.
@Suite struct NodeReceivingTests {
  private func signed(millisatoshis: UInt64? = 2_000_000, prefix: String = "tb", preimage: UInt8 = 9) throws -> String {
    try SignedInvoice(
      prefix: prefix, millisatoshis: millisatoshis,
      paymentHash: SHA256.hash([UInt8](repeating: preimage, count: 32)), expiry: 600, createdAt: 1_700_000_000
    ).text()
  }

  private let terms = ReceivingTerms(
    amount: Amount(atomicUnits: 2_000), text: "zwei Kaffee & \u{7}☕", lifetime: .seconds(600))

  private func body(_ node: NodeDouble, _ path: String) -> String {
    node.server.requests.last { $0.line.contains(path) && $0.line.hasPrefix("POST") }
      .map { String(decoding: $0.body, as: UTF8.self) } ?? ""
  }

  @Test(arguments: NodeDouble.Program.allCases) func invoicesAreTheNodes(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let (invoice, wallet) = (try signed(), try node.wallet())
    node.change { $0.invoice = invoice.uppercased() }
    #expect(wallet.makesInvoices)
    let places = try await wallet.newInvoice(terms)
    #expect(places == ReceivingPlaces(address: invoice, lightning: invoice, paymentHash: node.hash))
    switch program {
    case .cln:
      let asked = body(node, "/v1/invoice")
      #expect(asked.contains(#""amount_msat":2000000"#) && asked.contains(#""expiry":600"#))
      #expect(asked.contains(#""description":"zwei Kaffee &  ☕""#))
    case .lnd:
      let asked = body(node, "/v1/invoices")
      #expect(asked.contains(#""value":"2000""#) && asked.contains(#""expiry":"600""#))
    case .phoenixd:
      #expect(
        body(node, "/createinvoice")
          == "description=zwei%20Kaffee%20%26%20%20%E2%98%95&expirySeconds=600&amountSat=2000")
    }
    // There are no addresses, neither to be paid at nor to be paid.
    await #expect(throws: WalletError.noAddresses) { _ = try await wallet.newAddress(label: "") }
    #expect(try await wallet.checkAddress("tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx") == .malformed)
  }

  /// The answer is another invoice than the one that was asked for.
  @Test(arguments: NodeDouble.Program.allCases)
  func anotherInvoiceIsNotHandedOut(_ program: NodeDouble.Program) async throws {
    for other in [
      try signed(millisatoshis: 2_000_001), try signed(millisatoshis: nil), try signed(prefix: "bc"),
      try signed(preimage: 8), "lntb1x",
    ] {
      let node = try NodeDouble(program)
      node.change { $0.invoice = other }
      let wallet = try node.wallet()
      await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await wallet.newInvoice(terms) }
    }
  }

  private func listed(_ program: NodeDouble.Program, _ index: Int, paidAt: Int64?, received: String? = nil) -> String {
    let hash = String(repeating: "0\(index)", count: 32)
    switch program {
    case .cln: return NodeDouble.Answers.clnListed(index, hash: hash, paidAt: paidAt, received: received ?? "400999")
    case .lnd: return NodeDouble.Answers.lndListed(index, hash: hash, paidAt: paidAt, received: received ?? "400999")
    case .phoenixd:
      return NodeDouble.Answers.phoenixdListed(hash: hash, paidAt: paidAt, received: received ?? "400")
    }
  }

  @Test(arguments: NodeDouble.Program.allCases) func whatArrivesIsTold(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let now = NodeDouble.start.milliseconds / 1_000
    node.change { state in
      state.invoices = [
        listed(program, 1, paidAt: now), listed(program, 2, paidAt: nil),
        listed(program, 3, paidAt: now, received: "1.5"), listed(program, 4, paidAt: now + 1),
      ]
    }
    let page = try await wallet.transfers(since: nil, depth: 1)
    #expect(page.transfers.map(\.address) == ["01", "04"].map { String(repeating: $0, count: 32) })
    // What is not whole is rounded down.
    #expect(page.transfers.map(\.amount) == [Amount(atomicUnits: 400), Amount(atomicUnits: 400)])
    #expect(
      page.transfers.map(\.confirmations) == [PaymentLookup.finalConfirmations, PaymentLookup.finalConfirmations])
    // The same again from the cursor, and the one that cannot be read is told of once.
    #expect(try await wallet.transfers(since: page.cursor, depth: 1).transfers == page.transfers)
    #expect(await wallet.glance().remarks == [.unreadable(.received, count: 1)])
  }

  /// The payer has paid all of it, also where phoenixd has taken a part to make room.
  @Test func whatPhoenixdTakesIsNoDebtOfThePayer() async throws {
    let node = try NodeDouble(.phoenixd)
    let hashes = ["0a", "0b"].map { String(repeating: $0, count: 32) }
    node.change { state in
      state.invoices = [
        NodeDouble.Answers.phoenixdListed(hash: hashes[0], paidAt: 1, received: "350", asked: 400),
        NodeDouble.Answers.phoenixdListed(hash: hashes[1], paidAt: 1, received: "350", asked: nil),
      ]
    }
    let receipts = try await node.node().received(since: nil)
    #expect(receipts.map(\.amount) == [Amount(atomicUnits: 400), Amount(atomicUnits: 350)])
  }

  @Test(arguments: NodeDouble.Program.allCases)
  func itIsRecognisedByItsKeyAndItsInvoices(_ program: NodeDouble.Program) async throws {
    let node = try NodeDouble(program)
    let wallet = try node.wallet()
    let own = try signed()
    var foreign = SignedInvoice(prefix: "tb", paymentHash: [UInt8](repeating: 1, count: 32))
    foreign.key = SignedInvoice.foreignKey
    let theirs = try foreign.text()
    #expect(try await wallet.witness() == node.identity)
    #expect(try await wallet.owned(among: [node.identity, own, theirs, "tb1qxyz"]) == [node.identity, own])
    #expect(try await wallet.sent(among: [node.hash]).isEmpty)
    #expect(try await wallet.sends(since: nil).sends.isEmpty)
  }

  /// The list is read from the first invoice on that may still be paid, and in pages.
  @Test func theListIsReadFromWhereItIsNotOver() async throws {
    let reader = InvoiceReader()
    func entry(_ index: UInt64, paidAt: Int64?, isOver: Bool = true) -> InvoiceReader.Entry {
      let receipt = LightningReceipt(paymentHash: "\(index)", amount: Amount(atomicUnits: 1))
      return InvoiceReader.Entry(
        index: index, isOver: isOver, paidAt: paidAt.map(Timestamp.init(milliseconds:)),
        receipt: paidAt == nil ? nil : receipt)
    }
    var list = [
      entry(1, paidAt: 10), entry(2, paidAt: nil), entry(3, paidAt: nil, isOver: false), entry(4, paidAt: 20),
      entry(5, paidAt: 5),
    ]
    var starts: [UInt64] = []
    var node = "02aa"
    func read(_ earliest: Int64?) async throws -> [String] {
      starts = []
      return try await reader.receipts(since: earliest.map(Timestamp.init(milliseconds:)), of: node) { start in
        starts.append(start)
        let rest = list.filter { $0.index > start }.prefix(2)
        // Each page is as long as one can be, until there is nothing more.
        return InvoiceReader.Page(entries: Array(rest), count: rest.isEmpty ? 0 : InvoiceReader.pageSize)
      }.map(\.paymentHash)
    }
    #expect(try await read(nil) == ["1", "4", "5"])
    #expect(starts == [0, 2, 4, 5])
    #expect(try await read(15) == ["4"])
    list[2] = entry(3, paidAt: 30)
    #expect(try await read(15) == ["3", "4"])
    #expect(starts == [2, 4, 5])
    #expect(try await read(25) == ["3"])
    #expect(starts == [2, 4, 5])
    #expect(try await read(31) == [])
    #expect(try await read(31) == [])
    #expect(starts == [5])
    // An earlier moment is read from the beginning.
    #expect(try await read(15) == ["3", "4"])
    #expect(starts.first == 0)
    // Another node counts anew.
    node = "03bb"
    list = [entry(1, paidAt: 40)]
    #expect(try await read(31) == ["1"])
  }
}
