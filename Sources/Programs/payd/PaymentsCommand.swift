import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct PaymentsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "payments",
    abstract: localized("List the payments that leave or, with --incoming, what comes in; or show one."),
    discussion: """
      What waits for you comes first, then what is under way by itself, then what has ended, the newest first. With an id, \
      or the part of it that the list shows, everything about that payment is told.

      With --incoming the invoices are listed instead, with what arrived for them; there --waiting means for the payer.

      What the words under STATE mean: payd help states.

      Times are in the time zone of this machine. In a file or a pipe the fields are separated by tabs, and ids are whole.
      """)
  @Argument(help: .localized("Show this one: its id, or the beginning of it.")) var id: String?
  @Flag(help: .localized("List invoices and what arrived for them.")) var incoming = false
  @Option(
    parsing: .unconditional,
    help: .localized("Only those of this app: its key, the beginning of it, its id or your name."))
  var app: String?
  @Option(help: .localized("Only those of this currency.")) var currency: String?
  @Flag(help: .localized("Only those that wait for you.")) var waiting = false
  @Flag(help: .localized("Only those that are under way by themselves.")) var inFlight = false
  @Flag(help: .localized("Only those that have ended.")) var ended = false
  @Option(
    help: .localized(
      "Only those from this moment on: 2026-01-31, \"2026-01-31 12:00\" (local time), or 2h, 7d for so long ago."))
  var since: String?
  @Option(help: .localized("Only those before this moment.")) var until: String?
  @Option(help: .localized("The most to list of each group.")) var limit = 20
  @Option(help: .localized("Go on with those that have ended after this id.")) var before: String?
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError(localized("--limit must be from 1 to 100000")) }
    guard [waiting, inFlight, ended].count(where: \.self) <= 1 else {
      throw ValidationError(localized("name one of --waiting, --in-flight and --ended, or none"))
    }
  }

  func run() throws {
    if let id { return try show(id) }
    let text =
      incoming
      ? PaymentsText(
        command: "payd payments --incoming", waiting: localized("Waiting for the payer"),
        other: localized("Money that leaves: payd payments")
      )
      : PaymentsText(
        command: "payd payments", waiting: localized("Waiting for you"),
        other: localized("Money that comes in: payd payments --incoming"))
    if incoming {
      let answer = try pages(ListIncomingPayments.self) { ($0.invoices, $0.next) }
      try output.show(ListIncomingPayments.Result(invoices: answer.items, next: answer.next)) {
        text.lines($0.invoices, next: $0.next, for: $1)
      }
    } else {
      let answer = try pages(ListPayments.self) { ($0.orders, $0.next) }
      try output.show(ListPayments.Result(orders: answer.items, next: answer.next)) {
        text.lines($0.orders, next: $0.next, for: $1)
      }
    }
  }

  private func show(_ id: String) throws {
    try output.show(output.folders.ask(GetPayment.self, .init(id: id))) { PaymentsText.whole($0, for: $1) }
  }

  /// The groups to list, in their order. A page behind the first goes on with those that have ended.
  private var groups: [PaymentGroup?] {
    if waiting { return [.waiting] }
    if inFlight { return [.inFlight] }
    return ended || before != nil ? [.ended] : [.waiting, .inFlight, .ended]
  }

  /// Asks for as many pages as the limit needs.
  private func pages<Method: OwnerMethod, Item: PaymentListItem>(
    _ method: Method.Type, _ parts: (Method.Result) -> (items: [Item], next: String?)
  ) throws -> (items: [Item], next: String?) where Method.Params == PaymentListParams {
    var items: [Item] = []
    var next: String?
    var params = PaymentListParams(
      app: app, currency: currency, since: try moment(since, "--since"),
      until: try moment(until, "--until"))
    // One may go on to the next group between two questions; it is listed where it was first.
    var seen: Set<String> = []
    for group in groups {
      params.group = group
      params.before = before
      var found: [Item] = []
      repeat {
        params.limit = min(limit - found.count, 100)
        let page = parts(try output.folders.ask(method, params))
        found += page.items.filter { seen.insert($0.id).inserted }
        params.before = page.next
      } while params.before != nil && found.count < limit
      items += found
      next = params.before
    }
    return (items, next)
  }

  private func moment(_ text: String?, _ option: String) throws -> Timestamp? {
    guard let text else { return nil }
    guard let moment = LocalTime.parse(text, now: SystemWallClock().now()) else {
      throw ValidationError(localized("\(option) must be 2026-01-31, \"2026-01-31 12:00\", 30m, 2h or 7d"))
    }
    return moment
  }
}
