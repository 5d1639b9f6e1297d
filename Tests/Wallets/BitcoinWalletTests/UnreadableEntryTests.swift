import BitcoinWallet
import PaymentsModel
import Testing
import WalletBackend

/// Lists that have entries of kinds that nobody knows: the others are read. What cannot be read of a send may be any
/// payment.
@Suite struct UnreadableEntryTests {
  private static func id(_ digit: Character) -> String { String(repeating: digit, count: 64) }

  private static func entry(_ digit: Character, _ rest: String) -> String {
    #"{"category":"send","txid":"\#(id(digit))","confirmations":1,"time":1700000000,\#(rest)}"#
  }

  private static let good = entry("1", #""vout":0,"address":"to","amount":-1.5,"fee":-0.001"#)

  private static let entries = [
    good, entry("2", #""address":"to","amount":-2.5,"fee":-0.001"#),
    entry("3", #""vout":0,"address":"to","amount":-3.5"#),
    entry("4", #""vout":0,"address":7,"amount":-4.5,"fee":-0.001"#),
    entry("5", #""vout":0,"address":"to","amount":"much","fee":-0.001"#),
    #"{"category":"send","confirmations":1,"vout":0,"address":"to","amount":-6.5,"fee":-0.001}"#,
    #"{"category":"send","txid":"\#(id("7"))","confirmations":"some","amount":-7.5,"fee":-0.001}"#,
    #"{"category":"hogex","txid":"\#(id("8"))","confirmations":1,"amount":0,"vout":0}"#, #""send""#, "null", "[]",
  ]

  private static func answer(_ entries: [String]) -> [String: String] {
    [
      "listsinceblock":
        #"{"transactions":[\#(entries.joined(separator: ","))],"lastblock":"\#(String(repeating: "d", count: 64))"}"#
    ]
  }

  @Test func theOthersAreRead() async throws {
    let daemon = try ScriptedDaemon(Self.answer(Self.entries))
    let sends = try await daemon.wallet.sends(since: nil).sends
    #expect(sends.map(\.transactionID) == "12345".map(Self.id))
    func units(_ coins: Double) -> Amount { Amount(atomicUnits: UInt128(coins * 100_000_000)) }
    #expect(sends[0].outputs == [SentOutput(address: "to", amount: units(1.5))] && sends[0].fee == units(0.001))
    #expect(sends[1].outputs == [SentOutput(address: "to", amount: units(2.5))], "from extension blocks")
    #expect(sends[2].outputs == [SentOutput(address: "to", amount: units(3.5))] && sends[2].fee == nil)
    #expect(sends[3].outputs.isEmpty && sends[3].unknown == units(4.5))
    #expect(sends[4].outputs.isEmpty && sends[4].unknown == daemon.wallet.transferAmounts.upperBound)
    let remarks = await daemon.wallet.glance().remarks
    #expect(remarks.contains(.unreadable(.sent, count: 4)), "\(remarks)")
    // The same entries count once, however often they are listed.
    _ = try await daemon.wallet.sends(since: nil)
    #expect(await daemon.wallet.glance().remarks == remarks)
  }

  @Test func whatArrivedIsReadEntryByEntry() async throws {
    func arrived(_ digit: Character, _ rest: String) -> String {
      #"{"category":"receive","txid":"\#(Self.id(digit))","confirmations":2,\#(rest)}"#
    }
    let entries = [
      arrived("1", #""vout":0,"address":"to","amount":1.5"#),
      arrived("2", #""address":"to","amount":2.5,"mweb_out":"\#(Self.id("0"))""#),
      arrived("3", #""vout":0,"address":"to","amount":"much""#),
      arrived("4", #""vout":"first","address":"to","amount":1"#), arrived("5", #""vout":0,"amount":1"#),
      #"{"category":"receive"}"#, #"{"txid":"\#(Self.id("6"))"}"#, "7", "null", "{}",
      arrived("8", #""vout":1,"address":"to","amount":8.5"#), arrived("9", #""address":"to","amount":9.5"#),
    ]
    let daemon = try ScriptedDaemon(Self.answer(entries))
    daemon.change([
      "getblockchaininfo":
        #"{"chain":"regtest","blocks":7,"headers":7,"bestblockhash":"\#(Self.id("e"))","initialblockdownload":false}"#
    ])
    let transfers = try await daemon.wallet.transfers(since: nil, depth: 1).transfers
    #expect(Set(transfers.compactMap { $0.transactionID.first }) == ["1", "2", "8"])
    let remarks = await daemon.wallet.glance().remarks
    #expect(remarks.contains(.unreadable(.received, count: 7)), "\(remarks)")
  }

  @Test func aListThatIsNoneStopsTheLook() async throws {
    let daemon = try ScriptedDaemon(["listsinceblock": #"{"transactions":{},"lastblock":"x"}"#])
    await #expect(throws: WalletError.protocolViolation(code: nil)) { _ = try await daemon.wallet.sends(since: nil) }
  }
}
