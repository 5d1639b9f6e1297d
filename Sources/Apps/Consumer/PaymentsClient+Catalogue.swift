public import Catalogue
public import JSON
public import PaymentsAPI
import PaymentsModel

extension PaymentsClient {
  /// Returns the services of the provider.
  public func services() async throws -> [ServiceInfo] {
    try await call(ListServices.self, ListServices.Params()).services
  }

  /// Returns the definition of a service: its requests, and how each of them is filled in.
  ///
  /// - Throws: see ``PaymentsClient``; `PaymentsFailure` with `service_not_found`.
  public func definition(of service: String) async throws -> GetServiceDefinition.Result {
    try await call(GetServiceDefinition.self, GetServiceDefinition.Params(service: service))
  }

  /// Returns the versions of a service and of its requests that this app and the provider share. The app's versions are
  /// those of its manifest.
  ///
  /// - Parameters:
  ///   - service: the name of the service's specification, such as `payments`.
  ///   - country: the country in which the app is used, if it is known.
  /// - Throws: see ``PaymentsClient``; `ServiceRefusal` if the service cannot be used.
  public func agreement(on service: String, in country: Country? = nil) async throws -> ServiceAgreement {
    guard let info = try await services().first(where: { $0.spec == service }) else {
      throw PaymentsFailure(.serviceNotFound, pointer: "/service")
    }
    let spoken = VersionRange(manifest.versions) ?? VersionRange(PaymentsMethods.specificationVersion)
    return try ServiceAgreement(
      info, try await definition(of: service).definition, speaking: spoken, in: country)
  }

  /// Fills in a request from its template. It calls the methods that the template names, and asks for a choice in each
  /// field.
  ///
  /// - Parameters:
  ///   - template: the template of the request.
  ///   - version: the agreed version of the request.
  ///   - given: fields that are already known and are not asked for.
  ///   - choose: returns the content of a field. If it returns `more`, the next method of the template is called, which
  ///     may create something, such as an address.
  /// - Returns: the document with `spec`, `version` and the fields. The provider decides whether it is complete.
  /// - Throws: see ``PaymentsClient``; the errors of `choose`.
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
