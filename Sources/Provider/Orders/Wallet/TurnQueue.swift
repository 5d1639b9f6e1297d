package import PaymentsModel

/// Decides who uses a wallet next. A pure value: few calls run at a time, and apps with waiting calls take turns,
/// however many calls each of them has.
package struct TurnQueue {
  /// The purpose of a call.
  package enum Rank: Int, CaseIterable, Sendable {
    /// A step of an approved payment.
    case payment
    /// A call for a new invoice or order that an app waits for, or a look at what became of a payment.
    case order
    /// A call that only reads.
    case reading
  }

  /// A call that waits or runs.
  package struct Ticket: Hashable, Sendable {
    fileprivate let number: UInt64
    fileprivate let rank: Rank
    /// The app whose call it is; `nil` for calls that several apps share, and for calls of the provider itself.
    fileprivate let app: AppKey?
    fileprivate let isBounded: Bool
  }

  /// The result of adding a call.
  package enum Arrival: Hashable, Sendable {
    /// The call may begin.
    case begins(Ticket)
    /// The call waits for others.
    case waits(Ticket)
    /// The app has too many waiting calls.
    case refused
  }

  /// The rank that is served first, turn by turn. Payments are preferred, but no rank waits for ever.
  private static let preference: [Rank] = [.payment, .payment, .payment, .order, .payment, .payment, .order, .reading]

  private struct Line {
    /// The apps with waiting calls, in the order of their turns.
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

  /// The number of calls that wait.
  private(set) var count = 0
  private let width: Int
  private let mostOfAnApp: Int
  private var lines = [Line](repeating: Line(), count: Rank.allCases.count)
  private var waiting: [AppKey?: Int] = [:]
  private var underWay = 0
  private var tickets: UInt64 = 0
  private var turns = 0

  /// Creates a queue without calls.
  ///
  /// - Parameters:
  ///   - width: The largest number of calls that run at the same time.
  ///   - mostOfAnApp: The largest number of bounded calls that may wait for one app.
  package init(width: Int, mostOfAnApp: Int) {
    self.width = width
    self.mostOfAnApp = mostOfAnApp
  }

  /// Adds a call.
  ///
  /// - Parameter isBounded: `false` for a call that must not be refused, such as a step of a payment.
  package mutating func arrive(_ rank: Rank, _ app: AppKey?, isBounded: Bool) -> Arrival {
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
    count += 1
    return .waits(ticket)
  }

  /// Ends a call and returns the one that begins now.
  package mutating func end() -> Ticket? {
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

  /// Removes a waiting call that was given up. Returns `false` if it does not wait.
  package mutating func leave(_ ticket: Ticket) -> Bool {
    guard lines[ticket.rank.rawValue].remove(ticket) else { return false }
    forget(ticket)
    return true
  }

  private mutating func forget(_ ticket: Ticket) {
    count -= 1
    guard ticket.isBounded, let count = waiting[ticket.app] else { return }
    waiting[ticket.app] = count > 1 ? count - 1 : nil
  }
}
