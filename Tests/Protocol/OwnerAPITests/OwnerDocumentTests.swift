import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import Testing

@testable import OwnerAPI

@Suite("Owner's socket: messages and document")
struct OwnerDocumentTests {
  @Test("every method is in the document once, with params and a result")
  func document() throws {
    let schemas = try OwnerSchemas(PaymentsSchemas())
    let methods = schemas.openRPC["methods"]?.arrayValue ?? []
    #expect(methods.compactMap { $0["name"]?.stringValue } == schemas.service.methods.keys.sorted())
    for method in methods { #expect(method["result"]?["schema"] != nil) }
  }

  @Test("what a method takes and may leave out is as its schema has it")
  func params() throws {
    let document = try OwnerSchemas(PaymentsSchemas()).openRPC
    let approve = document["methods"]?.arrayValue?.first { $0["name"] == "approve" }
    let params = approve?["params"]?.arrayValue ?? []
    #expect(params.map { $0["name"] } == ["id", "code", "scopes", "fee_cap", "always", "pin"])
    #expect(params.map { $0["required"] } == [true, false, false, false, false, false])
    #expect(params.first { $0["name"] == "scopes" }?["schema"]?["type"] == "array")
    #expect(approve?["result"]?["schema"]?["allOf"] == [["$ref": "#/components/schemas/owner_decision"]])
    let question = document["components"]?["schemas"]?["question"]
    #expect(question?["oneOf"]?.arrayValue?.map { $0["properties"]?["kind"]?["const"] } == ["pairing", "payment"])
    let order = document["components"]?["schemas"]?["owner_order"]
    #expect(order?["properties"]?["amount"]?["allOf"] == [["$ref": "#/components/schemas/amount"]])
    #expect(order?["required"]?.arrayValue?.contains("fee_cap") == false)
  }

  @Test("whatever is referred to is there")
  func references() throws {
    let document = try OwnerSchemas(PaymentsSchemas()).openRPC
    let schemas = document["components"]?["schemas"]?.objectValue ?? [:]
    var open = [document]
    while let value = open.popLast() {
      open += value.arrayValue ?? []
      open += value.objectValue?.members.map(\.value) ?? []
      guard let reference = value["$ref"]?.stringValue else { continue }
      #expect(schemas[String(reference.dropFirst("#/components/schemas/".count))] != nil, "\(reference)")
    }
  }

  @Test("a failure keeps its reason, its words and what it brings; one of a later version is an internal error")
  func failures() {
    let failure = OwnerFailure(
      .wrongPin, "this is not the PIN",
      .init(triesLeft: 4, retryAfterMilliseconds: 500, feeCap: DecimalAmount(coefficient: 5, scale: 1)))
    #expect(OwnerFailure(failure.rpcError) == failure)
    #expect(
      failure.rpcError.data
        == ["reason": "wrong_pin", "tries_left": 4, "retry_after_ms": 500, "fee_cap": "0.5"])
    var later = failure.rpcError
    later.data = ["reason": "unheard_of"]
    #expect(OwnerFailure(later).reason == .internalError)
    #expect(OwnerFailure(later).message == "this is not the PIN")
  }

  @Test("members whose names are not known keep their order")
  func order() throws {
    let values: JSONValue = ["XMR": "1", "LTC": "0.5", "BTC": "2"]
    let named = try JSONValueDecoder().decode(NamedValues<DecimalAmount>.self, from: values)
    #expect(named.members.map(\.name) == ["XMR", "LTC", "BTC"])
    #expect(try JSONBytesEncoder().encodeValue(named).text() == values.text())
  }

  @Test("what a watching program is told is read as it was written")
  func news() throws {
    let all: [OwnerNews] = [
      .standing(provider: "test", locked: true, pin: false, wallets: []), .ready,
      .withdrawn(id: "ord_1", kind: .payment, because: .denied),
    ]
    for news in all {
      let written = try JSONBytesEncoder().encodeValue(news)
      #expect(try JSONValueDecoder().decode(OwnerNews.self, from: written) == news)
    }
    #expect(try JSONBytesEncoder().encodeValue(all[1]) == ["change": "ready"])
  }
}
