/// A text for people with places for what is only known when it is told.
///
/// It is written as any text with interpolations. What is written is its English; its ``template`` is the key by which a
/// ``Translation`` knows it:
///
///     localized("\(app) wants to pay \(amount)")   // the template is: %1 wants to pay %2
package struct Phrase: ExpressibleByStringInterpolation, Sendable, Equatable {
  /// The pieces between the places; one more than there are places.
  private var pieces: [String]
  private var values: [String]

  /// Creates a text without places.
  package init(stringLiteral text: String) { (pieces, values) = ([text], []) }

  /// Creates a text from what was interpolated.
  package init(stringInterpolation: Interpolation) {
    (pieces, values) = (stringInterpolation.pieces, stringInterpolation.values)
  }

  /// Joins two texts to one, for texts that are longer than a line of a source.
  package static func + (one: Phrase, other: Phrase) -> Phrase {
    var whole = one
    whole.pieces[whole.pieces.count - 1] += other.pieces.first ?? ""
    whole.pieces += other.pieces.dropFirst()
    whole.values += other.values
    return whole
  }

  /// The English with `%1`, `%2` and so on for what is filled in, and `%%` for a percent sign.
  package var template: String {
    var template = ""
    for (place, piece) in pieces.enumerated() {
      template += (place == 0 ? "" : "%\(place)") + PhraseTemplate.escaped(piece)
    }
    return template
  }

  /// The text in English.
  package var english: String {
    var text = pieces.first ?? ""
    for (value, piece) in zip(values, pieces.dropFirst()) { text += value + piece }
    return text
  }

  /// The text in the language of the translation; English where that does not know it.
  package func text(in translation: Translation?) -> String {
    guard let other = translation?.texts[template], let text = PhraseTemplate(other).filled(with: values) else {
      return english
    }
    return text
  }

  /// Takes a text apart while it is written.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var pieces = [""]
    fileprivate var values: [String] = []

    /// Creates an empty text.
    package init(literalCapacity: Int, interpolationCount: Int) {}

    /// Adds what is the same each time.
    package mutating func appendLiteral(_ literal: String) { pieces[pieces.count - 1] += literal }

    /// Adds what is filled in, as a string would.
    package mutating func appendInterpolation<Value>(_ value: Value) {
      values.append(String(describing: value))
      pieces.append("")
    }
  }
}
