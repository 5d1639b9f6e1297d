import JSON
import TypeDefinition

/// The schema of what a card's link carries: the file of the specification itself, embedded at build time.
enum CardSchema {
  /// Nil where the embedded file is no schema, which a test rules out for every build.
  static let card: Schema? = {
    // Without it no card is read at all, so that nothing unchecked comes through.
    try? Schema(json: JSONValue(parsing: PackageResources.card_json))
  }()
}
