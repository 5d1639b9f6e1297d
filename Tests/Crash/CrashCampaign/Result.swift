/// What became of one trial.
struct PointResult: Sendable {
  let kind: Kind
  /// How the trial is named on the command line.
  let at: Int
  /// Where that was, for people.
  let place: String
  /// Whether the blow fell: a run may be shorter than the one that was counted.
  let hit: Bool
  let restarts: Int
  /// What the program did, in few words.
  let outcome: String
  /// The invariant that does not hold; nil where all do.
  let violation: String?
}

/// A kind of trouble.
enum Kind: String, CaseIterable, Sendable {
  case kill
  case torn
  case power
  case enospc
  case full
  case eio
  case broken
  case cut
  case flip
  case consumer
  case restart
  case litecoin
  case document
  case card

  var summary: String {
    switch self {
    case .kill: "payd killed in place of a write, sync, rename or send"
    case .torn: "payd killed when half of a write was done"
    case .power: "power failure: only what was synchronised is left of the ledger"
    case .enospc: "one call fails: no space left"
    case .full: "all calls from one on fail: no space left"
    case .eio: "one call fails: input/output error"
    case .broken: "all calls from one on fail: input/output error"
    case .cut: "the ledger cut short"
    case .flip: "a byte of the ledger flipped"
    case .consumer: "payctl killed in place of a write, sync, rename or send"
    case .restart: "two payd at once after kill -9, and kills while stopping"
    case .litecoin: "payd killed over a real litecoind, which is killed too"
    case .document: "payd killed in place of a write, sync or rename, while it serves documents"
    case .card: "paychat killed in place of a write, sync, rename or send, while a card is settled"
    }
  }
}
