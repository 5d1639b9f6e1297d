import Catalogue
import JSON
import PaymentsAPI
import StrictYAML
import Testing
import TypeDefinition

@Suite struct CatalogueWritingTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try Shared.schemas.get() }

  private func service(_ status: ServiceStatus = .enabled, countries: [String] = ["!CHN"]) -> PaymentsService {
    PaymentsService(
      status: status, countries: countries,
      currencies: [
        CurrencyInfo(
          code: "LTC", name: "Litecoin", decimals: 8, network: "mock", ready: .ready, confirmations: 6,
          uriScheme: "litecoin"),
        CurrencyInfo(
          code: "XMR", name: "Monero", decimals: 12, network: "mock", ready: .syncing, confirmations: 10,
          uriScheme: "monero"),
      ])
  }

  private func files(_ service: PaymentsService) -> [CatalogueFile] {
    CatalogueWriter(remarks: service.remarks(schemas)).files(of: service.catalogue(schemas))
  }

  private func text(_ name: String, _ service: PaymentsService) throws -> String {
    String(decoding: try #require(files(service).first { $0.name == name }).bytes, as: UTF8.self)
  }

  @Test func theListReadsAsAPersonWouldWriteIt() throws {
    #expect(
      try text("services.yml", service()) == """
        # Written by the provider, and written anew when it changes.
        spec: Services
        versions: 1
        services:
          - spec: payments
            versions: 1
            folder: payments
            status: enabled
            countries: ["!CHN"]

        """)
    #expect(try !text("services.yml", service(countries: [])).contains("countries"))
    #expect(try text("services.yml", service(.disabled)).contains("\n    status: disabled\n"))
  }

  @Test func aTemplateReadsAsAPersonWouldWriteIt() throws {
    #expect(
      try text("payment_order.yml", service()) == """
        # Written by the provider, and written anew when it changes.
        spec: payment_order
        version: 1-2
        currency: # LTC (ready), XMR (syncing)
          spec: list_currencies
        address: null # The recipient: an address, or a Lightning invoice (BOLT 11).
        amount: # What the recipient gets; the fee comes on top.
          spec: get_amount_range_for_currency
        max_fee: null # Optional. The largest fee to accept.
        description: null # Optional. What it is for, at most 1000 code points; the owner sees it as the app's claim.
        expires_at: null # Optional. Do not submit it after this.
        file_endpoint:
          - spec: get_payment_order_status
          - spec: cancel_payment_order

        """)
  }

  @Test(arguments: [ServiceStatus.enabled, .experimental, .disabled])
  func whatIsWrittenIsRead(status: ServiceStatus) throws {
    let service = service(status)
    let catalogue = service.catalogue(schemas)
    let reader = CatalogueReader(schemas: schemas)
    let files = files(service)
    let list = try reader.list(try #require(files.last).bytes)
    #expect(list == catalogue.list)
    let info = try #require(list.services.first)
    let content = try #require(catalogue.services["payments"])
    let definitionFile = try #require(files.first { $0.folder == "payments" && $0.name == "definition.yml" })
    let definition = try reader.definition(definitionFile.bytes, of: info)
    #expect(definition == content.definition)
    #expect(definition.requests.map(\.spec) == PaymentsService.requests)
    for request in definition.requests {
      let file = try #require(files.first { $0.folder == "payments" && $0.name == request.file })
      #expect(try reader.template(file.bytes, of: request) == content.templates[request.spec])
    }
    #expect(files.count == 2 + definition.requests.count)
    #expect(
      CatalogueWriter().folders(of: catalogue)
        == ["payments"] + definition.requests.map { "payments/" + $0.folder })
  }

  /// The methods return the same content as the files.
  @Test func theSameGoesOverTheWire() throws {
    let catalogue = service().catalogue(schemas)
    let list = try JSONBytesEncoder().encodeValue(catalogue.list)
    #expect(schemas.serviceList.validate(list).isEmpty)
    #expect(
      try JSONValueDecoder(unknownMembers: .refuse).decode(ListServices.Result.self, from: list) == catalogue.list)
    let content = try #require(catalogue.services["payments"])
    let json = try JSONBytesEncoder().encodeValue(content)
    #expect(try #require(schemas.methods["get_service_definition"]).result.validate(json).isEmpty)
    #expect(try JSONValueDecoder().decode(GetServiceDefinition.Result.self, from: json) == content)
    let template = try #require(json["templates"]?["payment_order"]?.objectValue)
    #expect(Array(template.members.map(\.name).prefix(5)) == ["spec", "version", "currency", "address", "amount"])
  }

  @Test func everyRequestThatIsAMethodHasATemplateOfItsParams() throws {
    let templates = try #require(service().catalogue(schemas).services["payments"]).templates
    #expect(templates.keys.sorted() == PaymentsService.requests.sorted())
    #expect(PaymentsService.requests == ["invoice_request", "payment_order", "proof_request", "statement_request"])
    #expect(templates["statement_request"]?.fileEndpoint == ["get_statement_part"])
    #expect(templates["proof_request"]?.fileEndpoint == ["verify_proof"])
    for (name, template) in templates {
      let params = try #require(schemas.methods[name]).paramsSource
      let wanted = ["properties", "optionalProperties"].flatMap { params[$0]?.objectValue?.members.map(\.name) ?? [] }
      #expect(template.fields.map(\.name) == wanted.filter { $0 != "request_id" })
      for case .calls(let calls) in template.fields.map(\.source) {
        for call in calls { #expect(schemas.methods[call] != nil, "\(call)") }
      }
      for call in template.fileEndpoint ?? [] { #expect(schemas.methods[call] != nil, "\(call)") }
    }
  }
}
