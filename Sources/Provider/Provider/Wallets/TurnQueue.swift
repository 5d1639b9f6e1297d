import PaymentsModel

/// Who uses a wallet next, as a pure value: few calls at a time, of the rest each app one after another, however many
/// each of them waits with.
struct TurnQueue {
  /// What a call is for.
  enum Rank: Int, CaseIterable, Sendable {
    /// A step of a payment that was approved.
    case payment
    /// What apps wait for to have an invoice or an order made, and looks at what became of payments.
    case order
    /// What only reads.
    case reading
  }

  /// A call that waits or has its turn.
  struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
    fileprivate let rank: Rank
    /// Whose call it is; `nil` for all that share it, and for the provider's own.
    fileprivate let app: AppKey?
    fileprivate let isBounded: Bool
  }

  /// What became of a call that came.
  enum Arrival: Hashable, Sendable {
    /// It may begin.
    case begins(Ticket)
    /// Others are before it.
    case waits(Ticket)
    /// The app waits with too many.
    case refused
  }

  /// Which rank is asked first, turn by turn: payments before the rest, and none of the rest never.
  private static let preference: [Rank] = [.payment, .payment, .payment, .order, .payment, .payment, .order, .reading]

  private struct Line {
    /// The apps that wait, the next one first.
    var apps: [AppKey?] = []
    var tickets: [AppKey?: [Ticket]] = [:]

    mutating func append(_ ticket: Ticket) {
      if tickets[ticket.app] == nil { apps.append(ticket.app) }
      tickets[ticket.app, default: []].append(ticket)
    }

    mutating func takeFirst() -> Ticket? {
      guard let app = apps.first, var own = tickets[app] else { return nil }
      apps.removeFirst()
      let ticket = own.removeFirst()
      tickets[app] = own.isEmpty ? nil : own
      if !own.isEmpty { apps.append(app) }
      return ticket
    }

    mutating func remove(_ ticket: Ticket) -> Bool {
      guard var own = tickets[ticket.app], let place = own.firstIndex(of: ticket) else { return false }
      own.remove(at: place)
      tickets[ticket.app] = own.isEmpty ? nil : own
      if own.isEmpty { apps.removeAll { $0 == ticket.app } }
      return true
    }
  }

  private let width: Int
  private let mostOfAnApp: Int
  private var lines = [Line](repeating: Line(), count: Rank.allCases.count)
  private var waiting: [AppKey?: Int] = [:]
  private var underWay = 0
  private var tickets: UInt64 = 0
  private var turns = 0

  /// A queue in which nobody waits.
  ///
  /// - Parameters:
  ///   - width: calls under way at a time.
  ///   - mostOfAnApp: bounded calls with which one app may wait.
  init(width: Int, mostOfAnApp: Int) {
    self.width = width
    self.mostOfAnApp = mostOfAnApp
  }

  /// A call comes.
  ///
  /// - Parameter isBounded: false for what has to be done in any case, such as a step of a payment.
  mutating func arrive(_ rank: Rank, _ app: AppKey?, isBounded: Bool) -> Arrival {
    tickets += 1
    let ticket = Ticket(number: tickets, rank: rank, app: app, isBounded: isBounded)
    if underWay < width {
      underWay += 1
      return .begins(ticket)
    }
    if isBounded {
      guard waiting[app, default: 0] < mostOfAnApp else { return .refused }
      waiting[app, default: 0] += 1
    }
    lines[rank.rawValue].append(ticket)
    return .waits(ticket)
  }

  /// A call has ended: answers the one that begins now.
  mutating func end() -> Ticket? {
    let preferred = Self.preference[turns % Self.preference.count]
    for rank in [preferred] + Rank.allCases {
      guard let ticket = lines[rank.rawValue].takeFirst() else { continue }
      turns += 1
      forget(ticket)
      return ticket
    }
    underWay -= 1
    return nil
  }

  /// A call is given up; false where it does not wait.
  mutating func leave(_ ticket: Ticket) -> Bool {
    guard lines[ticket.rank.rawValue].remove(ticket) else { return false }
    forget(ticket)
    return true
  }

  private mutating func forget(_ ticket: Ticket) {
    guard ticket.isBounded, let count = waiting[ticket.app] else { return }
    waiting[ticket.app] = count > 1 ? count - 1 : nil
  }
}
