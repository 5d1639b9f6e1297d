import Catalogue
import JSON
import PaymentsAPI
import PaymentsModel
import Testing

@Suite struct FillingTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try Shared.schemas.get() }

  private func template(of spec: String = "invoice_request", _ fields: [(String, RequestTemplate.Source)])
    -> RequestTemplate
  {
    RequestTemplate(spec: spec, version: VersionRange(1), fields: fields.map { .init(name: $0.0, source: $0.1) })
  }

  @Test func theProposalsTemplateIsFilledFieldByField() throws {
    let template = try CatalogueReader(schemas: schemas).template(
      Array(Proposal.invoiceTemplate.utf8), of: ServiceRequest(spec: "invoice_request", file: "f", folder: "d"))
    var filling = TemplateFilling(template, version: 2, schemas: schemas)
    #expect(filling.step == .call(method: "list_currencies", params: [:]))
    filling.answered(["currencies": [["code": "LTC"], ["code": "XMR"]]])
    #expect(filling.step == .choose(FieldQuestion(field: "currency", options: .oneOf(["LTC", "XMR"]), hasMore: false)))
    filling.choose(.value("XMR"))
    #expect(filling.step == .call(method: "addresses_for_currency", params: ["currency": "XMR"]))
    filling.answered(["addresses": [["address": "old"]]])
    #expect(filling.step == .choose(FieldQuestion(field: "address", options: .oneOf(["old"]), hasMore: true)))
    filling.choose(.more)
    #expect(filling.step == .call(method: "new_address_for_currency", params: ["currency": "XMR"]))
    filling.answered(["address": ["address": "new"]])
    let question = FieldQuestion(field: "address", options: .oneOf(["new"]), hasMore: false)
    #expect(filling.step == .choose(question))
    // There is no further method to call.
    filling.choose(.more)
    #expect(filling.step == .choose(question))
    filling.choose(.value("new"))
    #expect(filling.step == .call(method: "get_amount_range_for_currency", params: ["currency": "XMR"]))
    filling.answered(["receive": ["min": "0.1", "max": "100"], "pay": ["min": "1", "max": "2"]])
    let range = FieldOptions.amount(least: try DecimalAmount("0.1"), most: try DecimalAmount("100"))
    #expect(filling.step == .choose(FieldQuestion(field: "amount", options: range, hasMore: false)))
    filling.choose(.value("0.5"))
    #expect(
      filling.step
        == .done(["spec": "invoice_request", "version": 2, "currency": "XMR", "address": "new", "amount": "0.5"]))
  }

  @Test func whatIsGivenIsNotAskedAbout() {
    let template = template([
      ("currency", .calls(["list_currencies"])), ("amount", .calls(["get_amount_range_for_currency"])),
      ("memo", .app),
    ])
    var filling = TemplateFilling(
      template, version: 1, given: ["memo": "tea", "currency": "LTC", "other": 1], schemas: schemas)
    #expect(filling.step == .call(method: "get_amount_range_for_currency", params: ["currency": "LTC"]))
    filling.answered([:])
    #expect(filling.step == .choose(FieldQuestion(field: "amount", options: .anything, hasMore: false)))
    filling.choose(.nothing)
    #expect(filling.step == .done(["spec": "invoice_request", "version": 1, "currency": "LTC", "memo": "tea"]))
  }

  @Test func aFieldOfFewWordsOffersThem() throws {
    var filling = TemplateFilling(
      template(of: "statement_request", [("format", .app), ("from", .app)]), version: 1, schemas: schemas)
    guard case .choose(let question) = filling.step, case .oneOf(let words) = question.options else {
      Issue.record("\(filling.step)")
      return
    }
    #expect(words.contains("csv") && words.contains("pdf"))
    filling.choose(.value("csv"))
    #expect(filling.step == .choose(FieldQuestion(field: "from", options: .anything, hasMore: false)))
  }

  @Test func paymentsAreWithinWhatCanBePaid() throws {
    var filling = TemplateFilling(
      template(of: "payment_order", [("currency", .app), ("amount", .calls(["get_amount_range_for_currency"]))]),
      version: 1, given: ["currency": "LTC"], schemas: schemas)
    filling.answered(["receive": ["min": "0.1", "max": "100"], "pay": ["min": "1", "max": "2"]])
    let range = FieldOptions.amount(least: try DecimalAmount("1"), most: try DecimalAmount("2"))
    #expect(filling.step == .choose(FieldQuestion(field: "amount", options: range, hasMore: false)))
  }

  @Test func methodsThatAreUnknownOrLackSomethingArePassedOver() throws {
    // The currency was left out, so no method can be called with it. The method `guess` does not exist.
    var filling = TemplateFilling(
      template([
        ("currency", .calls(["guess", "list_currencies"])), ("amount", .calls(["get_amount_range_for_currency"])),
        ("size", .range("0.5-2")), ("mood", .calls(["guess"])),
      ]), version: 1, schemas: schemas)
    #expect(filling.step == .call(method: "list_currencies", params: [:]))
    filling.answered(["currencies": []])
    filling.choose(.nothing)
    #expect(filling.step == .choose(FieldQuestion(field: "amount", options: .anything, hasMore: false)))
    filling.choose(.nothing)
    let range = FieldOptions.amount(least: try DecimalAmount("0.5"), most: try DecimalAmount("2"))
    #expect(filling.step == .choose(FieldQuestion(field: "size", options: range, hasMore: false)))
    filling.choose(.value("1"))
    #expect(filling.step == .choose(FieldQuestion(field: "mood", options: .anything, hasMore: false)))
    filling.choose(.nothing)
    #expect(filling.step == .done(["spec": "invoice_request", "version": 1, "size": "1"]))
    // A late answer has no effect.
    filling.answered([:])
    filling.choose(.value("x"))
    #expect(filling.step == .done(["spec": "invoice_request", "version": 1, "size": "1"]))
  }
}
