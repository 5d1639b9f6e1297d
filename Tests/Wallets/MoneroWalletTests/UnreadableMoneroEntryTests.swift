import JSON
import MoneroWallet
import PaymentsModel
import Testing
import WalletBackend

/// The same for Monero: one entry that cannot be read hides no other one.
@Suite struct UnreadableMoneroEntryTests {
  private static func entry(_ digit: Character, _ rest: String) -> String {
    #"{"type":"out","txid":"\#(String(repeating: digit, count: 64))","timestamp":1700000000,\#(rest)}"#
  }

  @Test func whatArrivedIsReadEntryByEntry() async throws {
    func arrived(_ digit: Character, _ rest: String) -> String {
      #"{"type":"in","txid":"\#(String(repeating: digit, count: 64))","height":50,"confirmations":49,"locked":false,"#
        + #""unlock_time":0,\#(rest)}"#
    }
    let place = #""address":"to","subaddr_index":{"major":0,"minor":7}"#
    let entries = [
      arrived("1", #""amount":5,\#(place)"#), arrived("2", #""amount":-5,\#(place)"#),
      arrived("3", #""amount":5,"address":"to""#), "7", #"{"type":"in"}"#, #"{"type":"block"}"#,
      arrived("4", #""amount":6,\#(place)"#),
    ]
    let wallet = try ScriptedWallet([
      "get_transfers": #"{"in":[\#(entries.joined(separator: ","))]}"#, "/get_transactions": ScriptedWallet.seen(50),
    ])
    let transfers = try await wallet.wallet.transfers(since: nil, depth: 3).transfers
    #expect(Set(transfers.compactMap { $0.transactionID.first }) == ["1", "4"])
    let remarks = await wallet.wallet.glance().remarks
    #expect(remarks.contains(.unreadable(.received, count: 4)), "\(remarks)")
  }

  @Test func theOthersAreRead() async throws {
    let entries = [
      Self.entry("1", #""amount":5,"fee":2,"destinations":[{"address":"to","amount":5}]"#),
      Self.entry("2", #""amount":7,"fee":"none","destinations":[{"address":"to","amount":7}]"#),
      Self.entry("3", #""amount":9,"fee":2,"destinations":[{"address":"to","amount":4},{"amount":5}]"#),
      Self.entry("4", #""amount":-1,"fee":2"#), #"{"type":"out","amount":5,"fee":2}"#, "7", "null",
    ]
    let wallet = try ScriptedWallet(["get_transfers": #"{"out":[\#(entries.joined(separator: ","))]}"#])
    let sends = try await wallet.wallet.sends(since: nil).sends
    #expect(sends.map { $0.transactionID.first } == ["1", "2", "3", "4"])
    func units(_ units: UInt128) -> Amount { Amount(atomicUnits: units) }
    #expect(sends[0].outputs == [SentOutput(address: "to", amount: units(5))] && sends[0].unknown == .zero)
    #expect(sends[1].outputs.count == 1 && sends[1].fee == nil)
    #expect(sends[2].outputs.isEmpty && sends[2].unknown == units(9), "any payment up to the sum")
    #expect(sends[3].unknown == wallet.wallet.transferAmounts.upperBound)
    let remarks = await wallet.wallet.glance().remarks
    #expect(remarks.contains(.unreadable(.sent, count: 6)), "\(remarks)")
  }
}
