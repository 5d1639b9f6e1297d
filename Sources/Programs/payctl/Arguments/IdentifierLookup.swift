import Consumer
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Finds the whole identifier of which a person typed a part, as tables show it, among those of this app.
struct IdentifierLookup {
  /// The largest number of pages that are read: 10,000 objects, the newest.
  private static let mostPages = 100
  /// The length of a whole identifier beside its prefix, in bytes.
  private static let length = 26

  let context: CommandContext

  /// Returns the order that is meant.
  ///
  /// - Throws: ``CommandFailure`` if none or several are meant, and the errors of the provider.
  func order(_ typed: String) async throws -> OrderID {
    let id = try await find(typed, "ord_", of: .orderNotFound) { context, before in
      let page = try await context.call(ListPaymentOrders.self, .init(before: before, limit: 100))
      return (page.paymentOrders.map(\.orderID.rawValue), page.next)
    }
    return OrderID(rawValue: id)
  }

  /// Returns the invoice that is meant.
  ///
  /// - Throws: ``CommandFailure`` if none or several are meant, and the errors of the provider.
  func invoice(_ typed: String) async throws -> InvoiceID {
    let id = try await find(typed, "inv_", of: .invoiceNotFound) { context, before in
      let page = try await context.call(ListInvoiceRequests.self, .init(before: before, limit: 100))
      return (page.invoices.map(\.invoiceID.rawValue), page.next)
    }
    return InvoiceID(rawValue: id)
  }

  private typealias Page = (ids: [String], next: String?)

  private func find(
    _ typed: String, _ prefix: String, of missing: FailureReason,
    _ read: (CommandContext, String?) async throws -> Page
  ) async throws -> String {
    let bare = typed.hasPrefix(prefix) ? typed.utf8.count - prefix.utf8.count : typed.utf8.count
    // The provider itself knows the whole ones, and says what is wrong with what cannot be a part of one.
    if typed.hasPrefix(prefix), bare == Self.length { return typed }
    guard bare >= PartialIdentifier.leastLength else { return typed }
    var all: [String] = []
    var before: String?
    for _ in 0..<Self.mostPages {
      let page = try await read(context, before)
      all += page.ids
      before = page.next
      if before == nil { break }
    }
    switch PartialIdentifier.find(typed, among: all) {
    case .one(let id): return id
    case .none:
      throw CommandFailure(
        missing.exitStatus, reason: missing.rawValue, localized(text: missing.message), advice: missing.advice,
        code: missing.code.rawValue)
    case .several(let ids):
      throw CommandFailure(
        .dataError, reason: "ambiguous_id", localized("Several have '\(SafeText(typed, limit: 40))' in their ids."),
        advice: localized("Give more of it: \(ids.prefix(8).joined(separator: ", "))."))
    }
  }
}

extension ObjectReference {
  /// Returns the order that is named, and asks for it if the name is that of its request or a part of its identifier.
  func order(in context: CommandContext) async throws -> OrderID {
    switch self {
    case .identifier(let typed): return try await IdentifierLookup(context: context).order(typed)
    case .request(let id):
      return try await context.call(GetPaymentOrderStatus.self, .init(requestID: id)).paymentOrder.orderID
    }
  }

  /// Returns the invoice that is named, and asks for it if the name is that of its request or a part of its identifier.
  func invoice(in context: CommandContext) async throws -> InvoiceID {
    switch self {
    case .identifier(let typed): return try await IdentifierLookup(context: context).invoice(typed)
    case .request(let id):
      return try await context.call(GetInvoiceRequestStatus.self, .init(requestID: id)).invoice.invoiceID
    }
  }
}
