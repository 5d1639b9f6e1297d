/// Decides how many receiving addresses are made ahead. A pure value.
///
/// Addresses are made ahead only while they are asked for quickly, and are handed out only for a short time. The memory
/// of them ends with the process: after a restart nobody could tell whether an address was handed out, because the
/// ledger may have been restored from a copy.
package struct AddressPool {
  /// The largest number of spare addresses. Wallets that are restored from their seed look for at least this many unused
  /// ones.
  package static let most = 16
  /// How long a spare address may be handed out. A daemon may have been replaced by another one since.
  package static let lifetime: Duration = .seconds(10)
  /// The time in which requests count as quick.
  private static let window: Duration = .seconds(1)

  private var spare: [(address: String, madeAt: ContinuousClock.Instant)] = []
  private var requests: [ContinuousClock.Instant] = []
  private var isFilling = false

  /// Returns a spare address, oldest first; `nil` if there is none.
  package mutating func take(at now: ContinuousClock.Instant) -> String? {
    requests.removeAll { now - $0 > Self.window }
    if requests.count == Self.most { requests.removeFirst() }
    requests.append(now)
    spare.removeAll { now - $0.madeAt > Self.lifetime }
    return spare.isEmpty ? nil : spare.removeFirst().address
  }

  /// Adds an address that was made for a request of which nothing was stored.
  package mutating func giveBack(_ address: String, at now: ContinuousClock.Instant) {
    if spare.count < Self.most { spare.append((address, now)) }
  }

  /// Begins to make addresses and returns how many are to be made; `nil` if none are, or others are being made.
  package mutating func beginFilling(at now: ContinuousClock.Instant) -> Int? {
    // One request is no sign that another one follows.
    let wanted = requests.count { now - $0 <= Self.window } - 1
    // Wallets write their file once for all that are made together.
    guard !isFilling, wanted > spare.count * 2 else { return nil }
    isFilling = true
    return wanted - spare.count
  }

  /// Adds the addresses that were made, or none if the wallet failed.
  package mutating func endFilling(_ addresses: [String], at now: ContinuousClock.Instant) {
    isFilling = false
    spare += addresses.map { ($0, now) }
  }
}
