import MockWallet
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
  /// The call to the wallet that may not see what the network has; if two did not, nobody could know.
  let blindCall: MockStep
  /// What leaves without the owner's PIN, if the owner sets one.
  let withoutPIN: Amount?
  /// How many payments are asked for at the same moment at most.
  let crowd: Int
  /// Whether disks may lose or change what they have acknowledged.
  let hasUntrueDisks: Bool
  /// How long a daemon that stands by waits before it tries again to open the ledger. That is longer than `payd` waits,
  /// because what is always the same would take most of the time of a story.
  let interval: Duration
  /// Whether daemons that stand by pass on to the one that writes what apps say to them.
  let passesOn: Bool
  /// Whether the person of the wallet also has a chat with cards.
  let hasChat: Bool

  /// What leaves to a recipient without a question, fee included. In a story each request has a recipient of its own, so
  /// that none is known but those that the owner has named.
  func unasked(to address: String) -> Amount {
    limits.asksForNewRecipients && !limits.names(address) ? .zero : unasked
  }

  /// The setting of stories for the model.
  static let forModel = Setting()

  private init() {
    (daemons, isForModel, unasked) = (1, true, Amount(atomicUnits: 60_000))
    (blindCall, withoutPIN, crowd, interval) = (.lookup, nil, 1, .seconds(3))
    (hasUntrueDisks, passesOn, hasChat) = (false, false, false)
    limits = PaymentLimits(perPeriod: Amount(atomicUnits: 2_000_000), period: .month, asking: .above(unasked))
  }

  /// Limits of some recipients, who are asked for in both spellings.
  private static let recipients = Dictionary(
    uniqueKeysWithValues: stride(from: 1, to: 200, by: 4).map { number in
      (MockAddress.example(currency: World.currency, number: number), Amount(atomicUnits: 20_000))
    })

  /// - Parameter isLong: whether much time passes in the story.
  init(seed: UInt64, isLong: Bool = false) {
    isForModel = false
    interval = .seconds(isLong ? 60 : 3)
    var random = SeededRandom(seed &+ 2)
    daemons = random.percent(40) ? 2 + random.below(2) : 1
    unasked = Amount(atomicUnits: random.pick([0, 60_000, 60_000, 1_000_000]) ?? 0)
    let perPeriod = Amount(atomicUnits: random.pick([600_000, 2_000_000, 20_000_000]) ?? 0)
    let isBatching = random.percent(50)
    blindCall = random.percent(50) ? .commit : .lookup
    withoutPIN = random.percent(10) ? Amount(atomicUnits: 30_000) : nil
    var limits = PaymentLimits(
      perPeriod: perPeriod, period: .month, count: random.percent(20) ? 4 : nil, asking: .above(unasked),
      recipients: random.percent(30) ? Self.recipients : [:], isBatching: isBatching)
    limits.asksForNewRecipients = random.percent(20)
    self.limits = limits
    crowd = random.pick([1, 4, 16]) ?? 1
    hasUntrueDisks = random.percent(30)
    passesOn = daemons > 1 && random.percent(40)
    // It looks at its cards each second, which in a long story would take most of the time.
    hasChat = !isLong && random.percent(30)
  }
}
