import Consumer

/// The same story with documents in place of calls. Each document is submitted once, however often the story is played.
extension Story {
  private static let orderFile = "20240320110125_payment_order.yml"
  private static let invoiceFile = "20240320110125_invoice_request.yml"

  /// Requests the payment, and returns the order as a call would.
  func documentedOrder(_ client: PaymentsClient, _ deadline: ContinuousClock.Instant) async throws -> PaymentOrder {
    let text = """
      spec: payment_order
      version: 2
      currency: \(currency)
      address: \(network.recipient)
      amount: \(amount)
      max_fee: 0.01

      """
    let request = try await leave(text, Self.orderFile, client, deadline)
    return try await client.order(requestID: request)
  }

  /// Requests the invoice, and returns it as a call would.
  func documentedInvoice(_ client: PaymentsClient, _ deadline: ContinuousClock.Instant) async throws -> Invoice {
    let text = "spec: invoice_request\nversion: 2\ncurrency: \(currency)\namount: 0.25\n"
    let request = try await leave(text, Self.invoiceFile, client, deadline)
    return try await client.call(
      GetInvoiceRequestStatus.self, GetInvoiceRequestStatus.Params(requestID: request)
    ).invoice
  }

  /// Submits a document if it was not submitted yet, and waits until the provider has accepted it.
  private func leave(
    _ text: String, _ file: String, _ client: PaymentsClient, _ deadline: ContinuousClock.Instant
  ) async throws -> PaymentRequestID {
    guard let name = DocumentName(file: file) else { throw Violation("\(file) is no name") }
    let documents = try await client.documents()
    while true {
      // This call fails as soon as the daemon is gone, which the files would not reveal.
      _ = try await client.currentSession()
      do {
        let answer = try await documents.status(of: name).answer
        try hold(answer?.state != .refused, "\(file) is refused: \(answer?.failure?.reason ?? "")")
        if let answer, answer.result != nil, let request = answer.requestID { return request }
      } catch DocumentError.notFound {
        try await documents.submit(Array(text.utf8), named: name)
      } catch DocumentError.forgedAnswer {
        // The daemon was killed between writing an answer and its signature. Its next start writes both again.
      }
      guard .now < deadline else { throw Stalled("\(file) is no request") }
      // This pause only sets the pace of the reads.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Checks the documents at the end: each is in the archive once, with all its files, and its answer agrees with the
  /// result of a call.
  func documentsHold(
    _ client: PaymentsClient, _ order: PaymentOrder, _ invoice: Invoice, _ deadline: ContinuousClock.Instant
  ) async throws {
    let documents = try await client.documents()
    var all: [DocumentStatus] = []
    while true {
      do {
        all = try await documents.list(archived: true)
        if all.allSatisfy({ $0.archived != nil }) { break }
      } catch DocumentError.forgedAnswer {
        try hold(.now < deadline, "an answer stays without its signature")
      }
      guard .now < deadline else { break }
      try await Task.sleep(for: .milliseconds(20))
    }
    let found = all.map { "\($0.name.file) in \($0.archived ?? "the folder")" }
    try hold(
      all.map(\.name.file).sorted() == [Self.invoiceFile, Self.orderFile].sorted()
        && all.allSatisfy { $0.archived != nil }, "the documents: \(found)")
    for status in all {
      let (member, told): (String, JSONValue) =
        status.request == SubmitPaymentOrder.name
        ? ("payment_order", try JSONBytesEncoder().encodeValue(order))
        : ("invoice", try JSONBytesEncoder().encodeValue(invoice))
      try hold(
        status.answer?.state == .ended && status.answer?.result?[member] == told,
        "\(status.name.file) says \(status.answer.map { String(decoding: $0.text, as: UTF8.self) } ?? "nothing")")
    }
  }
}
