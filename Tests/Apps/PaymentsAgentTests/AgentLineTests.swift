import Consumer
import Foundation
import JSON
import JSONRPC
import PaymentsAPI
import TestSupport
import Testing
import TypeDefinition

@testable import PaymentsAgent

/// The lines as chapter 20 of the specification shows them.
struct AgentLineTests {
  private static func text(_ file: String) throws -> String {
    try String(contentsOfFile: ForeignConsumer.packageRoot + "/protocol/" + file, encoding: .utf8)
  }

  /// The lines of the blocks with a label.
  private static func examples(of side: String) throws -> [JSONValue] {
    try text("20-agent.md").components(separatedBy: "```json \(side)\n").dropFirst()
      .flatMap { ($0.components(separatedBy: "\n```").first ?? "").split(separator: "\n").map(String.init) }
      .map { try JSONValue(parsing: $0) }
  }

  @Test func theRequestsOfTheChapterAreValid() throws {
    let schemas = try PaymentsAgentSchemas()
    for example in try Self.examples(of: "app") {
      let method = try #require(example["method"]?.stringValue)
      var params = example["params"]?.objectValue ?? [:]
      if let own = schemas.own.methods[method] {
        #expect(own.params.validate(.object(params)).isEmpty, "\(method)")
      } else {
        if let name = params["name"] {
          #expect(name.stringValue != nil)
          params["name"] = nil
          params["request_id"] = "7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b02"
        }
        #expect(try #require(schemas.payments.methods[method]).params.validate(.object(params)).isEmpty, "\(method)")
      }
    }
  }

  @Test func theLinesOfTheAgentInTheChapterAreValid() throws {
    let schemas = try PaymentsAgentSchemas()
    for example in try Self.examples(of: "agent") {
      if let notification = example["method"]?.stringValue {
        let schema = try schemas.own.schema(schemas.own.notifications[notification], file: notification)
        #expect(schema.validate(example["params"] ?? .null).isEmpty, "\(notification)")
      } else {
        let hello = try #require(schemas.own.methods[AgentMethod.hello.rawValue])
        #expect(hello.result.validate(example["result"] ?? .null).isEmpty)
      }
    }
  }

  @Test func theChapterNamesEachMethodNotificationAndReason() throws {
    let chapter = try Self.text("20-agent.md")
    let names = AgentMethod.allCases.map(\.rawValue) + AgentNotification.allCases.map(\.rawValue)
    for name in names { #expect(chapter.contains("`\(name)`"), "\(name)") }
    let refusals: [AgentRefusal] = [
      .version, .manifest, .helloFirst, .helloAgain, .eventsInUse, .nameMissing, .twoNames, .notDelivered, .lineTooLong,
    ]
    for refusal in refusals {
      let reason = try #require(refusal.rpcError.data?["reason"]?.stringValue)
      #expect(chapter.contains("`\(reason)`"), "\(reason)")
    }
  }

  @Test func theDocumentOfTheMethodsIsThatOfTheSpecification() throws {
    let document = try PaymentsAgentSchemas().openRPC
    #expect(try document == JSONValue(parsing: Self.text("openrpc-agent.json")))
    let methods = try #require(document["methods"]?.arrayValue)
    #expect(methods.count == AgentMethod.allCases.count + WalletMethod.passed.count)
    let pay = try #require(methods.first { $0["name"] == "payment_order" }?["params"]?.arrayValue)
    #expect(pay.first { $0["name"] == "name" }?["required"] == false)
    #expect(pay.first { $0["name"] == "request_id" }?["required"] == false)
    #expect(pay.first { $0["name"] == "amount" }?["required"] == true)
  }

  @Test func methodsArePassedOnByTheirKind() throws {
    let schemas = try PaymentsSchemas()
    #expect(WalletMethod(SubmitPaymentOrder.name, in: schemas) == .changing)
    #expect(WalletMethod(GetPaymentOrderStatus.name, in: schemas) == .looking)
    #expect(WalletMethod(ListCurrencies.name, in: schemas) == .plain)
    for kept in [DisconnectApp.name, SubscribeEvents.name, "no_such_method"] {
      #expect(WalletMethod(kept, in: schemas) == nil, "\(kept)")
    }
    for method in WalletMethod.passed { #expect(WalletMethod(method.name, in: schemas) != nil, "\(method.name)") }
  }

  /// What a refusal leaves to be done differs: the app must not pay in another way while it is not known.
  @Test func anErrorSaysWhetherAnythingMayHaveBeenDone() {
    let refusal = PaymentsFailure(.invalidAddress, pointer: "/address")
    #expect(AgentFailure.rpcError(for: refusal, isOpen: false).data?["outcome"] == "nothing_done")
    let lost = AgentFailure.rpcError(for: ConnectionError.timedOut, isOpen: true)
    #expect(lost.data?["outcome"] == "unknown" && lost.data?["reason"] == "timed_out")
    let read = AgentFailure.rpcError(for: refusal, isOpen: nil)
    #expect(read.data?["outcome"] == nil && read.data?["advice"]?.stringValue?.isEmpty == false)
    #expect(read.message == refusal.sentence && read.code == FailureReason.invalidAddress.code)
    let throttled = AgentFailure.rpcError(for: PairingError.tooManyQuestions(retryAfterMilliseconds: 5000), isOpen: nil)
    #expect(throttled.data?["retry_after_ms"] == 5000)
  }
}
