import Foundation
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

@Suite struct ProofTests {
  private let proof: ProofRequest.Result
  private let verdict: VerifyProof.Result

  init() throws {
    let amount = try Fixtures.order(.succeeded).amount
    proof = ProofRequest.Result(
      currency: "LTC", network: "regtest", kind: .payment, proof: "H\u{1b}[2J=", signedMessage: "said: m",
      transactionID: "aa", address: "rltc1q", amount: amount,
      orderID: OrderID(rawValue: "ord_a"))

    verdict = VerifyProof.Result(
      valid: true, meaning: "It holds.", signedBy: .payer, amount: amount, confirmations: 2,
      inPool: false)
  }

  /// A name for a file in a folder of its own, which is removed afterwards.
  private func withFile(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("payctl-proof-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appendingPathComponent("proof.json").path)
  }

  @Test func theCurrencyIsThatOfTheOrder() async throws {
    let service = try ScriptedService.answering(
      GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.succeeded)), proof)
    let outcome = try await Shell.run(["prove", "payment", "ord_a", "--message", "m"], service)
    #expect(outcome.status == .ok)
    #expect(service.asked.map(\.method) == ["get_payment_order_status", "proof_request"])
    let params: JSONValue = [
      "currency": .string(try Fixtures.order(.succeeded).currency), "kind": "payment", "order_id": "ord_a",
      "message": "m",
    ]
    #expect(service.asked.last?.params == params)
    #expect(outcome.output.contains("Signed text\tsaid: m\n"))
    #expect(!outcome.output.contains("\u{1b}"))
  }

  @Test func addressesAndReserves() async throws {
    let service = try ScriptedService.answering(proof, proof)
    for arguments in [["address", "ltc", "rltc1q"], ["reserve", "LTC", "10"]] {
      #expect(try await Shell.run(["prove"] + arguments + ["--message", "m"], service).status == .ok)
    }
    let asked: [JSONValue] = [
      ["currency": "LTC", "kind": "address", "address": "rltc1q", "message": "m"],
      ["currency": "LTC", "kind": "reserve", "amount": "10", "message": "m"],
    ]
    #expect(service.asked.map(\.params) == asked)
  }

  @Test func aFileIsAllThatAVerifierNeeds() async throws {
    try await withFile { file in
      let maker = try ScriptedService.answering(
        GetPaymentOrderStatus.Result(paymentOrder: Fixtures.order(.succeeded)), proof, proof)
      let made = try await Shell.run(["prove", "payment", "ord_a", "--message", "m", "--output", file], maker)
      #expect(made.status == .ok)
      #expect(made.error.contains("payctl verify-proof \(file)"))

      let reader = try ScriptedService.answering(
        verdict, VerifyProof.Result(valid: false, meaning: "Nothing is shown.", reason: .signature))
      let outcome = try await Shell.run(["verify-proof", file], reader)
      #expect(outcome.status == .ok)
      #expect(outcome.output.contains("Valid\tyes\n") && outcome.output.hasSuffix("It holds.\n"))
      var params = try JSONBytesEncoder().encodeValue(proof).objectValue ?? [:]
      params["order_id"] = nil
      #expect(reader.asked.first?.params == .object(params))
      let refused = try await Shell.run(["verify-proof", file, "--amount", "7"], reader)
      #expect(refused.status == .dataError)
      #expect(refused.output.contains("Valid\tno (signature)\n") && refused.error.isEmpty)
      #expect(reader.asked.last?.params["amount"] == "7")
    }
  }

  @Test func theScopeThatIsMissingIsNamed() async throws {
    let service = ScriptedService([.failure(PaymentsFailure(.scopeNotGranted, rule: "balance"))])
    let outcome = try await Shell.run(["prove", "reserve", "LTC", "10", "--message", "m"], service)
    #expect(outcome.status == .notPermitted)
    #expect(outcome.error.contains("the permission balance."))
  }

  @Test func aFileThatIsThereIsLeftAlone() async throws {
    try await withFile { file in
      try Data("kept".utf8).write(to: URL(fileURLWithPath: file))
      let service = try ScriptedService.answering(proof)
      let outcome = try await Shell.run(["prove", "address", "LTC", "a", "--message", "m", "--output", file], service)
      #expect(outcome.status == .ioError)
      #expect(outcome.error.contains("is there already"))
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "kept")
    }
  }

  @Test(arguments: ["", "hello", "[]", "{}", #"{"currency":"LTC","kind":"money","proof":"p","signed_message":"m"}"#])
  func whatIsNoProofIsNotSent(_ text: String) async throws {
    try await withFile { file in
      try Data(text.utf8).write(to: URL(fileURLWithPath: file))
      let service = ScriptedService([])
      let outcome = try await Shell.run(["verify-proof", file], service)
      #expect(outcome.status == .dataError)
      #expect(outcome.error.contains("is no proof"))
      #expect(service.asked.isEmpty)
    }
  }

  @Test(arguments: [
    ["prove", "payment", "ord_a"], ["prove", "payment", "LTC", "ord_a", "--message", "m"],
    ["prove", "payment", "a", "--message", "m"], ["prove", "payment", "ord_a", "--message", "m", "--transaction", "t"],
    ["prove", "address", "a", "--message", "m"], ["prove", "reserve", "LTC", "0", "--message", "m"],
    ["prove", "reserve", "LTC", "ten", "--message", "m"], ["prove", "money", "a", "--message", "m"],
    ["prove", "address", "L", "a", "--message", "m"], ["verify-proof"],
  ])
  func wrongUsage(_ arguments: [String]) async throws {
    let outcome = try await Shell.program(arguments)
    #expect(outcome.status == .usage)
    #expect(outcome.output.isEmpty && !outcome.error.isEmpty)
  }
}
