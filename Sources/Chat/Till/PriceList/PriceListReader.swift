import DisplayText
import JSON
import PaymentsModel
package import StrictYAML

/// Why a file is no price list, and where.
package struct PriceListFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The place in the file.
  package let position: YAMLPosition
  /// What is wrong there, for people.
  package let words: String

  /// The place and what is wrong there.
  package var description: String { "\(position): \(words)" }
}

extension PriceList {
  /// Reads a price list from a file in strict YAML.
  ///
  /// - Throws: ``PriceListFailure`` with the first thing that is wrong.
  package init(parsing bytes: [UInt8]) throws(PriceListFailure) {
    let document: YAMLDocument
    do {
      document = try YAMLDocument(parsing: bytes)
    } catch {
      throw PriceListFailure(position: error.position, words: error.kind.summary)
    }
    self = try PriceListReader(document: document).read()
  }
}

/// Reads the members of a price list, and tells the place of what is wrong.
private struct PriceListReader {
  private static let maximumItems = 60

  let document: YAMLDocument

  func read() throws(PriceListFailure) -> PriceList {
    let root = document.value
    try members(
      root, at: [],
      allowed: ["shop", "pay_with", "items", "rates", "lifetime", "time_zone", "confirmations", "refunds", "limits"],
      required: ["shop", "pay_with", "items"])
    let shop = try name(root["shop"], ["shop"])
    let payWith = try currencies(root["pay_with"])
    let rates = try rates(root["rates"], payWith)
    let limits = try limits(root["limits"])
    let confirmations = try root["confirmations"].map { value throws(PriceListFailure) in
      try whole(value, at: ["confirmations"], within: 0...1000)
    }
    var lifetime = Duration.seconds(1800)
    if let value = root["lifetime"] {
      lifetime = try duration(value, at: ["lifetime"], within: .seconds(60)...Duration.seconds(86_400))
    }
    var refunds = PriceList.Refunds.excess
    if let value = root["refunds"] { refunds = try choice(value, ["refunds"]) }
    let items = try items(root["items"])
    let list = PriceList(
      shop: shop, payWith: payWith, items: items, rates: rates, lifetime: lifetime, confirmations: confirmations,
      refunds: refunds, limits: limits, zone: try zone(root["time_zone"]))
    for (index, item) in items.enumerated() where !payWith.contains(where: { list.price(of: item, in: $0) != nil }) {
      throw failure(
        ["items", String(index), "price"],
        localized("nobody can pay this: a price in \(payWith.joined(separator: localized(" or "))), or a rate"))
    }
    return list
  }

  private func currencies(_ value: JSONValue?) throws(PriceListFailure) -> [String] {
    let path = ["pay_with"]
    guard let values = value?.arrayValue, !values.isEmpty, values.count <= 8 else {
      throw failure(path, localized("a list of one to eight currencies of the wallet, such as [LTC, XMR]"))
    }
    var codes: [String] = []
    for (index, value) in values.enumerated() {
      let place = path + [String(index)]
      let code = try currency(value, place)
      guard !codes.contains(code) else { throw failure(place, localized("\(code) is there twice")) }
      codes.append(code)
    }
    return codes
  }

  private func items(_ value: JSONValue?) throws(PriceListFailure) -> [PriceList.Item] {
    guard let values = value?.arrayValue, (1...Self.maximumItems).contains(values.count) else {
      throw failure(["items"], localized("a list of one to \(Self.maximumItems) things to sell"))
    }
    var items: [PriceList.Item] = []
    for (index, value) in values.enumerated() {
      let path = ["items", String(index)]
      try members(value, at: path, allowed: ["word", "name", "price"], required: ["word", "name", "price"])
      guard let word = value["word"]?.stringValue, Self.isWord(word) else {
        throw failure(path + ["word"], localized("a word is 1 to 24 of a-z 0-9 and begins with a letter"))
      }
      guard !CustomerCommand.reserved.contains(word) else {
        throw failure(path + ["word"], localized("customers use the word \(word) for something else"))
      }
      guard !items.contains(where: { $0.word == word }) else {
        throw failure(path + ["word"], localized("\(word) is there twice"))
      }
      items.append(
        PriceList.Item(
          word: word, name: try name(value["name"], path + ["name"]),
          prices: try prices(value["price"], path + ["price"])))
    }
    return items
  }

