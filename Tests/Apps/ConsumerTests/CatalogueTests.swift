import Consumer
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct CatalogueTests {
  private let schemas: PaymentsSchemas
  private let service = PaymentsService(status: .enabled, countries: ["!CHN"], currencies: [])

  init() throws { schemas = try PaymentsSchemas() }

  /// Writes a catalogue as a provider would.
  private func written(in folder: ScratchFolder) throws -> String {
    let root = folder.path + "/.services"
    let (writer, catalogue) = (CatalogueWriter(), service.catalogue(schemas))
    _ = try PrivateFolder(creating: root)
    for name in writer.folders(of: catalogue) { _ = try PrivateFolder(creating: root + "/" + name) }
    for file in writer.files(of: catalogue) {
      try PrivateFolder(opening: root + "/" + file.folder).write(file.bytes, to: file.name, replacing: false)
    }
    return root
  }

  private func write(_ text: String, to path: String) throws {
    try #require(
      FileManager.default.createFile(
        atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
  }

  @Test func theFilesSayWhatTheProviderOffers() throws {
    let folder = try ScratchFolder()
    let files = try CatalogueFiles(opening: try written(in: folder))
    #expect(try files.catalogue() == service.catalogue(schemas))
    #expect(try files.service("payments").definition.requests.map(\.spec) == PaymentsService.requests)
    #expect(throws: CatalogueError.unknownService("messaging")) { try files.service("messaging") }
  }

  @Test func whatIsWrongIsToldWithItsPlace() throws {
    let folder = try ScratchFolder()
    let root = try written(in: folder)
    let files = try CatalogueFiles(opening: root)
    try write("spec: payment_order\nversion: 1\namount: lots\n", to: root + "/payments/payment_order.yml")
    let error = try #require(throws: CatalogueError.self) { try files.catalogue() }
    guard case .document("payments/payment_order.yml", let failure) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(failure.position == .init(line: 3, column: 1))
    try FileManager.default.removeItem(atPath: root + "/payments/payment_order.yml")
    #expect(throws: CatalogueError.file(name: root + "/payments/payment_order.yml", .missing)) {
      try files.catalogue()
    }
  }

  @Test func aCatalogueThatOthersCanChangeIsRefused() throws {
    let folder = try ScratchFolder()
    let root = try written(in: folder)
    chmod(root + "/services.yml", 0o644)
    #expect(throws: CatalogueError.file(name: root + "/services.yml", .unsafeFile(.permissions(0o644)))) {
      try CatalogueFiles(opening: root).list()
    }
    chmod(root + "/services.yml", 0o600)
    chmod(root + "/payments", 0o755)
    #expect(throws: CatalogueError.file(name: root + "/payments", .unsafeFolder(.permissions(0o755)))) {
      try CatalogueFiles(opening: root).catalogue()
    }
    chmod(root, 0o711)
    #expect(throws: CatalogueError.file(name: root, .unsafeFolder(.permissions(0o711)))) {
      try CatalogueFiles(opening: root)
    }
  }

  @Test func aTemplateIsFilledByTheCallsThatItNames() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = fixture.client()
    let catalogue = service.catalogue(schemas)
    func answer(_ method: String, _ result: JSONValue) {
      provider.state.withLock { $0.answers[method] = { _ in .success(.value(result)) } }
    }
    answer("list_services", try JSONBytesEncoder().encodeValue(catalogue.list))
    answer("get_service_definition", try JSONBytesEncoder().encodeValue(catalogue.services["payments"]))
    answer("list_currencies", ["currencies": [["code": "XMR"]]])
    answer("get_amount_range_for_currency", ["receive": ["min": "0.1", "max": "9"]])
    answer("addresses_for_currency", ["addresses": []])
    answer("new_address_for_currency", ["address": ["address": "4new"]])

    let agreement = try await client.agreement(on: "payments", in: Country("DEU"))
    // The request has versions 1 and 2, and the app speaks 1.
    #expect(agreement.requests["invoice_request"] == 1)
    await #expect(throws: ServiceRefusal.country) { try await client.agreement(on: "payments", in: Country("CHN")) }
    await #expect(throws: PaymentsFailure(.serviceNotFound, pointer: "/service")) {
      try await client.agreement(on: "messaging")
    }

    var template = try #require(try await client.definition(of: "payments").templates["invoice_request"])
    template.fields.append(
      .init(name: "address", source: .calls(["addresses_for_currency", "new_address_for_currency"])))
    let asked = Mutex<[String]>([])
    let document = try await client.fill(template, version: 1, given: ["description": "tea"]) { question in
      asked.withLock { $0.append(question.field) }
      switch question.options {
      case .oneOf(let texts): return texts.first.map { .value(.string($0)) } ?? (question.hasMore ? .more : .nothing)
      case .amount(let least, _): return .value(.string(least.text))
      case .anything: return .nothing
      }
    }
    #expect(
      document == [
        "spec": "invoice_request", "version": 1, "currency": "XMR", "amount": "0.1", "description": "tea",
        "address": "4new",
      ])
    // What was given is not asked for, and the address is asked for again where the first call has none.
    let missing = template.fields.map(\.name).filter { $0 != "description" }
    #expect(asked.withLock { $0 } == missing + ["address"])
    // What makes something is a request of its own, and nothing else is.
    let made = try #require(provider.requests("new_address_for_currency").first ?? nil)
    #expect(made["currency"] == "XMR" && made["request_id"]?.stringValue.flatMap { PaymentRequestID($0) } != nil)
    #expect(provider.requests("get_amount_range_for_currency") == [["currency": "XMR"]])
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await provider.stop()
  }
}
