import Catalogue
import JSON
import Ledger
import PaymentsAPI
import PaymentsModel

/// The services that the provider offers: the prepared answers of the catalogue's methods, and the requests that are
/// refused while a service is disabled.
final class ServiceOffer: Sendable {
  /// The status of `payments`: as configured, but disabled if the owner's country is excluded.
  let status: ServiceStatus
  /// The encoded answer to `list_services`.
  let list: RawJSON
  private let countries: [String]
  private let definitions: [String: GetServiceDefinition.Result]
  private let folder: CatalogueFolder?

  /// - Parameter folder: The folder for the files of the catalogue; `nil` if no files are written.
  init(_ configuration: ProviderConfiguration, _ schemas: PaymentsSchemas, folder: CatalogueFolder? = nil) throws {
    self.folder = folder
    let section = configuration.payments
    let rule = try CountryRule(section.countries)
    let isAllowed = configuration.country.map(rule.allows) ?? true
    status = isAllowed ? section.status : .disabled
    countries = section.countries
    let catalogue = PaymentsService(status: status, countries: countries, currencies: []).catalogue(schemas)
    list = try RawJSON(encoding: catalogue.list)
    definitions = catalogue.services
  }

  /// Updates the files of the catalogue.
  func keepFiles(_ currencies: [CurrencyInfo]) async {
    await folder?.keep(PaymentsService(status: status, countries: countries, currencies: currencies))
  }

  /// Returns the definition of a service.
  func definition(_ service: String) throws(PaymentsFailure) -> GetServiceDefinition.Result {
    guard let definition = definitions[service] else { throw PaymentsFailure(.serviceNotFound, pointer: "/service") }
    return definition
  }

  /// Whether the service is disabled and the method would start something new.
  func refuses(_ method: String) -> Bool { status == .disabled && Self.beginning.contains(method) }

  // Proofs and statements concern the past, so they are not contained here.
  private static let beginning: Set = [InvoiceRequest.name, SubmitPaymentOrder.name, NewAddressForCurrency.name]
}

extension ServiceOffer {
  /// Refuses requests that would start something new while the service is disabled. What was started before continues,
  /// and a request that was accepted before is answered.
  func admit(_ method: String, _ params: JSONValue, of app: AppKey, _ ledger: Ledger) async throws {
    guard refuses(method) else { return }
    if let id = params["request_id"]?.stringValue.flatMap({ PaymentRequestID($0) }) {
      let known = try await ledger.read { reader in try reader.object(of: app, requestID: id) }
      if known != nil { return }
    }
    throw PaymentsFailure(.serviceDisabled)
  }
}
