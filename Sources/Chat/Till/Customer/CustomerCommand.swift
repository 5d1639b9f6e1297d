/// What a customer has typed or tapped.
enum CustomerCommand: Sendable, Hashable {
  case menu
  case help
  case add(word: String, quantity: Int)
  case basket
  case clear
  case pay(currency: String?)
  case purchases
  case show(Int?)
  case cancel(Int?)
  case again(Int?)
  case refund(Int?, address: String?)
  case yes(Int?)
  case receipt(Int?)
  case unknown
  /// The text is longer than any command.
  case tooLong

  /// The longest text that is read, in bytes.
  static let maximumLength = 600
  /// The highest quantity of one item.
  static let maximumQuantity = 999

  private static let verbs: Set<String> = [
    "menu", "start", "help", "basket", "clear", "pay", "purchases", "purchase", "cancel", "again", "refund", "yes",
    "receipt",
  ]

  /// The words that cannot name an item.
  static let reserved = verbs.union(["no", "stop", "buy", "all", "open", "close", "status"])

  /// Reads a text. A slash before the first word is not needed, and words may be in capital letters. What is tapped has
  /// its number behind `_`, as in `/cancel_1`, because a chat takes a command up to the first space.
  init(_ text: String, of list: PriceList) {
    guard text.utf8.count <= Self.maximumLength else {
      self = .tooLong
      return
    }
    var words = text.unicodeScalars.split { $0.properties.isWhitespace }.map(String.init)
    guard var first = words.first else {
      self = .unknown
      return
    }
    if first.utf8.first == UInt8(ascii: "/") { first = String(first.unicodeScalars.dropFirst()) }
    first = first.lowercased()
    words.removeFirst()
    if let quantity = Self.number(first), let word = words.first?.lowercased(), list.item(word) != nil {
      (first, words) = (word, [String(quantity)])
    }
    let parts = first.unicodeScalars.split(separator: "_", maxSplits: 1).map(String.init)
    if parts.count == 2, Self.verbs.contains(parts[0]) {
      first = parts[0]
      words.insert(parts[1], at: 0)
    }
    self = Self.command(first, words: words, list: list)
  }

  private static func command(_ first: String, words: [String], list: PriceList) -> CustomerCommand {
    let number = words.first.flatMap { Self.number($0) }
    switch first {
    case "menu", "start": return .menu
    case "help": return .help
    case "basket": return .basket
    case "clear": return .clear
    case "pay": return .pay(currency: words.first?.uppercased())
    case "purchases": return .purchases
    case "purchase": return .show(number)
    case "cancel": return .cancel(number)
    case "again": return .again(number)
    case "yes": return .yes(number)
    case "receipt": return .receipt(number)
    case "refund": return .refund(number, address: number == nil ? words.first : words.dropFirst().first)
    default:
      guard list.item(first) != nil else { return .unknown }
      guard let word = words.first else { return .add(word: first, quantity: 1) }
      return Self.number(word).map { .add(word: first, quantity: $0) } ?? .unknown
    }
  }

  private static func number(_ text: String) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int(text)
  }
}
