import OwnerAPI

/// Money that moved and was not told yet. An app that pays as often as it may must not make the owner's screen useless: in
/// each second a few are told one by one, and the others only as a number.
struct RecentMoves {
  /// How many are told one by one in a second.
  static let most = 5

  private var moves: [MoneyMoved] = []
  private var leftOut = 0
  private var second: ContinuousClock.Instant?
  private var count = 0

  /// Adds one that happened now.
  mutating func add(_ move: MoneyMoved, at now: ContinuousClock.Instant) {
    if second.map({ now - $0 >= .seconds(1) }) ?? true { (second, count) = (now, 0) }
    count += 1
    guard count <= Self.most else { return leftOut += 1 }
    var move = move
    if leftOut > 0 {
      move.others = leftOut
      leftOut = 0
    }
    moves.append(move)
  }

  /// Whether some were left out, and nothing has moved since that could tell how many.
  func hasRest(at now: ContinuousClock.Instant) -> Bool {
    leftOut > 0 && second.map { now - $0 >= .seconds(1) } ?? true
  }

  /// Returns how many were left out once a second is over in which nothing told it, once.
  mutating func takeRest(at now: ContinuousClock.Instant) -> Int {
    guard hasRest(at: now) else { return 0 }
    return exchange(&leftOut, with: 0)
  }

  /// Returns those that are to be told, once.
  mutating func takeMoves() -> [MoneyMoved] { exchange(&moves, with: []) }
}
