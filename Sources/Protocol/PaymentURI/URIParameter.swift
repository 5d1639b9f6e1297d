/// One parameter of a URI's query.
struct URIParameter {
  /// The key as it was typed, for people; ASCII.
  let shownKey: String
  /// The key, percent-decoded.
  let key: String
  /// The value, percent-decoded; nil if there is no `=`.
  let value: String?
  /// Whether the value contains another `=` before decoding.
  let valueHasEqualsSign: Bool

  /// Parses the parameters of a query, in their order; empty ones (`a=1&&b=2`) are left out.
  static func list(_ query: Substring) throws(PaymentURIError) -> [URIParameter] {
    var parameters: [URIParameter] = []
    for part in query.utf8.split(separator: UInt8(ascii: "&")) { parameters.append(try URIParameter(Substring(part))) }
    return parameters
  }

  /// Parses one parameter. The value begins after the first `=`, because an example in BIP 321 contains another `=` in
  /// a value.
  private init(_ part: Substring) throws(PaymentURIError) {
    let end = part.utf8.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
    shownKey = String(part[..<end].unicodeScalars.prefix(40))
    guard let key = PercentCoding.decode(part[..<end]), !key.isEmpty else { throw .malformedParameter(shownKey) }
    self.key = key
    if end == part.endIndex {
      value = nil
      valueHasEqualsSign = false
    } else {
      let written = part[part.utf8.index(after: end)...]
      valueHasEqualsSign = written.utf8.contains(UInt8(ascii: "="))
      guard let value = PercentCoding.decode(written) else {
        throw .malformedParameter(shownKey)
      }
      self.value = value
    }
  }
}

extension String {
  /// The text; nil if it is empty.
  var nonempty: String? { isEmpty ? nil : self }
}
