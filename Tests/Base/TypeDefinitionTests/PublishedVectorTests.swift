import Foundation
import JSON
import Testing
import TypeDefinition

/// Tests with the published validation vectors of RFC 8927.
@Suite struct PublishedVectorTests {
  private static var path: String {
    if let folder = ProcessInfo.processInfo.environment["PAYPORT_SHARED_VECTORS"] {
      return folder + "/jtd/validation.json"
    }
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return package.appending(path: "../shared/vectors/jtd/validation.json").standardizedFileURL.path
  }

  private struct Place: Hashable {
    let instance: JSONPointer
    let schema: JSONPointer
  }

  @Test func everyVectorGivesItsErrors() throws {
    guard let data = FileManager.default.contents(atPath: Self.path) else {
      print("SKIPPED: no JSON Type Definition vectors at \(Self.path); set PAYPORT_SHARED_VECTORS to their folder")
      return
    }
    let file = try JSONValue(parsing: Array(data), limits: JSONLimits(bytes: data.count))
    let vectors = try #require(file.objectValue)
    #expect(vectors.count >= 316)
    for vector in vectors.members {
      let schema = try Schema(json: #require(vector.value["schema"]))
      let errors = schema.validate(
        try #require(vector.value["instance"]), options: ValidationOptions(errors: 1000))
      let found = Set(errors.map { Place(instance: $0.instancePath, schema: $0.schemaPath) })
      let expected = try #require(vector.value["errors"]?.arrayValue).map {
        Place(instance: try pointer($0["instancePath"]), schema: try pointer($0["schemaPath"]))
      }
      #expect(found == Set(expected) && errors.count == expected.count, "\(vector.name)")
    }
  }

  private func pointer(_ tokens: JSONValue?) throws -> JSONPointer {
    JSONPointer(try #require(tokens?.arrayValue).map { try #require($0.stringValue) })
  }
}
