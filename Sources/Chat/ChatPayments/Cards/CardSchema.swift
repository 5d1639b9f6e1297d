import JSON
import TypeDefinition

/// The schema of the JSON object in a card's link. It is the specification's own file, embedded at build time.
enum CardSchema {
  /// The schema; `nil` if the embedded file is no schema, which a test rules out for every build.
  static let card: Schema? = {
    // Without the schema no card is read, so that no unchecked content is accepted.
    try? Schema(json: JSONValue(parsing: PackageResources.card_json))
  }()
}
