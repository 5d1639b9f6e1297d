/// The result of a trial.
struct PointResult: Sendable {
  let kind: Kind
  /// The number of the trial on the command line.
  let at: Int
  /// The place of the strike, for people.
  let place: String
  /// Whether the strike happened. A run may make fewer calls than the one in which they were counted.
  let hit: Bool
  let restarts: Int
  /// The behaviour of the program in a few words.
  let outcome: String
  /// The invariant that was violated; `nil` if all of them hold.
  let violation: String?
}

/// The kind of a trial.
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
  case till
  case payout
  case litecoinPayout = "litecoin-payout"

  /// Whether the trials are tried with a ledger in PostgreSQL, too: the others damage files, or strike another program.
  var isForDatabases: Bool {
    switch self {
    case .kill, .torn, .power, .enospc, .full, .eio, .broken, .restart, .document, .payout, .litecoin, .litecoinPayout:
      true
    case .cut, .flip, .consumer, .card, .till: false
    }
  }

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
    case .till: "paychat till killed before or after a write, sync, rename or send, while it sells and refunds"
    case .payout: "payd killed while it pays three orders by one transaction"
    case .litecoinPayout: "the same over a real litecoind, which is killed too"
    }
  }
}
