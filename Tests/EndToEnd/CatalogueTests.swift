import Foundation
import JSON
import TestSupport
import Testing

/// The catalogue that `payd` publishes, which an app reads from its files and by calls.
@Suite(.serialized) struct CatalogueTests {
  private func file(_ daemon: Daemon, _ name: String) -> String {
    (try? String(contentsOfFile: daemon.state + "/.services/" + name, encoding: .utf8)) ?? ""
  }

  @Test func theFilesAndTheCallsSayTheSame() async throws {
    try await withPairedApp { daemon, app in
      let folder = daemon.state + "/.services"
      let list = try await app.ask("services")
      #expect(try await app.ask("services", "--folder", folder) == list)
      #expect(list["services"]?[0]?["status"] == "enabled")
      let service = try await app.ask("service", "payments")
      #expect(try await app.ask("service", "payments", "--folder", folder) == service)
      let requests = (service["definition"]?["requests"]?.arrayValue ?? []).map { $0.text("spec") }
      #expect(requests == ["invoice_request", "payment_order", "proof_request", "statement_request"])
      try await app.refused("service", "messaging", reason: "service_not_found", status: 65)
      try await app.refused("service", "messaging", "--folder", folder, reason: "service_not_found", status: 65)
    }
  }

  @Test func theFilesFollowTheWallets() async throws {
    try await withPairedApp { daemon, app in
      let template = "payments/payment_order.yml"
      _ = try await eventually("LTC is ready") { file(daemon, template).contains("LTC (ready)") ? true : nil }
      #expect(try await daemon.console("mock", "status", "LTC", "syncing").succeeded().status == 0)
      _ = try await eventually("LTC is syncing") { file(daemon, template).contains("LTC (syncing)") ? true : nil }
      #expect(file(daemon, template).contains("XMR (ready)"))
      #expect(try await app.ask("service", "payments", "--folder", daemon.state + "/.services") != .null)
    }
  }

  @Test func aDisabledServiceTakesNoNewRequestsAndFinishesTheOldOnes() async throws {
    try await withPairedApp { daemon, app in
      let request = ["--request-id", "018f2d4e-7a10-7cc3-9d6e-8a4f1f2f3a4b"]
      let invoice = try await app.ask("invoice", "LTC", "0.5", request[0], request[1])["invoice"] ?? .null
      try await daemon.terminate()
      try daemon.configure(
        Configurations.mock(more: "country: CHN\nservices: {payments: {countries: [!CHN]}}"))
      try await daemon.start()
      #expect(try await app.ask("services")["services"]?[0]?["status"] == "disabled")
      #expect(file(daemon, "services.yml").contains("status: disabled"))
      #expect(file(daemon, "services.yml").contains("countries: [\"!CHN\"]"))
      try await app.refused("invoice", "LTC", "0.5", reason: "service_disabled", status: 77)
      try await app.refused("pay", "LTC", "mockltc1q", "0.5", reason: "service_disabled", status: 77)
      try await app.refused("new-address", "LTC", reason: "service_disabled", status: 77)
      let id = invoice.text("invoice_id")
      // The same request returns the existing invoice.
      let again = try await app.ask("invoice", "LTC", "0.5", request[0], request[1])
      #expect(again["replayed"] == true && again["invoice"]?.text("invoice_id") == id)
      #expect(try await app.ask("invoice-status", id)["invoice"]?.text("state") == "pending")
      #expect(try await app.ask("cancel-invoice", id)["invoice"]?.text("state") == "cancelled")
    }
  }
}
