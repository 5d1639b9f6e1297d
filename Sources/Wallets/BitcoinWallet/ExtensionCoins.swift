import JSON
import PaymentsModel
import WalletBackend

/// The coins that a wallet of Litecoin has in extension blocks (MWEB). The daemon counts them in its balance and spends
/// them by itself, but a transaction that is built in advance cannot: `walletcreatefundedpsbt` then answers a
/// transaction without inputs, or one that pays less, and calls it complete.
struct ExtensionCoins: Sendable, Hashable {
  /// What the coins were worth when the wallet's coins were listed last; `nil` if they must be listed.
  var amount: Amount?
  /// What the wallet told of its transactions when the coins were listed for the owner.
  var transactions = ""

  /// Returns whether the coins have to be listed to tell the owner of them: it is not known whether there are any, or
  /// there were some and the wallet has new transactions.
  func mustBeListed(at transactions: String) -> Bool {
    guard let amount else { return true }
    return amount != .zero && self.transactions != transactions
  }
}

extension JSONValue {
  /// Whether an entry of `listunspent` is a coin in extension blocks, which has no output index.
  var isExtensionCoin: Bool { self["vout"] == nil && self["address"]?.stringValue != nil }

  /// Whether an entry of `listsinceblock` tells of a payment into extension blocks, or out of them. Such a payment is no
  /// output of an ordinary transaction, and has no index.
  var isExtensionEntry: Bool { self["vout"] == nil && self["mweb_out"]?.stringValue != nil }

  /// Whether an entry of `listsinceblock` tells that the wallet itself received a coin in extension blocks. A payment
  /// out of them names no such coin: zeros stand in its place.
  var receivesExtensionCoin: Bool {
    guard isExtensionEntry, let coin = self["mweb_out"]?.stringValue else { return false }
    return coin.utf8.contains { $0 != UInt8(ascii: "0") }
  }

  /// Whether an entry of `listsinceblock` is an output of a block's own transaction, by which a payment leaves the
  /// extension blocks. Like the coins of mining it is spendable only after some blocks.
  var isExtensionBlockOutput: Bool {
    guard let category = self["category"]?.stringValue, ["immature", "hogex", "orphan"].contains(category) else {
      return false
    }
    return self["generated"]?.boolValue != true && self["vout"] != nil
  }

  /// What tells an entry of a list from others, whatever its confirmations.
  var entryName: String {
    guard let id = self["txid"]?.stringValue else { return text() }
    let parts = ["category", "vout", "address", "amount"].map { self[$0]?.text() ?? "" }
    return ([id] + parts).joined(separator: " ")
  }
}

/// What the two entries of a payment out of extension blocks have in common.
struct PegOut: Sendable, Hashable {
  private let address: String
  private let amount: String
  /// The block; `nil` while the payment waits for one.
  private let block: String?

  /// Reads an entry of `listsinceblock`.
  init(_ entry: JSONValue) {
    address = entry["address"]?.stringValue ?? ""
    amount = entry["amount"]?.text() ?? ""
    block = entry["blockhash"]?.stringValue
  }
}
