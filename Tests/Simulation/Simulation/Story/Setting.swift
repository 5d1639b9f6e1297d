import PaymentsCore
import PaymentsModel
import TestSupport

/// What differs between stories from their beginning on.
struct Setting {
  /// How many daemons there are. Several have their ledger in a database, one has it in a file.
  let daemons: Int
  let limits: PaymentLimits
  /// What leaves without a question, fee included.
  let unasked: Amount
  /// Whether only that happens which the model of payments has, so that it can judge a trace of the story.
  let isForModel: Bool

  /// The setting of stories for the model.
  static let forModel = Setting()

  private init() {
    (daemons, isForModel, unasked) = (1, true, Amount(atomicUnits: 60_000))
    limits = PaymentLimits(perPeriod: Amount(atomicUnits: 2_000_000), period: .month, asking: .above(unasked))
  }

  init(seed: UInt64) {
    isForModel = false
    var random = SeededRandom(seed &+ 2)
    daemons = random.percent(40) ? 2 + random.below(2) : 1
    unasked = Amount(atomicUnits: random.pick([0, 60_000, 60_000, 1_000_000]) ?? 0)
    limits = PaymentLimits(
      perPeriod: Amount(atomicUnits: random.pick([600_000, 2_000_000, 20_000_000]) ?? 0), period: .month,
      asking: .above(unasked), isBatching: random.percent(50))
  }
}
