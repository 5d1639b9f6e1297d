import JSON
public import PaymentsAPI

/// The service `payments` as the provider offers it at present.
public struct PaymentsService: Sendable, Hashable {
  /// The name of the specification and of the folder of the service.
  public static let name = "payments"

  /// Whether the service can be used.
  public var status: ServiceStatus
  /// The countries in which it is offered; empty for all countries.
  public var countries: [String]
  /// The currencies of the service.
  public var currencies: [CurrencyInfo]

  /// Makes a service.
  public init(status: ServiceStatus, countries: [String], currencies: [CurrencyInfo]) {
    self.status = status
    self.countries = countries
    self.currencies = currencies
  }

  /// The methods that an app can also submit as a document.
  public static let requests = [
    InvoiceRequest.name, SubmitPaymentOrder.name, ProofRequest.name, RequestStatement.name,
  ]

  /// The versions of these requests. Both have the same fields, which are the params of the method in this version of
  /// the payments specification.
  public static let requestVersions = VersionRange(1, through: 2)

  /// Makes the catalogue of a provider that has only this service.
  public func catalogue(_ schemas: PaymentsSchemas) -> Catalogue {
    let versions = VersionRange(PaymentsMethods.specificationVersion)
    let places = countries.isEmpty ? nil : countries
    let info = ServiceInfo(
      spec: Self.name, versions: versions, folder: Self.name, status: status, countries: places)
    let definition = ServiceDefinition(
      requests: Self.requests.map {
        ServiceRequest(spec: $0, file: $0 + ".yml", folder: $0 + "s", versions: Self.requestVersions)
      }, spec: Self.name, versions: versions, status: status, countries: places)
    let templates = Self.requests.compactMap { name in template(name, schemas).map { (name, $0) } }
    return Catalogue(
      list: ListServices.Result(services: [info]),
      services: [
        Self.name: GetServiceDefinition.Result(
          definition: definition, templates: Dictionary(templates) { first, _ in first })
      ])
  }

  /// The methods that offer the possible values of a field, by request and field.
  private static let sources: [String: [String: [String]]] = [
    InvoiceRequest.name: ["amount": [GetAmountRangeForCurrency.name]],
    SubmitPaymentOrder.name: ["amount": [GetAmountRangeForCurrency.name]],
    ProofRequest.name: [
      "address": [AddressesForCurrency.name], "order_id": [ListPaymentOrders.name],
      "invoice_id": [ListInvoiceRequests.name],
    ],
  ]

  /// The methods that can be called for a request after it was made, besides those for its status and its cancellation.
  private static let furtherCalls = [
    ProofRequest.name: [VerifyProof.name], RequestStatement.name: [GetStatementPart.name],
  ]

  /// Makes the template from the params of the method, without `request_id`, which differs for each request.
  private func template(_ name: String, _ schemas: PaymentsSchemas) -> RequestTemplate? {
    guard let source = schemas.methods[name]?.paramsSource else { return nil }
    let members = ["properties", "optionalProperties"].flatMap { source[$0]?.objectValue?.members ?? [] }
    let fields = members.filter { $0.name != "request_id" }.map { member in
      var calls = Self.sources[name]?[member.name] ?? []
      if member.name == "currency" { calls.append(ListCurrencies.name) }
      return RequestTemplate.Field(name: member.name, source: calls.isEmpty ? .app : .calls(calls))
    }
    let names = ["get_\(name)_status", "cancel_\(name)"] + (Self.furtherCalls[name] ?? [])
    let about = names.filter { schemas.methods[$0] != nil }
    return RequestTemplate(
      spec: name, version: Self.requestVersions, fields: fields, fileEndpoint: about.isEmpty ? nil : about)
  }

  /// The comments for people who fill in a template by hand.
  public func remarks(_ schemas: PaymentsSchemas) -> [String: [String: String]] {
    var remarks: [String: [String: String]] = [:]
    for name in Self.requests {
      guard let source = schemas.methods[name]?.paramsSource else { continue }
      for keyword in ["properties", "optionalProperties"] {
        for member in source[keyword]?.objectValue?.members ?? [] {
          let text = member.value["metadata"]?["description"]?.stringValue ?? ""
          remarks[name, default: [:]][member.name] = (keyword == "properties" ? "" : "Optional. ") + text
        }
      }
      remarks[name]?["currency"] = currencies.map { "\($0.code) (\($0.ready.rawValue))" }.joined(separator: ", ")
    }
    return remarks
  }
}