  private func prices(_ value: JSONValue?, _ path: [String]) throws(PriceListFailure) -> [PriceList.Price] {
    guard let values = value?.arrayValue else { return [try price(value, path)] }
    // In a list a comma begins another price.
    if let (whole, rest) = zip(values, values.dropFirst()).first(where: { isWhole($0) && isRest($1.stringValue ?? "") })
    {
      throw comma(at: path, whole: wholes(whole), rest: rest.stringValue ?? "")
    }
    guard (1...8).contains(values.count) else { throw failure(path, localized("one to eight prices")) }
    var prices: [PriceList.Price] = []
    for (index, value) in values.enumerated() {
      let place = path + [String(index)]
      let price = try price(value, place)
      guard !prices.contains(where: { $0.currency == price.currency }) else {
        throw failure(place, localized("a second price in \(price.currency)"))
      }
      prices.append(price)
    }
    return prices
  }

  private func price(_ value: JSONValue?, _ path: [String]) throws(PriceListFailure) -> PriceList.Price {
    let text = value?.stringValue ?? ""
    let parts = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    if parts.count == 2, let comma = parts[0].unicodeScalars.lastIndex(of: ",") {
      // What stands before the decimals may have marks for the thousands.
      let whole = parts[0].unicodeScalars[..<comma].filter { $0 != "." && $0 != "," }
      let rest = parts[0].unicodeScalars[comma...].dropFirst()
      throw self.comma(at: path, whole: String(whole), rest: "\(String(rest)) \(parts[1])")
    }
    guard parts.count == 2, Currency.isCode(parts[1]), let amount = try? DecimalAmount(parts[0]),
      amount.coefficient > 0,
      amount.scale <= 18, amount.coefficient < 1_000_000_000_000_000_000_000
    else { throw failure(path, localized("a price is an amount above zero and a currency, such as 2.50 EUR")) }
    return PriceList.Price(amount, parts[1])
  }

  private func rates(_ value: JSONValue?, _ payWith: [String]) throws(PriceListFailure) -> [RateRule] {
    guard let value else { return [] }
    guard let values = value.arrayValue, values.count <= 32 else {
      throw failure(["rates"], localized("a list of rates"))
    }
    var rules: [RateRule] = []
    for (index, value) in values.enumerated() {
      let path = ["rates", String(index)]
      try members(
        value, at: path, allowed: ["coin", "currency", "file", "program", "max_age", "round", "places"],
        required: ["coin", "currency", "max_age"])
      let coin = try currency(value["coin"], path + ["coin"])
      guard payWith.contains(coin) else { throw failure(path + ["coin"], localized("\(coin) is not in pay_with")) }
      let priced = try currency(value["currency"], path + ["currency"])
      guard priced != coin, !rules.contains(where: { $0.coin == coin && $0.currency == priced }) else {
        throw failure(path, localized("one rate for \(coin) in \(priced), and none of a currency in itself"))
      }
      var rounding = RateRule.Rounding.up
      if let value = value["round"] { rounding = try choice(value, path + ["round"]) }
      var places = 5
      if let value = value["places"] { places = try whole(value, at: path + ["places"], within: 0...12) }
      rules.append(
        RateRule(
          coin: coin, currency: priced, source: try source(value, path),
          maximumAge: try duration(
            value["max_age"], at: path + ["max_age"], within: .seconds(10)...Duration.seconds(7 * 86_400)),
          rounding: rounding, places: places))
    }
    return rules
  }

  private func source(_ value: JSONValue, _ path: [String]) throws(PriceListFailure) -> RateRule.Source {
    let sources = ["file", "program"].compactMap { name in value[name].map { (name, $0) } }
    guard sources.count == 1, let (name, place) = sources.first else {
      throw failure(path, localized("a rate comes from a file or from a program: one of both"))
    }
    guard let text = place.stringValue, text.utf8.first == UInt8(ascii: "/"), !text.utf8.contains(0) else {
      throw failure(path + [name], localized("a whole path, which begins with /"))
    }
    return name == "file" ? .file(text) : .program(text)
  }

  private func limits(_ value: JSONValue?) throws(PriceListFailure) -> PriceList.Limits {
    var limits = PriceList.Limits()
    guard let value else { return limits }
    let path = ["limits"]
    try members(value, at: path, allowed: ["open_per_customer", "open", "replies_per_minute", "unpaid"], required: [])
    if let count = value["open_per_customer"] {
      limits.openPerCustomer = try whole(count, at: path + ["open_per_customer"], within: 1...20)
    }
    if let count = value["open"] { limits.open = try whole(count, at: path + ["open"], within: 1...10_000) }
    if let count = value["replies_per_minute"] {
      limits.repliesPerMinute = try whole(count, at: path + ["replies_per_minute"], within: 2...600)
    }
    if let count = value["unpaid"] { limits.unpaid = try whole(count, at: path + ["unpaid"], within: 1...10_000) }
    return limits
  }

