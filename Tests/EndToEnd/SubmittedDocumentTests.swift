import Consumer
import Cryptography
import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// Requests as documents, from the file to the payment.
@Suite(.serialized) struct SubmittedDocumentTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// The order of the proposal, except for its address, is written with an editor, signed, submitted, approved and
  /// paid.
  @Test func theProposalsOrderIsPaid() async throws {
    try await DocumentScene.with { scene in
      let file = "20240320110125_payment_order.yml"
      let path = scene.daemon.folder.path + "/" + file
      let text = """
        spec: payment_order
        version: 2
        currency: XMR
        address: \(MockAddress.example(currency: "XMR"))
        # maybe there should also be some field for the source of funds
        amount: 0.5

        """
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let signed = try await scene.app.run("document", "sign", path).succeeded().json["document"] ?? .null
      let folders = try await scene.app.run("document", "folder").succeeded().json["folders"] ?? .null
      #expect(folders.text("payment_order") == scene.path())
      for part in [file, file + ".sig"] {
        try FileManager.default.moveItem(
          atPath: scene.daemon.folder.path + "/" + part, toPath: scene.path() + "/" + part)
      }
      let asked = try await scene.answered(file) { $0.objectState == "awaiting_approval" }
      #expect(asked.state == .accepted && asked.requestID?.text == signed.text("request_id"))
      let order = asked.result?["payment_order"] ?? .null
      #expect(order.text("amount") == "0.5" && order.text("currency") == "XMR")
      try await scene.daemon.owner("approve", order.text("order_id"))
      try await scene.answered(file) { $0.objectState == "in_flight" }
      try await scene.daemon.mock("mine", "10")
      let ended = try await scene.archived(file)
      #expect(ended.state == .ended && ended.objectState == "succeeded")
      let sent = try await scene.daemon.broadcasts("XMR")
      #expect(sent.map { $0.text("transaction_id") } == [ended.result?["payment_order"]?.text("transaction_id")])
      #expect(sent.map { $0.text("atomic_units") } == ["500000000000"])
      // The folder of the archive has the date of the order's end.
      let day = String((ended.result?["payment_order"]?.text("updated_at") ?? "").prefix(10))
      #expect(try scene.archives().map { $0.split(separator: "/").last.map(String.init) } == [day])
      // The answer agrees with what a call returns.
      let listed = try await scene.app.ask("orders")["payment_orders"]?.arrayValue
      #expect(listed == [ended.result?["payment_order"] ?? .null])
    }
  }

  /// The address of the proposal's order is invalid, which is its only fault.
  @Test func theProposalsOrderToTheLetter() async throws {
    try await DocumentScene.with { scene in
      let text = """
        spec: payment_order
        version: 2
        currency: XMR
        address: asfeahsd
        # maybe there should also be some field for the source of funds
        amount: 0.5

        """
      try scene.drop(text, "20240320110125_payment_order.yml")
      let failure = try await scene.refused("20240320110125_payment_order.yml")
      #expect(failure.reason == "invalid_address" && failure.code == 4002 && failure.pointer == "/address")
      #expect(failure.line == 4 && failure.column == 1)
    }
  }

  @Test func theProposalsInvoiceIsPaid() async throws {
    try await DocumentScene.with { scene in
      let file = "20240320110125_invoice_request.yml"
      let text = """
        spec: invoice_request
        version: 2
        currency: XMR
        # address: asfeahsd
        amount: 0.5

        """
      try scene.drop(text, file, "invoice_request")
      let asked = try await scene.answered(file, "invoice_request") { $0.state == .accepted }
      let invoice = asked.result?["invoice"] ?? .null
      #expect(invoice.text("state") == "pending" && invoice.text("amount") == "0.5")
      try await scene.daemon.mock("receive", invoice.text("address"), "0.5")
      try await scene.answered(file, "invoice_request") { $0.objectState == "processing" }
      try await scene.daemon.mock("mine", "10")
      let ended = try await scene.archived(file, "invoice_request")
      #expect(ended.objectState == "settled" && ended.result?["invoice"]?.text("payment") == "paid")
    }
  }

  /// The same order by a call and by a document, at the same time and repeatedly, is one order and one payment.
  @Test func byCallAndByDocumentAtOnce() async throws {
    try await DocumentScene.with { scene in
      let text = DocumentScene.order(stranger)
      let file = "20240320110125_payment_order.yml"
      let name = try #require(DocumentName(file: file))
      let request = try #require(PaymentRequestID(document: Array(text.utf8), name, of: scene.key.verifyingKey))
      // The wallet is slow, so that both requests are processed at the same time.
      try await scene.daemon.mock("latency", "LTC", "quote", "300")
      let paying = try (0..<3).map { _ in
        try scene.app.launch(["pay", "LTC", stranger, "0.05", "--request-id", request.text])
      }
      for process in paying { _ = try await process.line(containing: request.text, on: .error) }
      try scene.drop(text, file)
      for process in paying { #expect(try await process.exit() == .code(0)) }
      let answer = try await scene.answered(file) { $0.objectState == "in_flight" }
      #expect(answer.requestID == request)
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
      let orders = try await scene.app.ask("orders")["payment_orders"]?.arrayValue ?? []
      #expect(orders.map { $0.text("order_id") } == [answer.result?["payment_order"]?.text("order_id")])
      // A later call is also the same request. With another amount it is a conflict.
      let again = try await scene.app.ask("pay", "LTC", stranger, "0.050", "--request-id", request.text)
      #expect(again["replayed"] == true)
      try await scene.app.refused(
        "pay", "LTC", stranger, "0.06", "--request-id", request.text, reason: "request_conflict", status: 65)
      try await scene.daemon.mock("mine", "6")
      _ = try await scene.archived(file)
      // If the document is submitted again, it is answered again and not paid again.
      try scene.drop(text, file)
      #expect(try await scene.archived(file).objectState == "succeeded")
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
      #expect(try scene.archives().count == 2, "the first one is not replaced")
    }
  }

  /// A document can name a request that was made by a call, and a call can repeat a request of a document.
  @Test func aDocumentWithARequestIdentifier() async throws {
    try await DocumentScene.with { scene in
      let request = "d0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b13"
      let first = try await scene.app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)["payment_order"]
      try scene.drop(DocumentScene.order(stranger, more: "request_id: \(request)\n"), "a.yml")
      let same = try await scene.answered("a.yml") { $0.state == .accepted }
      #expect(same.result?["payment_order"]?.text("order_id") == first?.text("order_id"))
      try scene.drop(DocumentScene.order(stranger, amount: "0.06", more: "request_id: \(request)\n"), "b.yml")
      let failure = try await scene.refused("b.yml")
      #expect(failure.reason == "request_conflict" && failure.line == 6)
      #expect(try await scene.daemon.broadcasts("LTC").count == 1)
    }
  }

  @Test func aProofByADocument() async throws {
    try await DocumentScene.with(scopes: "receive,prove") { scene in
      let address = try await scene.app.ask("new-address", "LTC")["address"]?.text("address") ?? ""
      try scene.drop(
        "spec: proof_request\nversion: 2\ncurrency: LTC\nkind: address\nmessage: for Ann\naddress: \(address)\n",
        "proof.yml", "proof_request")
      let answer = try await scene.archived("proof.yml", "proof_request")
      #expect(answer.state == .ended && answer.requestID == nil)
      #expect(answer.result?.text("signed_message").contains("for Ann") == true)
    }
  }

  /// The answer contains the statement, and the same document submitted again gets the same one.
  @Test func aStatementByADocument() async throws {
    try await DocumentScene.with(scopes: "receive,statement") { scene in
      let text = "spec: statement_request\nversion: 2\nfrom: 2024-03-01\nto: 2024-04-01\nformat: csv\n"
      try scene.drop(text, "march.yml", "statement_request")
      let first = try await scene.archived("march.yml", "statement_request")
      #expect(first.state == .ended && first.result?["statement"]?.text("state") == "ready")
      #expect(first.result?.text("data").isEmpty == false)
      try scene.drop(text, "march.yml", "statement_request")
      let again = try await scene.archived("march.yml", "statement_request")
      #expect(again.requestID == first.requestID)
      #expect(again.result?["statement"]?.text("statement_id") == first.result?["statement"]?.text("statement_id"))
    }
  }

  /// payctl makes, submits, awaits, lists and removes documents for people.
  @Test func fromTheCommandLine() async throws {
    try await DocumentScene.with { scene in
      let path = scene.daemon.folder.path + "/rent.yml"
      let made = try await scene.app.run(
        "document", "new", "payment_order", "currency=LTC", "amount=0.05", "description=rent: \"May\"", "--output", path
      ).succeeded().json
      #expect(made["document"]?["missing"] == ["address"])
      // A document with empty fields is refused before it is signed, with the place of the fault.
      let unfinished = try await scene.app.run("document", "submit", path)
      #expect(
        unfinished.status == 65 && unfinished.json["error"]?.text("message").contains("Line 4") == true, "\(unfinished)"
      )
      var text = try String(contentsOfFile: path, encoding: .utf8)
      text = text.replacing("address: #", with: "address: \(stranger) #")
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let submitting = try scene.app.launch(["document", "submit", path, "--wait"])
      try await scene.answered("rent.yml") { $0.objectState == "in_flight" }
      let listed = try await scene.app.run("document", "list").succeeded().json["documents"]?.arrayValue ?? []
      #expect(listed.map { $0.text("name") } == ["rent.yml"])
      #expect(listed.first?["answer"]?["result"]?["payment_order"]?.text("description") == "rent: \"May\"")
      #expect(
        try await scene.app.run("document", "remove", "rent.yml").json["error"]?.text("reason") == "document_under_way")
      try await scene.daemon.mock("mine", "6")
      #expect(try await submitting.exit() == .code(0))
      _ = try await scene.archived("rent.yml")
      #expect(try await scene.app.run("document", "list").succeeded().json["documents"] == [])
      let archived = try await scene.app.run("document", "status", "rent.yml").succeeded().json["document"] ?? .null
      #expect(archived["answer"]?.text("state") == "ended" && !archived.text("archived").isEmpty)
      try await scene.app.run("document", "remove", "rent.yml").succeeded()
      #expect(try await scene.app.run("document", "list", "--archived").succeeded().json["documents"] == [])
      #expect(try await scene.app.run("document", "status", "rent.yml").status == 65)
    }
  }

  /// An answer that somebody else has written is rejected.
  @Test func aForgedAnswerIsNoticed() async throws {
    try await DocumentScene.with { scene in
      try scene.drop(DocumentScene.order(stranger), "a.yml")
      let answer = try await scene.answered("a.yml") { $0.objectState == "in_flight" }
      // The provider does not run, because its next answer would replace the forged one.
      try await scene.daemon.terminate()
      let text = String(decoding: answer.text, as: UTF8.self).replacing("in_flight", with: "succeeded")
      try scene.put(Array(text.utf8), "a.answer.yml")
      chmod(scene.path() + "/a.answer.yml", 0o600)
      let run = try await scene.app.run("document", "status", "a.yml")
      #expect(run.status == 76 && run.json["error"]?.text("reason") == "forged_answer", "\(run)")
      // The next change writes a new answer.
      try await scene.daemon.start()
      try await scene.daemon.mock("mine", "6")
      #expect(try await scene.archived("a.yml").objectState == "succeeded")
    }
  }
}
