import Catalogue
import Foundation
import JSON
import PaymentsAPI
import Testing

/// The examples in the chapter about the catalogue work as written there.
@Suite struct SpecificationTests {
  private let examples: [String]

  init() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let chapter = try String(contentsOf: root.appending(path: "protocol/13-catalogue.md"), encoding: .utf8)
    examples = chapter.matches(of: /```yaml\n([^`]*)```/).map { String($0.1) }
  }

  @Test func allThreeFilesAreRead() throws {
    try #require(examples.count == 3)
    let reader = CatalogueReader(schemas: try Shared.schemas.get())
    let list = try reader.list(Array(examples[0].utf8))
    let service = try #require(list.services.first)
    #expect(service.countries == ["!CHN"] && service.versions == VersionRange("1-2"))
    let definition = try reader.definition(Array(examples[1].utf8), of: service)
    let request = try #require(definition.requests.first)
    #expect(definition.requests.map(\.spec) == ["invoice_request", "payment_order"])
    let template = try reader.template(Array(examples[2].utf8), of: request)
    #expect(template.fields.map(\.name) == ["currency", "address", "amount"])
  }
}
