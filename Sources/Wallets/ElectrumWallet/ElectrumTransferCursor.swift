import BitcoinWallet
import JSON
import PaymentsModel
import WalletBackend

/// The content of a cursor: the block up to which everything was reported, and what was reported of the blocks after it and
/// of what waits.
///
/// A server tells of a transaction later than of its block, and after a loss of the connection much later. So the block is
/// some blocks before the newest one, and moves on only when the wallet was found up to date twice. The text is a JSON
/// object with version 1.
struct ElectrumTransferCursor: Sendable {
  /// A transfer that is still followed.
  struct Followed: Sendable {
    let transfer: IncomingTransfer
    /// One of the coins that it spends; `nil` if it is not known.
    let coin: Outpoint?
  }

  /// Everything up to this block was reported.
  let height: Int
  /// Up to where everything will have been reported if the wallet is found up to date once more.
  let next: Int
  /// The newest block that was seen.
  let tip: Int
  let followed: [Followed]
  /// Transfers in blocks after ``height`` that are followed no more, by ``name(_:)``.
  let settled: Set<String>

  /// A short name of a transfer.
  static func name(_ id: String) -> String {
    let parts = id.utf8.split(separator: UInt8(ascii: ":"))
    return parts.map { String(decoding: $0.prefix(24), as: UTF8.self) }.joined(separator: ":")
  }

  init(height: Int, next: Int, tip: Int, followed: [Followed], settled: Set<String>) {
    self.height = height
    self.next = next
    self.tip = tip
    self.followed = followed
    self.settled = settled
  }

  /// Reads a cursor; `nil` if the text is no cursor of this backend. In that case all transfers are reported again.
  init?(_ cursor: TransferCursor) {
    guard let value = try? JSONValue(parsing: cursor.rawValue), value["v"]?.integerValue() == 1,
      let blocks = value["electrum"]?.arrayValue?.compactMap({ $0.integerValue(as: Int.self) }), blocks.count == 3,
      blocks.allSatisfy({ (0...1 << 40).contains($0) }), let list = value["followed"]?.arrayValue,
      let settled = value["settled"]?.arrayValue
    else { return nil }
    (height, next, tip) = (blocks[0], blocks[1], blocks[2])
    followed = list.compactMap { item in
      guard let id = item[0]?.stringValue, let address = item[1]?.stringValue,
        let units = item[2]?.stringValue.flatMap({ UInt128($0) })
      else { return nil }
      let transfer = IncomingTransfer(
        id: id, transactionID: String(id.unicodeScalars.prefix { $0 != ":" }), address: address,
        amount: Amount(atomicUnits: units), confirmations: 0)
      return Followed(transfer: transfer, coin: item[3].flatMap { try? Outpoint($0) })
    }
    self.settled = Set(settled.compactMap(\.stringValue))
  }

  var cursor: TransferCursor {
    let followed = followed.map { entry -> JSONValue in
      let transfer = entry.transfer
      return .array(
        [.string(transfer.id), .string(transfer.address), .string(String(transfer.amount.atomicUnits))]
          + (entry.coin.map { [$0.json] } ?? []))
    }
    let value: JSONValue = [
      "v": 1, "electrum": [.integer(height), .integer(next), .integer(tip)], "followed": .array(followed),
      "settled": .array(settled.sorted().map { .string($0) }),
    ]
    return TransferCursor(rawValue: value.text())
  }
}
