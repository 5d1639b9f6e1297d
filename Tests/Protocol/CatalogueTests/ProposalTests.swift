import Catalogue
import JSON
import PaymentsAPI
import Testing

@Suite struct ProposalTests {
  private let reader: CatalogueReader

  init() throws { reader = CatalogueReader(schemas: try Shared.schemas.get()) }

  @Test func theListAndTheDefinitionAreReadAsTheyStand() throws {
    let list = try reader.list(Array(Proposal.services.utf8))
    #expect(
      list
        == ListServices.Result(services: [
          ServiceInfo(
            spec: "payments", versions: try #require(VersionRange("1-2")), folder: "payments", status: .enabled,
            countries: ["!CHN"])
        ]))
    let definition = try reader.definition(Array(Proposal.definition.utf8), of: try #require(list.services.first))
    #expect(definition.countries == ["!CHN"])
    #expect(
      definition.requests == [
        ServiceRequest(
          spec: "invoice_request", file: "invoice_request.yml", folder: "invoice_requests",
          versions: VersionRange("1-3")),
        ServiceRequest(spec: "payment_order", file: "payment_order.yml", folder: "payment_orders"),
        ServiceRequest(spec: "proof_request", file: "proof_request.yml", folder: "proof_requests"),
        ServiceRequest(spec: "statement_request", file: "statement_request.yml", folder: "statement_requests"),
      ])
    #expect(definition.endpoints == [ServiceEndpoint(spec: "connect_app", file: "connect_app.yml")])
  }

  @Test func theTemplateIsReadAsItStands() throws {
    let request = ServiceRequest(spec: "invoice_request", file: "invoice_request.yml", folder: "invoice_requests")
    let template = try reader.template(Array(Proposal.invoiceTemplate.utf8), of: request)
    #expect(
      template
        == RequestTemplate(
          spec: "invoice_request", version: try #require(VersionRange("1-3")),
          fields: [
            .init(name: "currency", source: .calls(["list_currencies"])),
            .init(name: "address", source: .calls(["addresses_for_currency", "new_address_for_currency"])),
            .init(name: "amount", source: .calls(["get_amount_range_for_currency"])),
          ], fileEndpoint: ["get_invoice_request_status"]))
    let other = Proposal.invoiceTemplate.replacing("# amount: 0-100", with: "other: 0-100")
    #expect(
      try reader.template(Array(other.utf8), of: request).fields.last == .init(name: "other", source: .range("0-100")))
  }

  static let requests: [(String, String, JSONValue)] = [
    (Proposal.invoice, "invoice_request", ["currency": "XMR", "amount": "0.5"]),
    (Proposal.order, "payment_order", ["currency": "XMR", "address": "asfeahsd", "amount": "0.5"]),
  ]

  /// All fields except `spec` and `version` are the params of the method.
  @Test(arguments: requests)
  func theRequestsAreReadAsTheyStand(text: String, method: String, params: JSONValue) throws {
    let request = try RequestDocumentReader(schemas: Shared.schemas.get()).read(Array(text.utf8))
    #expect(request.spec == method && request.version == 2 && request.requestID == nil)
    #expect(JSONValue.object(request.params) == params)
  }
}
