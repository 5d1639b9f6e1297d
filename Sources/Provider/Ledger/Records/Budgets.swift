package import PaymentsCore
package import PaymentsModel

/// The part of an app's budget that one order takes.
package struct BudgetReservation: Sendable, Hashable {
  /// The order.
  package let order: OrderID
  /// The app whose budget it is.
  package let app: AppKey
  /// The currency code.
  package let currency: String
  /// The recipient, in the wallet's canonical form.
  package let recipient: String
  /// Whether the order also counts towards the recipient's own limit, because the recipient has one.
  package let countsRecipient: Bool
  /// The day of the approval. The reservation always belongs to this day.
  package let day: CivilDay
  /// The sum of amount and fee.
  package let amount: Amount

  /// Creates a reservation.
  package init(
    order: OrderID, app: AppKey, currency: String, recipient: String, countsRecipient: Bool, day: CivilDay,
    amount: Amount
  ) {
    self.order = order
    self.app = app
    self.currency = currency
    self.recipient = recipient
    self.countsRecipient = countsRecipient
    self.day = day
    self.amount = amount
  }
}

extension LedgerReader {
  private static let budgetDays = """
    SELECT \(LedgerSchema.budgetDays.list) FROM budget_days
    WHERE app_key = $1 AND currency = $2 AND recipient = $3 AND day >= $4 AND day < $5
    """

  /// Returns the usage of an app's budget on these days: in total, or for one recipient that has a limit of its own.
  package func budgetUsage(
    of app: AppKey, currency: String, recipient: String? = nil, in days: Range<CivilDay>
  ) throws -> BudgetUsage {
    let sums = LedgerSchema.budgetDays
    let rows = try all(Self.budgetDays, [app, currency, recipient ?? "", days.lowerBound, days.upperBound]) { row in
      BudgetUsage(amount: try row[sums.amount], count: try row[sums.count])
    }
    return rows.reduce(.none) { $0.adding($1) }
  }
}

extension LedgerTransaction {
  /// Reserves a part of the budget for an order, in the unit that stores its approval. The caller decided in the same
  /// unit that the order fits.
  ///
  /// - Throws: ``LedgerError/constraint`` if the order has a reservation already.
  package func reserve(_ reservation: BudgetReservation) throws {
    let reservations = LedgerSchema.budgetReservations
    try insert(
      into: reservations,
      [
        reservations.order(reservation.order), reservations.day(reservation.day),
        reservations.amount(reservation.amount), reservations.countsRecipient(reservation.countsRecipient),
      ])
    try count(reservation, from: nil)
  }

  /// Changes the total of an order's reservation to the real cost, on the same day.
  ///
  /// Does nothing if the order has no reservation.
  package func settleReservation(_ order: OrderMachine, total: Amount) throws {
    guard let stored = try reservation(of: order), stored.amount != total else { return }
    let reservations = LedgerSchema.budgetReservations
    try update(reservations, [reservations.amount(total)], where: [reservations.order(order.terms.id)])
    let settled = BudgetReservation(
      order: stored.order, app: stored.app, currency: stored.currency, recipient: stored.recipient,
      countsRecipient: stored.countsRecipient, day: stored.day, amount: total)
    try count(settled, from: stored.amount)
  }

  /// Removes the reservation of an order that ended unpaid or goes back to the owner.
  ///
  /// Does nothing if the order has no reservation.
  package func releaseReservation(_ order: OrderMachine) throws {
    guard let stored = try reservation(of: order) else { return }
    let reservations = LedgerSchema.budgetReservations
    try delete(from: reservations, where: [reservations.order(order.terms.id)])
    for recipient in stored.countsRecipient ? ["", stored.recipient] : [""] {
      let before = try usage(stored, recipient)
      try store(
        BudgetUsage(amount: before.amount.subtracting(stored.amount) ?? .zero, count: max(before.count - 1, 0)),
        of: stored, to: recipient)
    }
  }

  /// Records that the app is warned in this period that little of its budget is left. Returns `false` if it was warned
  /// before.
  package func noteBudgetWarning(
    _ app: AppKey, currency: String, period: BudgetPeriod, first: CivilDay
  ) throws -> Bool {
    let changed = try executeCounting(
      """
      INSERT INTO budget_warnings (app_key, currency, period, first_day) VALUES ($1, $2, $3, $4)
      ON CONFLICT (app_key, currency) DO UPDATE SET period = excluded.period, first_day = excluded.first_day
        WHERE budget_warnings.period != excluded.period OR budget_warnings.first_day != excluded.first_day
      """, [app, currency, period, first])
    return changed == 1
  }

  /// Computes the usage of a recipient from the reservations of these days that were not counted for the recipient so
  /// far.
  func countRecipient(
    _ recipient: String, of app: AppKey, currency: String, in days: Range<CivilDay>
  ) throws {
    let reservations = LedgerSchema.budgetReservations
    let missing = try all(
      """
      SELECT \(LedgerSchema.budgetReservations.list("r")) FROM orders AS o JOIN budget_reservations AS r USING (order_id)
      WHERE o.app_key = $1 AND o.currency = $2 AND o.address = $3 AND r.counts_recipient = 0 AND r.day >= $4
        AND r.day < $5
      """, [app, currency, recipient, days.lowerBound, days.upperBound]
    ) { row in
      BudgetReservation(
        order: try row[reservations.order], app: app, currency: currency, recipient: recipient,
        countsRecipient: true, day: try row[reservations.day], amount: try row[reservations.amount])
    }
    for reservation in missing {
      try update(
        reservations, [reservations.countsRecipient(true)], where: [reservations.order(reservation.order)])
      try add(reservation, recipient, from: nil)
    }
  }

  private func reservation(of order: OrderMachine) throws -> BudgetReservation? {
    let (reservations, terms) = (LedgerSchema.budgetReservations, order.terms)
    return try first(in: reservations, where: [reservations.order(terms.id)]) { row in
      BudgetReservation(
        order: terms.id, app: terms.app, currency: terms.currency, recipient: terms.address,
        countsRecipient: try row[reservations.countsRecipient], day: try row[reservations.day],
        amount: try row[reservations.amount])
    }
  }

  private func count(_ reservation: BudgetReservation, from earlier: Amount?) throws {
    try add(reservation, "", from: earlier)
    if reservation.countsRecipient { try add(reservation, reservation.recipient, from: earlier) }
  }

  /// Adds a reservation to the sums of its day, in place of its earlier amount if there is one.
  private func add(
    _ reservation: BudgetReservation, _ recipient: String, from earlier: Amount?
  ) throws {
    var usage = try usage(reservation, recipient)
    if let earlier {
      usage.amount = usage.amount.subtracting(earlier) ?? .zero
    } else {
      usage.count += 1
    }
    usage = usage.adding(BudgetUsage(amount: reservation.amount, count: 0))
    try store(usage, of: reservation, to: recipient)
  }

  private func usage(_ reservation: BudgetReservation, _ recipient: String) throws -> BudgetUsage {
    try budgetUsage(
      of: reservation.app, currency: reservation.currency, recipient: recipient,
      in: reservation.day..<reservation.day.advanced(by: 1))
  }

  private func store(
    _ usage: BudgetUsage, of reservation: BudgetReservation, to recipient: String
  ) throws {
    let sums = LedgerSchema.budgetDays
    try save(
      in: sums,
      new: [
        sums.app(reservation.app), sums.currency(reservation.currency), sums.recipient(recipient),
        sums.day(reservation.day),
      ],
      [sums.amount(usage.amount), sums.count(usage.count)])
  }
}
