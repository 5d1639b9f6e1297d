/// One parameter of a URI's query.
struct URIParameter {
  /// The key as it was typed, for people; ASCII.
  let shownKey: String
  /// The key, percent-decoded.
  let key: String
  /// The value, percent-decoded; `nil` where there is no `=`.
  let value: String?

  /// The parameters of a query, in their order; empty ones (`a=1&&b=2`) are left out.
  static func list(_ query: Substring) throws(PaymentURIError) -> [URIParameter] {
    var parameters: [URIParameter] = []
    for part in query.split(separator: "&") { parameters.append(try URIParameter(part)) }
    return parameters
  }

  /// The value begins after the first `=`: an example of BIP 321 has another one in a value.
  private init(_ part: Substring) throws(PaymentURIError) {
    let end = part.firstIndex(of: "=") ?? part.endIndex
    shownKey = String(part[..<end].prefix(40))
    guard let key = PercentCoding.decode(part[..<end]), !key.isEmpty else { throw .malformedParameter(shownKey) }
    self.key = key
    if end == part.endIndex {
      value = nil
    } else {
      guard let value = PercentCoding.decode(part[part.index(after: end)...]) else {
        throw .malformedParameter(shownKey)
      }
      self.value = value
    }
  }
}

extension String {
  /// The text, `nil` where it is empty.
  var nonempty: String? { isEmpty ? nil : self }
}
