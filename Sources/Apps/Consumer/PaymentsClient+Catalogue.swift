public import Catalogue
public import JSON
public import PaymentsAPI
import PaymentsModel

extension PaymentsClient {
  /// The services of the provider.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func services() async throws -> [ServiceInfo] {
    try await call(ListServices.self, ListServices.Params()).services
  }

  /// What a service consists of: its requests, and how each is filled in.
  ///
  /// - Throws: see ``PaymentsClient``; `PaymentsFailure` with `service_not_found`.
  public func definition(of service: String) async throws -> GetServiceDefinition.Result {
    try await call(GetServiceDefinition.self, GetServiceDefinition.Params(service: service))
  }

  /// The versions of a service and of its requests that this app and the provider share: this app's are those of its
  /// manifest.
  ///
  /// - Parameters:
  ///   - service: the name of its specification, such as `payments`.
  ///   - country: where the app is used, if it knows.
  /// - Throws: see ``PaymentsClient``; `ServiceRefusal` where it cannot be used.
  public func agreement(on service: String, in country: Country? = nil) async throws -> ServiceAgreement {
    guard let info = try await services().first(where: { $0.spec == service }) else {
      throw PaymentsFailure(.serviceNotFound, pointer: "/service")
    }
    let spoken = VersionRange(manifest.versions) ?? VersionRange(PaymentsMethods.specificationVersion)
    return try ServiceAgreement(
      info, try await definition(of: service).definition, speaking: spoken, in: country)
  }

  /// Fills in a request from its template: calls the methods that the template names, and asks for a choice in each
  /// field.
  ///
  /// - Parameters:
  ///   - template: of the request.
  ///   - version: of the request, as agreed.
  ///   - given: fields that are known already; they are not asked about.
  ///   - choose: answers what stands in a field. After an answer of `more`, the next method of the template is called,
  ///     which may make something, such as an address.
  /// - Returns: the document: `spec`, `version` and the fields. Whether it is complete, the provider says.
  /// - Throws: see ``PaymentsClient``; what `choose` throws.
  public func fill(
    _ template: RequestTemplate, version: Int, given: JSONObject = JSONObject(),
    choosing choose: @Sendable (FieldQuestion) async throws -> FieldChoice
  ) async throws -> JSONObject {
    let schemas = try PaymentsSchemas()
    var filling = TemplateFilling(template, version: version, given: given, schemas: schemas)
    while true {
      switch filling.step {
      case .done(let document): return document
      case .choose(let question): filling.choose(try await choose(question))
      case .call(let method, var params):
        if schemas.methods[method]?.paramsSource["properties"]?["request_id"] != nil {
          params["request_id"] = .string(PaymentRequestID.random().text)
        }
        filling.answered(try await perform(method, .object(params), timeout: options.callTimeout))
      }
    }
  }
}
