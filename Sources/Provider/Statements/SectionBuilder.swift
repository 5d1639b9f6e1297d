import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// Builds the section of one currency from its rows.
struct SectionBuilder: Sendable {
  private let decimals: Int
  private var opening = Balance()
  private var balance = Balance()
  private var incoming = Amount.zero
  private var outgoing = Amount.zero
  private var fees = Amount.zero
  private var takenBack = Amount.zero
  private var rows: [StatementRow] = []
  private var days: [DayFlow] = []

  private struct DayFlow: Sendable {
    let day: String
    var incoming = Amount.zero
    var outgoing = Amount.zero
    var fees = Amount.zero
    var balance = Balance()
  }

  init(decimals: Int) {
    self.decimals = decimals
  }

  mutating func addEarlier(_ booking: Booking) throws(StatementError) {
    try opening.count(booking)
    balance = opening
  }

  /// Adds a row.
  ///
  /// - Parameter describe: Adds what is known of the payment beside its booking.
  mutating func add(
    _ booking: Booking, day: String, localAt: String, _ describe: (inout StatementRow) -> Void
  ) throws(StatementError) {
    try balance.count(booking)
    if days.last?.day != day { days.append(DayFlow(day: day)) }
    let last = days.count - 1
    if booking.isIncoming {
      try incoming.add(booking.amount)
      try days[last].incoming.add(booking.amount)
    } else {
      try outgoing.add(booking.amount)
      try days[last].outgoing.add(booking.amount)
      if booking.kind == .takenBack { try takenBack.add(booking.amount) }
    }
    try fees.add(booking.fee)
    try days[last].fees.add(booking.fee)
    days[last].balance = balance
    var row = StatementRow(
      at: booking.at, localAt: localAt, kind: StatementKind(booking.kind),
      incoming: decimal(booking.isIncoming ? booking.amount : .zero),
      outgoing: decimal(booking.isIncoming ? .zero : booking.amount), fee: decimal(booking.fee),
      balance: balance.decimal(decimals: decimals), objectID: booking.objectID, transactionID: booking.transactionID)
    describe(&row)
    rows.append(row)
  }

  func section(of currency: String, network: String?) -> StatementSection {
    StatementSection(
      currency: currency, decimals: decimals, opening: opening.decimal(decimals: decimals),
      incoming: decimal(incoming), outgoing: decimal(outgoing), fees: decimal(fees), takenBack: decimal(takenBack),
      closing: balance.decimal(decimals: decimals), rows: rows,
      days: days.map { flow in
        StatementDay(
          day: flow.day, incoming: decimal(flow.incoming), outgoing: decimal(flow.outgoing), fees: decimal(flow.fees),
          balance: flow.balance.decimal(decimals: decimals))
      }, network: network)
  }

  private func decimal(_ amount: Amount) -> DecimalAmount { amount.decimal(decimals: decimals) }
}

extension Booking {
  fileprivate var isIncoming: Bool { kind == .received || kind == .returned }
}

extension Balance {
  fileprivate mutating func count(_ booking: Booking) throws(StatementError) {
    switch booking.kind {
    case .received, .returned: try add(booking.amount)
    case .takenBack, .paid: try subtract(booking.amount)
    }
    try subtract(booking.fee)
  }
}

extension StatementKind {
  fileprivate init(_ kind: Booking.Kind) {
    switch kind {
    case .received: self = .received
    case .takenBack: self = .takenBack
    case .paid: self = .paid
    case .returned: self = .returned
    }
  }
}
