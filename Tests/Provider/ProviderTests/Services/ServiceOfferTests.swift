import Catalogue
import Foundation
import JSON
import Logging
import PaymentsAPI
import Testing
import TypeDefinition

@testable import Provider

@Suite("Services")
struct ServiceOfferTests {
  private let schemas: PaymentsSchemas

  init() throws { schemas = try PaymentsSchemas() }

  private func offer(_ yaml: String) throws -> ServiceOffer {
    try ServiceOffer(ProviderConfiguration(yaml: yaml), schemas)
  }

  @Test(
    "the status is that of the configuration, and disabled where the owner's country is excluded",
    arguments: [
      ("", ServiceStatus.enabled), ("services: {payments: {status: experimental}}", .experimental),
      ("services: {payments: {status: disabled}}", .disabled),
      ("country: DEU\nservices: {payments: {countries: [!CHN]}}", .enabled),
      ("country: CHN\nservices: {payments: {countries: [!CHN]}}", .disabled),
      ("country: CHN\nservices: {payments: {countries: [DEU, AUT], status: experimental}}", .disabled),
      ("country: AUT\nservices: {payments: {countries: [DEU, AUT], status: experimental}}", .experimental),
    ])
  func status(yaml: String, status: ServiceStatus) throws {
    let offer = try offer(yaml)
    #expect(offer.status == status)
    let list = try JSONValue(parsing: offer.list.bytes)
    #expect(schemas.serviceList.validate(list).isEmpty)
    #expect(list["services"]?[0]?["status"] == .string(status.rawValue))
    #expect(try offer.definition("payments").definition.status == status)
    #expect(throws: PaymentsFailure(.serviceNotFound, pointer: "/service")) { try offer.definition("messaging") }
  }

  @Test("a disabled service begins nothing, and goes on with what was begun")
  func disabled() throws {
    let (disabled, enabled) = (try offer("services: {payments: {status: disabled}}"), try offer(""))
    let names = PaymentsMethods.all.map { $0.name }
    let refused = names.filter(disabled.refuses)
    #expect(Set(refused) == ["invoice_request", "payment_order", "new_address_for_currency"])
    #expect(names.filter(enabled.refuses).isEmpty)
  }
}

@Suite("The catalogue's folder")
struct CatalogueFolderTests {
  private let schemas: PaymentsSchemas
  private let state: String

  init() throws {
    schemas = try PaymentsSchemas()
    state = NSTemporaryDirectory() + "payport-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: state, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  private func folder() -> CatalogueFolder {
    CatalogueFolder(state: state, schemas: schemas, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func path(_ name: String) -> String { state + "/.services/" + name }

  private func service(_ readiness: CurrencyReadiness) -> PaymentsService {
    PaymentsService(
      status: .enabled, countries: [],
      currencies: [
        CurrencyInfo(
          code: "XMR", name: "Monero", decimals: 12, network: "mock", ready: readiness, confirmations: 10,
          uriScheme: "monero")
      ])
  }

  private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

  private func number(_ name: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path(name))[.systemFileNumber] as? Int)
  }

  private func mode(_ name: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int)
  }

  @Test("is there whole, for this user alone, and changes where the services do")
  func keeping() async throws {
    defer { try? FileManager.default.removeItem(atPath: state) }
    let folder = folder()
    await folder.keep(service(.syncing))
    let order = "payments/payment_order.yml"
    #expect(try text(order).contains("XMR (syncing)"))
    let names = try FileManager.default.subpathsOfDirectory(atPath: state + "/.services").sorted()
    let requests = PaymentsService.requests.flatMap { ["payments/\($0).yml", "payments/\($0)s"] }
    #expect(names == (["payments", "payments/definition.yml", "services.yml"] + requests).sorted())
    for name in names { #expect(try mode(name) == (name.hasSuffix(".yml") ? 0o600 : 0o700), "\(name)") }
    let (list, template) = (try number("services.yml"), try number(order))
    await folder.keep(service(.ready))
    #expect(try text(order).contains("XMR (ready)"))
    #expect(try number(order) != template)
    // A file with the right content is not written again.
    #expect(try number("services.yml") == list)
  }

  @Test("the next run takes away what a killed one left, and replaces what is not its own")
  func healing() async throws {
    defer { try? FileManager.default.removeItem(atPath: state) }
    await folder().keep(service(.ready))
    let whole = try text("services.yml")
    try "spec: Other\n".write(toFile: path("services.yml"), atomically: true, encoding: .utf8)
    try FileManager.default.removeItem(atPath: path("payments/definition.yml"))
    try FileManager.default.createSymbolicLink(
      atPath: path("payments/definition.yml"), withDestinationPath: state + "/elsewhere")
    // No process of this system can have the identifier 2147483646.
    let leftover = path(".services.yml.2147483646.1")
    try "half".write(toFile: leftover, atomically: false, encoding: .utf8)
    await folder().keep(service(.ready))
    #expect(try text("services.yml") == whole)
    #expect(try text("payments/definition.yml").contains("requests:"))
    #expect(!FileManager.default.fileExists(atPath: state + "/elsewhere"))
    #expect(!FileManager.default.fileExists(atPath: leftover))
  }

  @Test("what cannot be written is tried again")
  func tryingAgain() async throws {
    defer { try? FileManager.default.removeItem(atPath: state) }
    // Nothing is written to a folder that others can access.
    try FileManager.default.createDirectory(
      atPath: state + "/.services", withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    let folder = folder()
    await folder.keep(service(.ready))
    #expect(!FileManager.default.fileExists(atPath: path("services.yml")))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: state + "/.services")
    await folder.keep(service(.ready))
    #expect(FileManager.default.fileExists(atPath: path("services.yml")))
  }
}
