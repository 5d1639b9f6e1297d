import ElectrumWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Servers that lie, withhold or do not answer, with a simulated daemon.
@Suite struct ElectrumServerTests {
  private typealias Electrum = ScriptedElectrum

  private static let sent = "gettransaction:\(ScriptedElectrum.transaction)"

  @Test func whatTheServerHasIsKnownBeforeTheWalletHearsOfIt() async throws {
    let electrum = try Electrum([Self.sent: #""\#(Electrum.hex)""#])
    #expect(try await electrum.wallet.lookup(electrum.payment) == .pool)
    #expect(electrum.calls(of: "addtransaction") == 1, "so that nobody chooses its coins again")
    #expect(try await electrum.wallet.commit(electrum.payment) == .accepted)
    #expect(electrum.calls(of: "broadcast") == 0)
  }

  /// Since 4.6.2 Electrum has an answer of its own for what it has sent.
  @Test func whatTheServerHasLostIsSentAgain() async throws {
    let outputs = #"{"outputs":[{"address":"\#(Electrum.recipient)"},{"address":"\#(Electrum.change)"}]}"#
    let electrum = try Electrum([
      "getinfo": Electrum.info(version: "4.8.1"), Self.sent: #""\#(Electrum.hex)""#, "deserialize": outputs,
      "get_tx_status": #"{"confirmations":0}"#,
      "getaddresshistory:\(Electrum.change)": #"[{"tx_hash":"\#(Electrum.transaction)","height":0,"fee":141}]"#,
    ])
    #expect(try await electrum.wallet.lookup(electrum.payment) == .pool)
    #expect(electrum.calls(of: "broadcast") == 0)
    electrum.change(["getaddresshistory:\(Electrum.change)": "[]", "broadcast": "!already in mempool"])
    #expect(try await electrum.wallet.lookup(electrum.payment) == .pool)
    #expect(electrum.calls(of: "broadcast") == 1)
    electrum.change(["getaddresshistory:\(Electrum.change)": "!no answer"])
    #expect(try await electrum.wallet.lookup(electrum.payment) == .pool)
    #expect(electrum.calls(of: "broadcast") == 1, "a server that does not answer has lost nothing")
  }

  @Test func aWalletThatDoesNotNoteAPaymentStaysInDoubt() async throws {
    let electrum = try Electrum([Self.sent: #""\#(Electrum.hex)""#, "addtransaction": "false"])
    await #expect(throws: WalletError.syncing) { try await electrum.wallet.lookup(electrum.payment) }
    await #expect(throws: WalletError.syncing) { try await electrum.wallet.commit(electrum.payment) }
  }

  @Test func aServerThatDoesNotAnswerKnowsNothing() async throws {
    let electrum = try Electrum(["getaddresshistory": "!timeout", "broadcast": "!timeout"])
    await #expect(throws: WalletError.unavailable) { try await electrum.wallet.lookup(electrum.payment) }
    await #expect(throws: WalletError.unavailable) { try await electrum.wallet.commit(electrum.payment) }
  }

  @Test func whatNobodyHasIsUnknown() async throws {
    let electrum = try Electrum()
    #expect(try await electrum.wallet.lookup(electrum.payment) == .unknown)
    // Without its coin, and without another transaction that spends it, nothing is certain.
    electrum.change(["listunspent": "[]"])
    await #expect(throws: WalletError.syncing) { try await electrum.wallet.lookup(electrum.payment) }
    // A transaction that only the wallet has kept spends the coin there.
    electrum.change(["get_tx_status": #"{"confirmations":0}"#])
    #expect(try await electrum.wallet.lookup(electrum.payment) == .unknown)
    electrum.change(["getinfo": Electrum.info(height: 7, server: 6)])
    await #expect(throws: WalletError.syncing) { try await electrum.wallet.lookup(electrum.payment) }
  }

  /// Words are a stranger's, and in any language. Whether the server has the transaction afterwards decides.
  @Test(arguments: [
    "Transaction already in block chain", "txn-already-in-mempool", "txn-mempool-conflict", "bad-txns-vin-empty",
    "Unbekannter Fehler",
  ])
  func wordsOfAServerRejectNothing(_ words: String) async throws {
    let electrum = try Electrum(["broadcast": "!\(words)"])
    await #expect(throws: WalletError.protocolViolation(code: 1)) {
      try await electrum.wallet.commit(electrum.payment)
    }
    electrum.change([Self.sent: #""\#(Electrum.hex)""#])
    #expect(try await electrum.wallet.commit(electrum.payment) == .accepted)
  }

  @Test func aServerThatTellsAnotherTransactionIsNotBelieved() async throws {
    let electrum = try Electrum([Self.sent: #""\#(Electrum.hex.replacing("8096980000", with: "8096990000"))""#])
    await #expect(throws: WalletError.protocolViolation(code: nil)) {
      try await electrum.wallet.lookup(electrum.payment)
    }
  }

  // MARK: Receiving

  private static func received(_ electrum: ScriptedElectrum) async throws -> TransferCursor {
    electrum.change(["onchain_history": Electrum.history(Electrum.received(height: 0))])
    let page = try await electrum.wallet.transfers(since: nil, depth: 3)
    #expect(page.transfers.map(\.amount.atomicUnits) == [10_000_000] && page.transfers.map(\.confirmations) == [0])
    return page.cursor
  }

  /// Electrum 4.8 tells the history as a list, with outputs in atomic units.
  @Test func theHistoryOfNewerVersionsIsRead() async throws {
    let electrum = try Electrum()
    let entry =
      #"{"txid":"\#(Electrum.transaction)","height":5,"confirmations":3,"bc_value":"0.1","fee_sat":null,"#
      + #""timestamp":1700000000,"label":"","inputs":[{"prevout_hash":"\#(Electrum.parent)","prevout_n":1}],"#
      + #""outputs":[{"address":"\#(Electrum.own)","value_sat":10000000}]}"#
    electrum.change(["onchain_history": "[\(entry)]"])
    let page = try await electrum.wallet.transfers(since: nil, depth: 3)
    #expect(page.transfers.map(\.amount.atomicUnits) == [10_000_000] && page.transfers.map(\.confirmations) == [3])
  }

  @Test func whatIsWithheldIsNotGone() async throws {
    let electrum = try Electrum()
    let cursor = try await Self.received(electrum)
    // The server has forgotten it: the wallet has it alone, or not at all.
    for history in [Electrum.history(Electrum.received(height: -2)), Electrum.history()] {
      electrum.change(["onchain_history": history])
      let page = try await electrum.wallet.transfers(since: cursor, depth: 3)
      #expect(page.transfers.map(\.removed) == [false] && page.transfers.map(\.confirmations) == [0])
      let again = try await electrum.wallet.transfers(since: page.cursor, depth: 3)
      #expect(again.transfers == page.transfers, "it stays followed")
    }
  }

  @Test func whatAnotherTransactionHasTakenIsGone() async throws {
    let electrum = try Electrum()
    let cursor = try await Self.received(electrum)
    // The coin is that of a transaction that the server has, and another one has spent it.
    let id = String(repeating: "d", count: 64)
    electrum.change(["onchain_history": Electrum.history()])
    for (height, isGone) in [(0, false), (1, true)] {
      electrum.change([
        "gettransaction:\(Electrum.parent)": #""00""#,
        "deserialize": #"{"outputs":[{},{"address":"\#(Electrum.change)"}]}"#,
        "getaddresshistory:\(Electrum.change)":
          #"[{"tx_hash":"\#(id)"},{"tx_hash":"\#(Electrum.parent)"},{"tx_hash":"\#(Electrum.transaction)"}"#
          + (height > 0 ? #",{"tx_hash":"\#(Self.other.id)"}]"# : "]"),
        "gettransaction:\(Self.other.id)": #""\#(Self.other.hex)""#,
      ])
      let page = try await electrum.wallet.transfers(since: cursor, depth: 3)
      #expect(page.transfers.map(\.removed) == [isGone])
    }
  }

  /// A server that has an index of all transactions also tells of those in blocks that were taken back.
  @Test func whatWasInABlockThatWasTakenBackIsGone() async throws {
    let electrum = try Electrum([Self.sent: #""\#(Electrum.hex)""#])
    let cursor = try await Self.received(electrum)
    electrum.change([
      "onchain_history": Electrum.history(Electrum.received(height: -2)),
      "gettransaction:\(Electrum.parent)": #""00""#,
      "deserialize": #"{"outputs":[{},{"address":"\#(Electrum.change)"}]}"#,
      "getaddresshistory:\(Electrum.change)": #"[{"tx_hash":"\#(Self.other.id)"}]"#,
      "gettransaction:\(Self.other.id)": #""\#(Self.other.hex)""#,
    ])
    #expect(try await electrum.wallet.transfers(since: cursor, depth: 3).transfers.map(\.removed) == [true])
    #expect(try await electrum.wallet.transfers(since: nil, depth: 3).transfers.isEmpty)
  }

  /// Another transaction that spends the same coin.
  private static let other: (id: String, hex: String) = (
    "92fd46304862a2331f28e3fbf904a28d4f69b582afc8b676861022eb53219f35",
    ScriptedElectrum.hex.replacing("8096980000", with: "8096970000")
  )

  @Test func aServerWithoutItsLastBlockIsBehind() async throws {
    let electrum = try Electrum()
    let cursor = try await Self.received(electrum)
    for info in [Electrum.info(height: 7, server: 6), Electrum.info(height: 6, server: 7)] {
      electrum.change(["getinfo": info])
      await #expect(throws: WalletError.syncing) { try await electrum.wallet.transfers(since: cursor, depth: 3) }
    }
    electrum.change(["getinfo": Electrum.info(isConnected: false)])
    await #expect(throws: WalletError.unavailable) { try await electrum.wallet.transfers(since: cursor, depth: 3) }
    // Both may have lost what was seen.
    electrum.change(["getinfo": Electrum.info(height: 3, server: 3)])
    await #expect(throws: WalletError.syncing) { try await electrum.wallet.transfers(since: cursor, depth: 3) }
  }

  /// A server that is late tells of a transaction after its block, and one that was away much later.
  @Test func whatIsToldLateIsReported() async throws {
    let electrum = try Electrum(["getinfo": Electrum.info(height: 100, server: 100)])
    var cursor = try await electrum.wallet.transfers(since: nil, depth: 1).cursor
    cursor = try await electrum.wallet.transfers(since: cursor, depth: 1).cursor
    electrum.change([
      "getinfo": Electrum.info(height: 101, server: 101),
      "onchain_history": Electrum.history(Electrum.received(height: 100, confirmations: 2)),
    ])
    let page = try await electrum.wallet.transfers(since: cursor, depth: 1)
    #expect(page.transfers.map(\.confirmations) == [2])
    #expect(try await electrum.wallet.transfers(since: page.cursor, depth: 1).transfers.isEmpty, "once")
  }

  /// An entry that cannot be read is counted, and hides no other.
  @Test(arguments: ["true", #""0.000000001""#, "{}"]) func anUnreadableEntryStopsNothing(_ amount: String) async throws
  {
    let bad = Electrum.received(String(repeating: "e", count: 64), height: 0, amount: amount)
    let electrum = try Electrum(["onchain_history": Electrum.history(bad, Electrum.received(height: 0))])
    let page = try await electrum.wallet.transfers(since: nil, depth: 3)
    #expect(page.transfers.map(\.transactionID) == [Electrum.transaction])
    #expect(await electrum.wallet.glance().remarks == [.unreadable(.received, count: 1)])
  }
}
