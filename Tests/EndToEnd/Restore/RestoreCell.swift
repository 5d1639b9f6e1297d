import TestSupport
import Testing

/// One story of a lost machine: what became of the wallet, and which payments were made after the backup.
struct RestoreCell: Sendable, Hashable, CustomTestStringConvertible {
  /// The money.
  enum Coin: String, CaseIterable {
    case litecoin = "LTC"
    case monero = "XMR"
  }

  /// What became of the wallet.
  enum Wallet: String, CaseIterable {
    /// It is on another machine, and nothing happened to it.
    case untouched
    /// It comes from its own backup, which is as old as that of the ledger.
    case ownBackup = "its own backup"
    /// It comes from its seed, and scans the chain before payd starts.
    case seedBefore = "seed, scanned before"
    /// It comes from its seed, and scans the chain when payd runs and the owner has unlocked it.
    case seedAfter = "seed, scanned after"
    /// An empty wallet is there when payd starts, and the right one takes its place later.
    case wrongFirst = "wrong one first"
    /// It scans the chain again, though nothing is missing.
    case softRescan = "scanned again"
  }

  /// What was paid after the backup, and what the owner does about it.
  enum Payment: String, CaseIterable {
    /// One payment; the owner forgets its order.
    case single
    /// Three payments in one transaction; the owner forgets their orders.
    case batch
    /// The same, and one of the three goes to an address of the wallet itself.
    case own = "own address in batch"
    /// One payment whose fee the owner has raised; the owner forgets its order.
    case bumped = "fee raised"
    /// Three payments in one transaction, with Litecoin one of them to an address of the wallet itself; the owner names
    /// the order of each.
    case adopted
  }

  let coin: Coin
  let wallet: Wallet
  let payment: Payment

  /// Why there is no such story; `nil` if there is.
  var isImpossible: String? {
    coin == .monero && payment == .bumped ? "Monero cannot raise the fee of a payment" : nil
  }

  var testDescription: String { "\(coin.rawValue), \(wallet.rawValue), \(payment.rawValue)" }

  static let all = Coin.allCases.flatMap { coin in
    Wallet.allCases.flatMap { wallet in
      Payment.allCases.map { RestoreCell(coin: coin, wallet: wallet, payment: $0) }
    }
  }

  /// Those that are run with all other tests: each wallet and each payment once, the worst pairs.
  static let worst = [
    RestoreCell(coin: .litecoin, wallet: .seedAfter, payment: .batch),
    RestoreCell(coin: .litecoin, wallet: .wrongFirst, payment: .single),
    RestoreCell(coin: .litecoin, wallet: .seedAfter, payment: .own),
    RestoreCell(coin: .litecoin, wallet: .untouched, payment: .adopted),
    RestoreCell(coin: .litecoin, wallet: .seedBefore, payment: .bumped),
    RestoreCell(coin: .monero, wallet: .seedBefore, payment: .batch),
    RestoreCell(coin: .monero, wallet: .softRescan, payment: .adopted),
  ]
}

/// A network with a wallet that can be lost, and come back in any way.
protocol RestoreNetwork: Sendable {
  /// The configuration of a provider called `test` with the wallet.
  var configuration: String { get }
  /// How long anything may take.
  var patience: Duration { get }

  /// Returns a new address of somebody else's wallet.
  func strangersAddress() async throws -> String
  /// Mines blocks.
  func mine(_ blocks: Int) async throws
  /// Notes what the owner keeps of the wallet, at the time of the backup.
  func keepWallet() async throws
  /// Lets happen to the wallet what does before payd starts again.
  func lose(_ wallet: RestoreCell.Wallet) async throws
  /// Lets the right wallet be there, whole, while payd runs.
  func bringBack(_ wallet: RestoreCell.Wallet) async throws
  /// Raises the fee of a transaction that waits.
  func raiseFee(of transaction: String) async throws
  /// Returns each payment to these addresses since the wallet was kept, as `address amount`, in blocks and waiting.
  func paid(to addresses: [String]) async throws -> [String]
  /// Returns the number of transactions that the wallet has made since it was kept.
  func transactionCount() async throws -> Int
  /// Returns the fee of a transaction of the wallet.
  func fee(of transaction: String) async throws -> String
}