  // MARK: Values

  private func members(
    _ value: JSONValue, at path: [String], allowed: [String], required: [String]
  ) throws(PriceListFailure) {
    guard let object = value.objectValue else { throw failure(path, localized("names with values are wanted here")) }
    for member in object where !allowed.contains(member.name) {
      // Between braces a comma begins another member, so the decimals of a price look like one.
      if let price = object["price"], isWhole(price), isRest(member.name) {
        throw comma(at: path + [member.name], whole: wholes(price), rest: member.name)
      }
      throw failure(path + [member.name], localized("unknown; here may stand \(allowed.joined(separator: ", "))"))
    }
    for name in required where object[name] == nil { throw failure(path, localized("\(name) is missing")) }
  }

  private func name(_ value: JSONValue?, _ path: [String]) throws(PriceListFailure) -> String {
    // A chat would read these characters as commands or as the style of the text.
    guard let text = value?.stringValue, (1...40).contains(text.unicodeScalars.count),
      SafeText(text).text == text, !text.unicodeScalars.contains(where: { "/*_`#~!@<>|".unicodeScalars.contains($0) })
    else { throw failure(path, localized("a name has 1 to 40 characters, none of them / * _ ` # ~ ! @ < > |")) }
    return text
  }

  private func currency(_ value: JSONValue?, _ path: [String]) throws(PriceListFailure) -> String {
    guard let code = value?.stringValue, Currency.isCode(code) else {
      throw failure(path, localized("a currency has 2 to 12 of A-Z 0-9, such as LTC"))
    }
    return code
  }

  private func zone(_ value: JSONValue?) throws(PriceListFailure) -> ShopZone? {
    guard let value else { return nil }
    guard let zone = value.stringValue.flatMap(ShopZone.init) else {
      throw failure(["time_zone"], localized("a time zone of the system, such as Europe/Berlin or UTC"))
    }
    return zone
  }

  // MARK: Decimals with a comma

  /// Whether a value can be what stands before the comma of a price.
  private func isWhole(_ value: JSONValue) -> Bool {
    (1...9).contains(wholes(value).utf8.count) && wholes(value).utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  private func wholes(_ value: JSONValue) -> String {
    value.stringValue ?? value.integerValue(as: Int.self).map { String($0) } ?? ""
  }

  /// Whether a text can be what stands behind the comma of a price: decimals and a currency.
  private func isRest(_ text: String) -> Bool {
    let parts = text.unicodeScalars.split(separator: " ").map(String.init)
    return parts.count == 2 && parts[0].utf8.allSatisfy { (0x30...0x39).contains($0) } && Currency.isCode(parts[1])
  }

  private func comma(at path: [String], whole: String, rest: String) -> PriceListFailure {
    failure(path, localized("a price has a point before its decimals, and no comma: write \(whole).\(rest)"))
  }

  private func whole(_ value: JSONValue, at path: [String], within range: ClosedRange<Int>) throws(PriceListFailure)
    -> Int
  {
    guard let number = value.integerValue(as: Int.self), range.contains(number) else {
      throw failure(path, localized("a whole number from \(range.lowerBound) to \(range.upperBound)"))
    }
    return number
  }

  private func duration(
    _ value: JSONValue?, at path: [String], within range: ClosedRange<Duration>
  ) throws(PriceListFailure) -> Duration {
    let units: [Unicode.Scalar: Int] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let written = value?.stringValue ?? ""
    guard let unit = written.unicodeScalars.last.flatMap({ units[$0] }), (2...8).contains(written.utf8.count),
      let count = Int(String(written.unicodeScalars.dropLast())),
      count > 0, range.contains(.seconds(count * unit))
    else {
      throw failure(
        path,
        localized(
          "a time such as 30s, 15m, 2h or 1d, from \(range.lowerBound.components.seconds) seconds to "
            + "\(range.upperBound.components.seconds / 3600) hours"))
    }
    return .seconds(count * unit)
  }

  private func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ value: JSONValue, _ path: [String]
  ) throws(PriceListFailure) -> Choice {
    guard let choice = value.stringValue.flatMap(Choice.init(rawValue:)) else {
      throw failure(path, localized("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))"))
    }
    return choice
  }

  private static func isWord(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8.count <= 24 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
  }

  private func failure(_ path: [String], _ words: String) -> PriceListFailure {
    PriceListFailure(
      position: document.position(of: JSONPointer(path)) ?? YAMLPosition(line: 1, column: 1), words: words)
  }
}
