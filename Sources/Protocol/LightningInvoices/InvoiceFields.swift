/// The tagged fields of an invoice, in any order. Of a field that occurs again the first one counts, which is the one
/// that the payee likes best, except the payment hash, of which there must be one.
///
/// Unknown fields are skipped, as are those of fixed length that have another one: what cannot be read says nothing.
struct InvoiceFields {
  let paymentHash: [UInt8]
  let paymentSecret: [UInt8]
  let description: String?
  let descriptionHash: [UInt8]?
  let payee: [UInt8]?
  /// In seconds.
  let expiry: UInt64
  let minFinalCLTVExpiry: UInt64
  let hasRouteHints: Bool
  let fallbacks: [LightningInvoice.Fallback]

  /// The types of fields by the number of their letter in bech32.
  private enum Tag: UInt8 {
    case paymentHash = 1  // p
    case routeHint = 3  // r
    case features = 5  // 9
    case expiry = 6  // x
    case fallback = 9  // f
    case description = 13  // d
    case paymentSecret = 16  // s
    case payee = 19  // n
    case descriptionHash = 23  // h
    case minFinalCLTVExpiry = 24  // c
  }

  /// How many words a hash of 32 bytes, a key of 33 bytes and a hop of 51 bytes have.
  private enum WordCount {
    static let hash = 52
    static let key = 53
    static let hop = 82
  }

  /// Reads what stands between the time of creation and the signature.
  init(_ words: ArraySlice<UInt8>) throws(LightningInvoiceError) {
    var found: [Tag: ArraySlice<UInt8>] = [:]
    var hasRouteHints = false
    var fallbacks: [LightningInvoice.Fallback] = []
    var rest = words
    while let (type, field) = try Self.next(&rest) {
      guard let tag = Tag(rawValue: type), Self.isUsable(tag, count: field.count) else { continue }
      switch tag {
      case .paymentHash where found[tag] != nil: throw .duplicatePaymentHash
      case .features: try InvoiceFeatures.check(field)
      case .routeHint: hasRouteHints = true
      case .fallback: if let fallback = LightningInvoice.Fallback(field) { fallbacks.append(fallback) }
      default: if found[tag] == nil { found[tag] = field }
      }
    }
    guard let paymentHash = found[.paymentHash] else { throw .missingPaymentHash }
    guard let paymentSecret = found[.paymentSecret] else { throw .noPaymentSecret }
    switch (found[.description], found[.descriptionHash]) {
    case (nil, nil): throw .noDescription
    case (_?, _?): throw .twoDescriptions
    case (let text?, nil):
      guard let text = String(validating: text.wholeBytes, as: UTF8.self) else { throw .malformedDescription }
      description = text
      descriptionHash = nil
    case (nil, let hash?):
      description = nil
      descriptionHash = hash.wholeBytes
    }
    self.paymentHash = paymentHash.wholeBytes
    self.paymentSecret = paymentSecret.wholeBytes
    payee = found[.payee]?.wholeBytes
    expiry = try found[.expiry].map(Self.number) ?? 3600
    minFinalCLTVExpiry = try found[.minFinalCLTVExpiry].map(Self.number) ?? 18
    self.hasRouteHints = hasRouteHints
    self.fallbacks = fallbacks
  }

  /// Takes the next field from the words: its type has one word, its length two.
  private static func next(
    _ rest: inout ArraySlice<UInt8>
  ) throws(LightningInvoiceError) -> (type: UInt8, field: ArraySlice<UInt8>)? {
    guard let type = rest.first else { return nil }
    guard rest.count >= 3 else { throw .malformed }
    let count = Int(rest.dropFirst().prefix(2).number)
    let field = rest.dropFirst(3).prefix(count)
    guard field.count == count else { throw .malformed }
    rest = rest[field.endIndex...]
    return (type, field)
  }

  private static func isUsable(_ tag: Tag, count: Int) -> Bool {
    switch tag {
    case .paymentHash, .paymentSecret, .descriptionHash: count == WordCount.hash
    case .payee: count == WordCount.key
    case .routeHint: count >= WordCount.hop
    default: true
    }
  }

  private static func number(_ field: ArraySlice<UInt8>) throws(LightningInvoiceError) -> UInt64 {
    guard field.first != 0 else { throw .leadingZeros }
    return field.number
  }
}
