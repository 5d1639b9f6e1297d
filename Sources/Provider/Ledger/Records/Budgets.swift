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
  /// Returns the usage of an app's budget on these days: in total, or for one recipient that has a limit of its own.
  package func budgetUsage(
    of app: AppKey, currency: String, recipient: String? = nil, in days: Range<CivilDay>
  ) throws -> BudgetUsage {
    let rows = try all(
      """
      SELECT amount, count FROM budget_days WHERE app_key = ? AND currency = ? AND recipient = ? AND day >= ? AND day < ?
      """, [app.rawValue, currency, recipient ?? "", days.lowerBound.number, days.upperBound.number]
    ) { columns -> BudgetUsage in
      BudgetUsage(amount: try columns.amount(), count: try columns.int())
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
    try execute(
      "INSERT INTO budget_reservations (order_id, day, amount, counts_recipient) VALUES (?, ?, ?, ?)",
      [
        reservation.order.rawValue, reservation.day.number, reservation.amount.stored, reservation.countsRecipient,
      ])
    try count(reservation, from: nil)
  }

  /// Changes the total of an order's reservation to the real cost, on the same day.
  ///
  /// Does nothing if the order has no reservation.
  package func settleReservation(_ order: OrderMachine, total: Amount) throws {
    guard let stored = try reservation(of: order), stored.amount != total else { return }
    try execute(
      "UPDATE budget_reservations SET amount = ? WHERE order_id = ?", [total.stored, order.terms.id.rawValue])
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
    try execute("DELETE FROM budget_reservations WHERE order_id = ?", [order.terms.id.rawValue])
    for recipient in stored.countsRecipient ? ["", stored.recipient] : [""] {
      let before = try usage(stored, recipient)
      try store(
        BudgetUsage(amount: before.amount.subtracting(stored.amount) ?? .zero, count: max(before.count - 1, 0)),
        stored, recipient)
    }
  }

  /// Records that the app is warned in this period that little of its budget is left. Returns `false` if it was warned
  /// before.
  package func noteBudgetWarning(
    _ app: AppKey, currency: String, period: BudgetPeriod, first: CivilDay
  ) throws -> Bool {
    let changed = try executeCounting(
      """
      INSERT INTO budget_warnings (app_key, currency, period, first_day) VALUES (?, ?, ?, ?)
      ON CONFLICT (app_key, currency) DO UPDATE SET period = excluded.period, first_day = excluded.first_day
        WHERE budget_warnings.period != excluded.period OR budget_warnings.first_day != excluded.first_day
      """, [app.rawValue, currency, period.rawValue, first.number])
    return changed == 1
  }

  /// Computes the usage of a recipient from the reservations of these days that were not counted for the recipient so
  /// far.
  func countRecipient(
    _ recipient: String, of app: AppKey, currency: String, in days: Range<CivilDay>
  ) throws {
    let missing = try all(
      """
      SELECT r.order_id, r.day, r.amount FROM orders AS o JOIN budget_reservations AS r USING (order_id)
      WHERE o.app_key = ? AND o.currency = ? AND o.address = ? AND r.counts_recipient = 0 AND r.day >= ? AND r.day < ?
      """, [app.rawValue, currency, recipient, days.lowerBound.number, days.upperBound.number]
    ) { columns -> BudgetReservation in
      BudgetReservation(
        order: OrderID(rawValue: try columns.text()), app: app, currency: currency, recipient: recipient,
        countsRecipient: true, day: CivilDay(number: try columns.integer()), amount: try columns.amount())
    }
    for reservation in missing {
      try execute(
        "UPDATE budget_reservations SET counts_recipient = 1 WHERE order_id = ?", [reservation.order.rawValue])
      try add(reservation, recipient, from: nil)
    }
  }

  private func reservation(of order: OrderMachine) throws -> BudgetReservation? {
    let terms = order.terms
    return try first(
      "SELECT day, amount, counts_recipient FROM budget_reservations WHERE order_id = ?", [terms.id.rawValue]
    ) { columns -> BudgetReservation in
      let day = CivilDay(number: try columns.integer())
      let amount = try columns.amount()
      return BudgetReservation(
        order: terms.id, app: terms.app, currency: terms.currency, recipient: terms.address,
        countsRecipient: try columns.flag(), day: day, amount: amount)
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
    try store(usage, reservation, recipient)
  }

  private func usage(_ reservation: BudgetReservation, _ recipient: String) throws -> BudgetUsage {
    try budgetUsage(
      of: reservation.app, currency: reservation.currency, recipient: recipient,
      in: reservation.day..<reservation.day.advanced(by: 1))
  }

  private func store(
    _ usage: BudgetUsage, _ reservation: BudgetReservation, _ recipient: String
  ) throws {
    try execute(
      """
      INSERT INTO budget_days (app_key, currency, recipient, day, amount, count) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (app_key, currency, recipient, day) DO UPDATE SET amount = excluded.amount, count = excluded.count
      """,
      [
        reservation.app.rawValue, reservation.currency, recipient, reservation.day.number, usage.amount.stored,
        usage.count,
      ])
  }
}
