/// A statement that is put together of parts, with its arguments. Each value that stands in its text is an argument, and
/// gets its number where the text is made, so that a part can be left out.
struct LedgerQuery: ExpressibleByStringInterpolation {
  /// What stands before, between and after the arguments.
  private var texts: [String]
  private var values: [LedgerValue]

  init(stringLiteral text: String) {
    (texts, values) = ([text], [])
  }

  init(stringInterpolation parts: StringInterpolation) {
    (texts, values) = (parts.texts, parts.values)
  }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var texts = [""]
    fileprivate var values: [LedgerValue] = []

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { texts[texts.count - 1] += text }

    mutating func appendInterpolation(_ argument: some LedgerArgument) {
      values.append(argument.ledgerValue)
      texts.append("")
    }

    /// Adds a part of the text, such as a list of columns.
    mutating func appendInterpolation(text: String) { appendLiteral(text) }
  }

  static func += (left: inout LedgerQuery, right: LedgerQuery) {
    left.texts[left.texts.count - 1] += right.texts[0]
    left.texts += right.texts.dropFirst()
    left.values += right.values
  }

  var sql: String {
    texts.enumerated().map { $0 == 0 ? $1 : "$\($0)\($1)" }.joined()
  }

  var arguments: LedgerArguments { LedgerArguments(values) }
}
