import Synchronization

/// A coin, by its wallet's own name for it: transaction id and output such as `txid:0`, or a key image. Only the
/// backend reads it.
public struct CoinID: Sendable, Hashable, RawRepresentable {
  /// The wallet's own text.
  public let rawValue: String
  /// The coin with this name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// The coins of one wallet that payments of this provider have: no two payments get the same coin, whatever the wallet
/// itself remembers of its locks.
///
/// It is in memory only. A payment that is being built is nowhere else: were its coins locked in the wallet, a kill
/// would leave them locked with nobody to know why. Once the ledger has the payment they are kept for it, and may be
/// locked in the wallet too; at the next start the ledger tells which ones to keep.
public final class CoinReservations: Sendable {
  private struct State {
    var building: Set<CoinID> = []
    var kept: Set<CoinID> = []
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var waits = 0

    /// Those who wait, if nothing is being built any more.
    mutating func released() -> [CheckedContinuation<Void, Never>] {
      guard building.isEmpty else { return [] }
      defer { waiting = [:] }
      return Array(waiting.values)
    }
  }

  private let state = Mutex(State())

  /// No coin is taken.
  public init() {}

  /// Takes coins for a payment that is being built: all of them, or none where one is taken already.
  public func take(_ coins: [CoinID]) -> Bool {
    state.withLock { state in
      guard coins.allSatisfy({ !state.building.contains($0) && !state.kept.contains($0) }) else { return false }
      state.building.formUnion(coins)
      return true
    }
  }

  /// Whether a payment has this coin, in building or kept.
  public func isTaken(_ coin: CoinID) -> Bool {
    state.withLock { $0.building.contains(coin) || $0.kept.contains(coin) }
  }

  /// The coins of payments that the ledger has and that were handed to the network or tried to be; these alone may be
  /// locked in the wallet. Most are spent by then.
  public var kept: Set<CoinID> { state.withLock { $0.kept } }

  /// Whether no payment is being built.
  public var isIdle: Bool { state.withLock { $0.building.isEmpty } }

  /// The building is over, and the ledger has the payment. Coins that were not taken stay free.
  public func keep(_ coins: [CoinID]) {
    let released = state.withLock { state in
      for coin in coins where state.building.remove(coin) != nil { state.kept.insert(coin) }
      return state.released()
    }
    for continuation in released { continuation.resume() }
  }

  /// The payment will not be made, or it was and its coins are spent.
  public func giveBack(_ coins: [CoinID]) {
    let released = state.withLock { state in
      state.building.subtract(coins)
      state.kept.subtract(coins)
      return state.released()
    }
    for continuation in released { continuation.resume() }
  }

  /// Returns once no payment is being built, or at once where the task is cancelled: for wallets that choose coins
  /// themselves and cannot be told which ones to leave, except by locks.
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
