import Foundation
import JSON
import MockWallet
import TestSupport
import Testing

/// Proofs with real programs: made, passed on as a file, verified and refused.
@Suite(.serialized) struct ProofTests {
  private let stranger = MockAddress.example(currency: "LTC")

  @Test func aPaymentIsProvenByItsPayerAndMailed() async throws {
    let folder = try ScratchFolder()
    try await withPairedApp(scopes: "receive,pay,prove") { daemon, app in
      let order = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      try await app.order(order, is: "in_flight")
      let file = folder.path + "/proof.json"
      let made = try await app.ask("prove", "payment", order, "--message", "für Ann", "--output", file)
      let paid = try await app.ask("order-status", order)["payment_order"] ?? .null
      #expect(
        made.text("signed_message")
          == "payport proof: payment of 0.05 LTC (mock) to \(stranger) by transaction \(paid.text("transaction_id")) "
          + "for order \(order); message: für Ann")
      #expect(made.text("transaction_id") == paid.text("transaction_id"))
      #expect(made.text("order_id") == order)
      let written = try JSONValue(parsing: Array(Data(contentsOf: URL(fileURLWithPath: file))))
      #expect(written == made)
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try await app.refused(
        "prove", "payment", order, "--message", "again", "--output", file, reason: "file_exists", status: 74)

      // The receiver of the file needs nothing else.
      let reader = try Client(daemon.runtime)
      try await reader.pair(with: daemon, scopes: "prove")
      let early = try await reader.ask("verify-proof", file)
      #expect(early["valid"] == true && early["in_pool"] == true && early["confirmations"] == 0)
      #expect(early.text("signed_by") == "payer" && early.text("amount") == "0.05")
      #expect(early.text("meaning").contains("can still be taken back"))
      try await daemon.mock("mine", "2")
      let late = try await reader.ask("verify-proof", file)
      #expect(late["confirmations"] == 2 && late["in_pool"] == false)
      let people = try reader.launchForPeople("verify-proof", file)
      #expect(try await people.exit() == .code(0))
      #expect(people.lines(.output).contains { $0.contains("0.05 LTC with 2 confirmations") })

      // With one word changed the proof is not valid, which is not an error of the provider.
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let forged = folder.path + "/forged.json"
      try Data(text.replacing("für Ann", with: "für Bob").utf8).write(to: URL(fileURLWithPath: forged))
      let verdict = try await reader.run("verify-proof", forged)
      #expect(verdict.status == 65)
      #expect(verdict.json["valid"] == false && verdict.json.text("reason") == "signature")
      let more = try await reader.run("verify-proof", file, "--amount", "0.06")
      #expect(more.status == 65 && more.json.text("reason") == "amount")

      let broken = folder.path + "/broken.json"
      try Data(text.replacing("MockOutProofV1", with: "OutProofV9").utf8).write(to: URL(fileURLWithPath: broken))
      let error = try await reader.refused("verify-proof", broken, reason: "invalid_params", status: 65)
      #expect(error["data"]?.text("pointer") == "/proof")
      try Data(text.replacing("\"mock\"", with: "\"mainnet\"").utf8).write(to: URL(fileURLWithPath: broken))
      try await reader.refused("verify-proof", broken, reason: "wrong_network", status: 65)
      try Data("hello".utf8).write(to: URL(fileURLWithPath: broken))
      try await reader.refused("verify-proof", broken, reason: "no_proof", status: 65)
      try Data("{}".utf8).write(to: URL(fileURLWithPath: broken))
      try await reader.refused("verify-proof", broken, reason: "no_proof", status: 65)
      try await reader.refused("verify-proof", folder.path + "/nothing", reason: "file", status: 74)
      // Another app cannot prove the payment.
      try await reader.refused(
        "call", "proof_request", #"{"currency":"LTC","kind":"payment","order_id":"\#(order)","message":"m"}"#,
        reason: "order_not_found", status: 65)
    }
  }

  @Test func whatWasNotPaidIsNotProven() async throws {
    try await withPairedApp(scopes: "receive,pay,prove") { daemon, app in
      let waiting = try await app.ask("pay", "LTC", stranger, "5")["payment_order"]?.text("order_id") ?? ""
      try await app.refused("prove", "payment", waiting, "--message", "m", reason: "nothing_to_prove", status: 65)
      // This transaction was signed and can never take effect.
      try await daemon.mock("fault", "LTC", "commit", "reject")
      let order = try await app.ask("pay", "LTC", stranger, "0.05")["payment_order"]?.text("order_id") ?? ""
      _ = try await eventually("the order has failed") {
        try await daemon.mock("mine", "2")
        return try await app.ask("order-status", order)["payment_order"]?.text("state") == "failed" ? true : nil
      }
      try await app.refused("prove", "payment", order, "--message", "m", reason: "nothing_to_prove", status: 65)
    }
  }

  @Test func aPaymentIsProvenByItsPayee() async throws {
    let folder = try ScratchFolder()
    try await withPairedApp(scopes: "receive,prove") { daemon, app in
      let invoice = try await app.ask("invoice", "XMR", "2")["invoice"] ?? .null
      let (id, address) = (invoice.text("invoice_id"), invoice.text("address"))
      try await app.refused("prove", "payment", id, "--message", "m", reason: "nothing_to_prove", status: 65)
      try await daemon.mock("receive", address, "1.5")
      _ = try await app.invoice(id, "partial") { $0.text("payment") == "partial" }
      let file = folder.path + "/first.json"
      let first = try await app.ask("prove", "payment", id, "--message", "m", "--output", file)
      #expect(first.text("amount") == "1.5" && first.text("invoice_id") == id)
      #expect(first.text("signed_message").contains(" for invoice \(id); message: m"))
      let verdict = try await app.ask("verify-proof", file)
      #expect(verdict.text("signed_by") == "payee" && verdict.text("amount") == "1.5")

      // There are two transactions, so one of them must be named.
      try await daemon.mock("receive", address, "0.5")
      let paid = try await app.invoice(id, "paid") { $0.text("payment") == "paid" }
      let error = try await app.refused(
        "prove", "payment", id, "--message", "m", reason: "invalid_params", status: 65)
      #expect(error["data"]?.text("pointer") == "/transaction_id")
      for transfer in paid["transfers"]?.arrayValue ?? [] {
        let proof = try await app.ask(
          "prove", "payment", id, "--message", "m", "--transaction", transfer.text("transaction_id"))
        #expect(proof.text("amount") == transfer.text("amount"))
      }
      let unknown = String(repeating: "0", count: 64)
      try await app.refused(
        "prove", "payment", id, "--message", "m", "--transaction", unknown, reason: "nothing_to_prove", status: 65)
    }
  }

  @Test func onlyOwnAddressesAreProven() async throws {
    try await withPairedApp(scopes: "receive,prove") { daemon, app in
      let other = try Client(daemon.runtime)
      try await other.pair(with: daemon, scopes: "receive,prove")
      let address = try await app.ask("new-address", "LTC")["address"]?.text("address") ?? ""
      let invoice = try await app.ask("invoice", "LTC", "1")["invoice"] ?? .null
      let proof = try await app.ask("prove", "address", "ltc", address, "--message", "8812")
      #expect(proof.text("signed_message").hasSuffix("address \(address); message: 8812"))
      let bound = try await app.ask("prove", "address", "LTC", invoice.text("address"), "--message", "m")
      #expect(bound.text("signed_message").contains(" of invoice \(invoice.text("invoice_id"));"))

      // Addresses of another app, of nobody and of another currency give the same error.
      let theirs = try await other.ask("new-address", "LTC")["address"]?.text("address") ?? ""
      var errors: Set<String> = []
      for wrong in [theirs, stranger, "nonsense"] {
        let error = try await app.refused(
          "prove", "address", "LTC", wrong, "--message", "m", reason: "address_not_found", status: 65)
        errors.insert(error.text())
      }
      try await app.refused(
        "prove", "address", "XMR", address, "--message", "m", reason: "address_not_found", status: 65)
      #expect(errors.count == 1)
      try await other.refused(
        "call", "proof_request",
        #"{"currency":"LTC","kind":"payment","invoice_id":"\#(invoice.text("invoice_id"))","message":"m"}"#,
        reason: "invoice_not_found", status: 65)
    }
  }

  @Test func reservesNeedTheBalanceAndAreRationed() async throws {
    let folder = try ScratchFolder()
    try await withPairedApp(scopes: "prove") { daemon, app in
      let refusal = try await app.refused(
        "prove", "reserve", "LTC", "10", "--message", "m", reason: "scope_not_granted", status: 77)
      #expect(refusal["data"]?.text("rule") == "balance")
      let rich = try Client(daemon.runtime)
      try await rich.pair(with: daemon, scopes: "balance,prove")
      try await rich.refused(
        "prove", "reserve", "LTC", "100.00000001", "--message", "m", reason: "insufficient_funds", status: 65)
      let file = folder.path + "/reserve.json"
      let proof = try await rich.ask("prove", "reserve", "LTC", "10", "--message", "for the bank", "--output", file)
      #expect(proof.text("signed_message").hasPrefix("payport proof: reserves of at least 10 LTC (mock) at 20"))
      #expect(!proof.text("address").isEmpty)
      let verdict = try await app.ask("verify-proof", file)
      #expect(verdict["valid"] == true && verdict.text("amount") == "10" && verdict.text("spent") == "0")
      #expect(try await app.run("verify-proof", file, "--amount", "10.1").json.text("reason") == "amount")

      // Six proofs are allowed in an hour, including those that failed.
      for _ in 0..<4 { try await rich.ask("prove", "reserve", "LTC", "1", "--message", "m") }
      let rationed = try await rich.refused(
        "prove", "reserve", "LTC", "1", "--message", "m", reason: "rate_limited", status: 75)
      let wait: Int = try #require(rationed["data"]?["retry_after_ms"]?.integerValue())
      #expect((60_000...3_600_001).contains(wait))

      // The owner can see every proof that was handed out.
      let entries = try await daemon.owner("audit", "--limit", "50")["entries"]?.arrayValue ?? []
      let made = entries.filter { $0.text("kind") == "proof.made" }
      #expect(made.count == 5)
      let first = try #require(made.first { $0["detail"]?.text("message") == "for the bank" }?["detail"])
      #expect(first.text("kind") == "reserve" && first.text("amount") == "10")
    }
  }

  @Test func nothingIsProvenWithoutTheScopeOrWhileLocked() async throws {
    try await withPairedApp(scopes: "receive,pay,balance") { daemon, app in
      let address = try await app.ask("new-address", "LTC")["address"]?.text("address") ?? ""
      try await app.refused(
        "prove", "address", "LTC", address, "--message", "m", reason: "scope_not_granted", status: 77)
      try await app.refused(
        "call", "verify_proof",
        #"{"currency":"LTC","kind":"address","address":"\#(address)","proof":"p","signed_message":"m"}"#,
        reason: "scope_not_granted", status: 77)
      let prover = try Client(daemon.runtime)
      try await prover.pair(with: daemon, scopes: "receive,prove")
      let own = try await prover.ask("new-address", "LTC")["address"]?.text("address") ?? ""
      try await prover.ask("prove", "address", "LTC", own, "--message", "m")
      try await daemon.owner("lock")
      try await prover.refused("prove", "address", "LTC", own, "--message", "m", reason: "wallet_locked", status: 75)
      let entries = try await daemon.owner("audit", "--limit", "50")["entries"]?.arrayValue ?? []
      #expect(entries.filter { $0.text("kind") == "proof.made" }.count == 1)
    }
  }
}
