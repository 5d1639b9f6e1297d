import Synchronization

/// The identifier of a coin, in the wallet's own form: a transaction id and output such as `txid:0`, or a key image.
/// Only the backend interprets it.
public struct CoinID: Sendable, Hashable, RawRepresentable {
  /// The wallet's own text.
  public let rawValue: String
  /// Creates an identifier from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The coins of a wallet that are reserved for payments of this provider. No two payments get the same coin, whatever
/// the wallet itself remembers of its locks.
///
/// The reservations are in memory only. A payment that is being built is recorded nowhere else: if its coins were
/// locked in the wallet, they would stay locked after a crash and nobody would know why. Once the ledger has recorded
/// the payment, its coins are kept for it and may also be locked in the wallet. At the next start the ledger tells
/// which coins to keep.
public final class CoinReservations: Sendable {
  private struct State {
    var building: Set<CoinID> = []
    var kept: Set<CoinID> = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var waits = 0

    /// Returns the continuations of the waiting tasks if no payment is being built any more.
    mutating func released() -> [CheckedContinuation<Void, Never>] {
      guard building.isEmpty else { return [] }
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private let state = Mutex(State())

  /// Creates an object without reservations.
  public init() {}

  /// Reserves coins for a payment that is being built. If one of them is already reserved, none is, and it returns
  /// `false`.
  public func take(_ coins: [CoinID]) -> Bool {
    state.withLock { state in
      guard coins.allSatisfy({ !state.building.contains($0) && !state.kept.contains($0) }) else { return false }
      state.building.formUnion(coins)
      return true
    }
  }

  /// Returns whether a coin is reserved, either for a payment that is being built or for one that is recorded.
  public func isTaken(_ coin: CoinID) -> Bool {
    state.withLock { $0.building.contains(coin) || $0.kept.contains(coin) }
  }

  /// The coins of payments that the ledger has recorded and that were, or may have been, handed to the network. Only
  /// these coins may be locked in the wallet. Most of them are spent by then.
  public var kept: Set<CoinID> { state.withLock { $0.kept } }

  /// Whether no payment is being built.
  public var isIdle: Bool { state.withLock { $0.building.isEmpty } }

  /// Keeps the coins of a payment that the ledger has recorded. Coins that were not reserved stay free.
  public func keep(_ coins: [CoinID]) {
    let released = state.withLock { state in
      for coin in coins where state.building.remove(coin) != nil { state.kept.insert(coin) }
      return state.released()
    }
    for continuation in released { continuation.resume() }
  }

  /// Frees coins, because their payment will not be made, or was made and has spent them.
  public func giveBack(_ coins: [CoinID]) {
    let released = state.withLock { state in
      state.building.subtract(coins)
      state.kept.subtract(coins)
      return state.released()
    }
    for continuation in released { continuation.resume() }
  }

  /// Waits until no payment is being built, and returns at once if the task is cancelled. It is for wallets that choose
  /// coins themselves and leave out only locked ones.
  public func idle() async {
    let number = state.withLock { state in
      state.waits += 1
      return state.waits
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mustWait = state.withLock { state in
          guard !state.building.isEmpty, !Task.isCancelled else { return false }
          state.waiting[number] = continuation
          return true
        }
        if !mustWait { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
  }
}
