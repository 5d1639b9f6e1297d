import Catalogue
import JSON
import PaymentsAPI
import StrictYAML
import Testing

@Suite struct CatalogueReadingTests {
  private let reader: CatalogueReader
  private let service = ServiceInfo(spec: "payments", versions: VersionRange(1), folder: "payments")
  private let request = ServiceRequest(spec: "payment_order", file: "payment_order.yml", folder: "payment_orders")

  init() throws { reader = CatalogueReader(schemas: try Shared.schemas.get()) }

  private func check(
    _ failure: DocumentFailure, _ line: Int, _ column: Int, _ pointer: String?, _ rule: String,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(failure.position == YAMLPosition(line: line, column: column), "\(failure)", sourceLocation: location)
    #expect(failure.pointer?.description == pointer, "\(failure)", sourceLocation: location)
    #expect(failure.rule.contains(rule), "\(failure)", sourceLocation: location)
  }

  private static let head = "spec: Services\nversions: 1\nservices:\n"

  @Test(arguments: [
    ("spec: [\n", 2, 1, nil as String?, "did not find"),
    ("versions: 1\nservices: []\n", 1, 1, "", "/properties/spec"),
    ("spec: Other\nversions: 1\nservices: []\n", 1, 1, "/spec", "Services"),
    ("spec: Services\nversions: 2-3\nservices: []\n", 2, 1, "/versions", "one of 1"),
    ("spec: Services\nversions: 1.5\nservices: []\n", 2, 1, "/versions", "not valid"),
    (head + "  - {spec: a, versions: 3-1, folder: a}\n", 4, 15, "/services/0/versions", "not valid"),
    (head + "  - {spec: a, versions: 1, folder: ../a}\n", 4, 28, "/services/0/folder", "no path"),
    (head + "  - {spec: a, versions: 1, folder: a/b}\n", 4, 28, "/services/0/folder", "no path"),
    (head + "  - {spec: a, versions: 1, folder: .a}\n", 4, 28, "/services/0/folder", "no path"),
    (head + "  - {spec: a, versions: 1, folder: ''}\n", 4, 28, "/services/0/folder", "no path"),
    (
      head + "  - {spec: a, versions: 1, folder: a, status: off}\n", 4, 39, "/services/0/status", "/definitions/service"
    ),
    (head + "  - {spec: a, versions: 1, folder: a, countries: [DEU, !DE]}\n", 4, 56, "/services/0/countries/1", "ISO"),
    (head + "  - {spec: a, versions: 1, folder: a, countries: [!ZZZ]}\n", 4, 51, "/services/0/countries/0", "ISO"),
    (
      head + "  - {spec: a, versions: 1, folder: a}\n  - {spec: a, versions: 1, folder: b}\n", 5, 6, "/services/1/spec",
      "once"
    ),
  ])
  func aListIsRefusedWithThePlace(text: String, line: Int, column: Int, pointer: String?, rule: String) throws {
    let failure = try #require(throws: DocumentFailure.self) { try reader.list(Array(text.utf8)) }
    check(failure, line, column, pointer, rule)
  }

  @Test func whatALaterVersionAddsIsIgnored() throws {
    let text = Self.head + "  - {spec: a, versions: 1-4, folder: a, colour: red}\nmore: {x: 1}\n"
    #expect(try reader.list(Array(text.utf8)).services.map(\.spec) == ["a"])
  }

  @Test(arguments: [
    ("requests: 5\n", 1, 1, "/requests", "elements"),
    ("spec: other\nrequests: []\n", 1, 1, "/spec", "as in services.yml"),
    ("versions: 1-2\nrequests: []\n", 1, 1, "/versions", "as in services.yml"),
    ("status: disabled\nrequests: []\n", 1, 1, "/status", "as in services.yml"),
    ("countries: [!CHN]\nrequests: []\n", 1, 1, "/countries", "as in services.yml"),
    ("countries: [!CHI]\nrequests: []\n", 1, 13, "/countries/0", "ISO"),
    ("requests:\n  - {spec: a, file: /a.yml, folder: a}\n", 2, 15, "/requests/0/file", "no path"),
    ("requests:\n  - {spec: a, file: a.yml, folder: ..}\n", 2, 28, "/requests/0/folder", "no path"),
    (
      "requests:\n  - {spec: a, file: a, folder: a}\n  - {spec: a, file: a, folder: a}\n", 3, 6, "/requests/1/spec",
      "once"
    ),
    ("requests: []\nendpoints: [{spec: a, file: a/b}]\n", 2, 23, "/endpoints/0/file", "no path"),
  ])
  func aDefinitionIsRefusedWithThePlace(text: String, line: Int, column: Int, pointer: String, rule: String) throws {
    let failure = try #require(throws: DocumentFailure.self) { try reader.definition(Array(text.utf8), of: service) }
    check(failure, line, column, pointer, rule)
  }

  @Test func aDefinitionMaySayWhatIsTheDefault() throws {
    let text = "status: enabled\ncountries: []\nversions: 1\nrequests: []\n"
    #expect(try reader.definition(Array(text.utf8), of: service).requests.isEmpty)
  }

  @Test(arguments: [
    ("version: 1\n", 1, 1, "", "/definitions/request_template/properties/spec"),
    ("spec: invoice_request\nversion: 1\n", 1, 1, "/spec", "payment_order"),
    ("spec: payment_order\nversion: 0\n", 2, 1, "/version", "N or N-M"),
    ("spec: payment_order\nversion: 1\namount: 5\n", 3, 1, "/amount", "MIN-MAX"),
    ("spec: payment_order\nversion: 1\namount: 1-x\n", 3, 1, "/amount", "MIN-MAX"),
    ("spec: payment_order\nversion: 1\ncurrency: {call: x}\n", 3, 1, "/currency", "{spec: METHOD}"),
    ("spec: payment_order\nversion: 1\naddress:\n  - spec: a\n  - b\n", 5, 5, "/address/1", "{spec: METHOD}"),
    ("spec: payment_order\nversion: 1\nfile_endpoint: {spec: a}\n", 3, 1, "/file_endpoint", "elements"),
  ])
  func aTemplateIsRefusedWithThePlace(text: String, line: Int, column: Int, pointer: String, rule: String) throws {
    let failure = try #require(throws: DocumentFailure.self) { try reader.template(Array(text.utf8), of: request) }
    check(failure, line, column, pointer, rule)
  }

  @Test func aRequestMayNotHaveUnknownMembers() throws {
    let schema = try #require(try Shared.schemas.get().methods["get_balance"]).params
    let failure = try #require(throws: DocumentFailure.self) {
      try ValidatedYAML(parsing: Array("currency: XMR\nmax_fee: 1\n".utf8), schema: schema)
    }
    check(failure, 2, 1, "/max_fee", "unknown member")
    #expect(failure.description == "line 2, column 1 (/max_fee): unknown member")
  }
}
