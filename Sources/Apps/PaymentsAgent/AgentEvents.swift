import Consumer
import JSON
import PaymentsAPI
import PaymentsModel

/// Delivers the app's events, at least once each, and goes on after the last one that the app has acknowledged.
actor AgentEvents {
  /// The most events that are delivered and not acknowledged. An app that does not keep up costs no memory.
  private static let window = 64

  private let client: PaymentsClient
  private let wallet: AgentWallet
  private let output: AgentOutput
  private let acknowledged = ChangeSignal()
  /// The last event that was written since the agent started.
  private var delivered: EventCursor?
  /// What was written and not acknowledged, in order.
  private var open: [EventCursor] = []

  init(client: PaymentsClient, wallet: AgentWallet, output: AgentOutput) {
    self.client = client
    self.wallet = wallet
    self.output = output
  }

  /// Delivers events until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      do {
        try await wallet.untilReady()
        let start = delivered.map(EventStart.after) ?? .acknowledged
        for try await event in client.events(start, buffer: Self.window, onGap: { try await self.list(after: $0) }) {
          try await deliver(event)
        }
      } catch is CancellationError {
        return
      } catch {
        // The provider was restored from a backup, and does not have what was delivered: what is stored decides.
        if (error as? PaymentsFailure)?.reason == .cursorInvalid {
          delivered = nil
          // Their cursors are of a time that the provider does not know, and none of them can be acknowledged.
          open.removeAll()
          acknowledged.bump()
        }
        // The wallet's own state was told; it is tried again with the wallet.
        do { try await Task.sleep(for: .seconds(1)) } catch { return }
      }
    }
  }

  /// Stores that the app has handled the events up to this one.
  ///
  /// - Throws: ``AgentRefusal/notDelivered``; see `PaymentsClient`.
  func acknowledge(_ cursor: EventCursor) async throws {
    // An event of an earlier start comes again. To skip others because of a wrong cursor would lose them.
    guard let delivered, cursor <= delivered else { throw AgentRefusal.notDelivered }
    try await client.acknowledge(cursor)
    open.removeAll { $0 <= cursor }
    acknowledged.bump()
  }

  private func deliver(_ event: Event) async throws {
    guard case .object(var line) = try JSONBytesEncoder().encodeValue(event) else { return }
    line["name"] = try await name(of: event.invoice?.requestID ?? event.paymentOrder?.requestID)
    try await write(line, at: event.cursor)
  }

  private func write(_ line: JSONObject, at cursor: EventCursor, as kind: AgentNotification = .event) async throws {
    while true {
      let version = acknowledged.version
      if open.count < Self.window { break }
      try await acknowledged.wait(beyond: version)
    }
    // The app can acknowledge it as soon as it is written.
    open.append(cursor)
    delivered = cursor
    await output.tell(kind, line)
  }

  /// Tells how everything stands, because events were dropped. Nothing of it is acknowledged alone: if the agent ends in
  /// the middle, all of it comes again.
  private func list(after gap: EventGap) async throws {
    try await client.resynchronise(
      orders: { @Sendable page in
        for order in page { try await self.list(order, as: "payment_order", of: order.requestID) }
      },
      invoices: { @Sendable page in
        for invoice in page { try await self.list(invoice, as: "invoice", of: invoice.requestID) }
      })
    try await write(["cursor": .string(gap.newest.description)], at: gap.newest, as: .listed)
  }

  private func list(
    _ object: some Encodable & Sendable, as member: String, of requestID: PaymentRequestID?
  ) async throws {
    var line: JSONObject = ["listed": true]
    line[member] = try JSONBytesEncoder().encodeValue(object)
    line["name"] = try await name(of: requestID)
    await output.tell(.event, line)
  }

  private func name(of requestID: PaymentRequestID?) async throws -> JSONValue? {
    guard let requestID else { return nil }
    return try await client.name(of: requestID).map(JSONValue.string)
  }
}
