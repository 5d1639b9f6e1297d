import BitcoinWallet
import JSON
import PaymentsModel
import Testing
import WalletBackend

@testable import ElectrumWallet

/// Amounts as Electrum writes them, transactions, and cursors.
@Suite struct ElectrumValueTests {
  @Test(arguments: [
    ("\"3\"", 300_000_000), ("\"0.\"", 0), ("\"2.8996688\"", 289_966_880), ("\"1E-8\"", 1), ("\"1.2e-7\"", 12),
    ("0.1", 10_000_000), ("1e-8", 1), ("1e1", 1_000_000_000), ("\"0.10000000000\"", 10_000_000),
    ("0.29999999", 29_999_999), ("90071992.54740993", 9_007_199_254_740_993),
  ])
  func amountsAreExact(_ text: String, _ units: Int) throws {
    #expect(try JSONValue(parsing: text).decimalAmount() == Amount(atomicUnits: UInt128(units)))
  }

  @Test(arguments: [
    "\"\"", "\".\"", "\"1e\"", "\"--1\"", "\"0x10\"", "1e-9", "\"0.000000001\"", "\"1e99\"", "true", "null", "\"-1\"",
    "\"99999999999999999999\"", "\"1.2.3\"", "\"1e-8e1\"", "\" 1\"", "0.30000000000000004",
    "\"1E-9223372036854775808\"",
  ])
  func whatIsNoAmountIsRefused(_ text: String) throws {
    let value = try JSONValue(parsing: text)
    #expect(throws: WalletError.protocolViolation(code: nil)) { try value.decimalAmount() }
  }

  @Test func theSignOfAValueIsRead() throws {
    let value = try JSONValue(parsing: "\"-0.1003312\"").decimal()
    #expect(value.isNegative && value.amount == Amount(atomicUnits: 10_033_120))
  }

  @Test func aTransactionIsReadAsTheNetworkDoes() throws {
    let transaction = try RawTransaction(hex: ScriptedElectrum.hex)
    #expect(transaction.transactionID == ScriptedElectrum.transaction)
    #expect(transaction.inputs == [Outpoint(transactionID: ScriptedElectrum.parent, index: 1)])
    #expect(transaction.isSigned)
    #expect(transaction.outputs.map(\.amount.atomicUnits) == [0, 10_000_000, 289_966_880])
    #expect(transaction.outputs[2].script == "0014609b3714a0d5b51a99685961c9040790885c0069")
  }

  @Test func whatIsNoTransactionIsRefused() {
    let hex = ScriptedElectrum.hex
    for text in ["", "00", "zz", String(hex.dropLast(2)), hex + "00", String(hex.dropFirst(8))] {
      #expect(throws: WalletError.protocolViolation(code: nil)) { try RawTransaction(hex: text) }
    }
    // Counts that are larger than the text end the reading.
    for length in 0..<(hex.utf8.count / 2) {
      #expect(throws: WalletError.self) { try RawTransaction(hex: String(hex.prefix(length * 2))) }
    }
  }

  @Test func examplesAreAddressesOfTheirChain() {
    #expect(
      AddressKinds(family: .bitcoin, chain: .main).example == "bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq9e75rs")
    for chain in BitcoinChain.allCases {
      for family in [BitcoinFamily.bitcoin, .litecoin] {
        let example = AddressKinds(family: family, chain: chain).example
        #expect(AddressKinds.isBech32(example, prefix: family.bech32Prefixes[chain] ?? ""))
      }
    }
  }

  @Test func aCursorIsReadAgain() throws {
    let transfer = IncomingTransfer(
      id: "\(ScriptedElectrum.transaction):2", transactionID: ScriptedElectrum.transaction, address: "a",
      amount: Amount(atomicUnits: 5), confirmations: 0)
    let coin = Outpoint(transactionID: ScriptedElectrum.parent, index: 1)
    let cursor = ElectrumTransferCursor(
      height: 3, next: 4, tip: 20, followed: [.init(transfer: transfer, coin: coin)],
      settled: [ElectrumTransferCursor.name(transfer.id)])
    let read = try #require(ElectrumTransferCursor(cursor.cursor))
    #expect(read.height == 3 && read.next == 4 && read.tip == 20 && read.settled == cursor.settled)
    #expect(read.followed.map(\.transfer) == [transfer] && read.followed.map(\.coin) == [coin])
  }
}
