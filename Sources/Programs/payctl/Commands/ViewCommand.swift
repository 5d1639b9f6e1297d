import ArgumentParser
import DesktopLinks
import Links
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `view`, which opens the wallet's own interface and waits until the owner returns.
struct ViewCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "view", abstract: localized("Have the wallet itself show an order, an invoice or your payments."),
    discussion: """
      It opens in the wallet's own interface, where an order that waits can be approved or denied, and waits until the \
      owner is done. --print shows the link instead of opening it; it works once, for ten minutes.
      """)
  static let places: [CompletionPlace] = [.order]
  static let longOptions = ["--print"]

  @Argument(
    help: .localized("The order (ord_…) or the invoice (inv_…); all payments of this app unless named."),
    completion: ShellCompletion.payments)
  var id: ObjectReference?

  @Flag(help: .localized("Show the link, and do not open it or wait."))
  var print = false

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let desktop = DesktopLinks()
    if !print, try await !desktop.canOpen(PayportLink.scheme) {
      throw CommandFailure(
        .unavailable, reason: "no_handler", localized("No program opens links of the wallet on this desktop."),
        advice: localized("payctl links install makes payctl do it; payctl view --print shows the link."))
    }
    var params = RequestOpening.Params(state: LinkState.random().text)
    if case .identifier(let text)? = id, text.hasPrefix("inv_") {
      params.invoiceID = try await id?.invoice(in: context)
    } else {
      params.orderID = try await id?.order(in: context)
    }
    let begun = try await context.call(RequestOpening.self, params)
    guard case .open(let link) = try PayportLink(begun.link) else { throw LinkError.unknownKind }
    guard !print else { return try context.show(begun) { [link.text] } }
    try context.remark(localized("The wallet shows it now."))
    try await desktop.open(link)
    try await wait(for: begun.opening, in: context)
  }

  func validate() throws {
    if case .request? = id { throw ValidationError(localized("Name an order (ord_…) or an invoice (inv_…).")) }
  }

  private func wait(for opening: Opening, in context: CommandContext) async throws {
    var opening = opening
    while opening.status == .waiting || opening.status == .opened {
      opening = try await context.call(
        GetOpenRequestStatus.self,
        .init(openingID: opening.openingID, after: opening.version, waitMilliseconds: 25_000)
      ).opening
    }
    let result = GetOpenRequestStatus.Result(opening: opening)
    try context.show(result) { [Self.sentence(opening)] }
    if opening.result == .rejected { throw ShownFailure(status: .notPermitted) }
    if opening.status == .expired { throw ShownFailure(status: .tryAgain) }
  }

  private static func sentence(_ opening: Opening) -> String {
    switch opening.result {
    case .approved:
      localized("The payment is approved: payctl order-status \(opening.orderID?.rawValue ?? "") shows it.")
    case .rejected: localized("The owner rejected the payment.")
    case .viewed: localized("The owner has looked at it.")
    case nil: localized("Nobody finished looking at it in time.")
    }
  }
}
