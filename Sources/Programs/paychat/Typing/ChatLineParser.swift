import ChatPayments
import TerminalUI

/// Parses a line. A line that begins with a slash is a command, and any other line is a message.
enum ChatLineParser {
  /// Parses a line.
  ///
  /// - Throws: ``CommandFailure``, which tells what to type instead.
  static func parse(_ line: String) throws(CommandFailure) -> ChatLine {
    var reader = WordReader(line)
    guard !reader.isAtEnd else { return .nothing }
    // Two slashes begin a message that starts with one slash.
    if reader.rest.hasPrefix("//") { return .message(String(trimmed(reader.rest.dropFirst()))) }
    guard reader.rest.first == "/", let word = reader.next() else { return .message(String(trimmed(reader.rest))) }
    if word == "/?" { return .command(.help(nil)) }
    guard let verb = ChatVerb(rawValue: word.dropFirst().lowercased()) else { throw unknown(word) }
    return .command(try command(verb, &reader))
  }

  private static func command(_ verb: ChatVerb, _ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    switch verb {
    case .send: return .propose(try ProposalParser.card(.offer, verb: verb, from: &reader))
    case .request: return .propose(try ProposalParser.card(.request, verb: verb, from: &reader))
    case .collect: return .collect(try ProposalParser.collection(&reader))
    case .accept:
      let number = try number(&reader)
      var words: [String] = []
      while let word = reader.next() { words.append(word) }
      let byLightning = words.last?.lowercased() == "lightning"
      if byLightning { words.removeLast() }
      if words.count > 1 { throw usage(verb, localized("What does '\(words[1])' mean here?")) }
      let currency = try words.first.map { (word) throws(CommandFailure) in try ProposalParser.currency(word, verb) }
      return .accept(number, currency: currency, byLightning: byLightning)
    case .decline: return .decline(try number(&reader), reason: reader.text)
    case .cancel: return .cancel(try number(&reader), reason: reader.text)
    case .retry: return .retry(try onlyNumber(verb, &reader))
    case .status: return .status(try onlyNumber(verb, &reader))
    case .wallet: return .wallet(try onlyNumber(verb, &reader))
    case .show: return .show(try ShowParser.target(&reader))
    case .save: return try ShowParser.save(&reader)
    case .to:
      guard let who = reader.text else { throw usage(verb, localized("Whom do you want to write to?")) }
      return .to(ProposalParser.name(who))
    case .group: return try group(&reader)
    case .allow: return try RequestParser.allow(&reader)
    case .deny:
      let number = try RequestParser.number(&reader, verb)
      try end(reader, verb)
      return .deny(number)
    case .pair: return try RequestParser.pair(&reader)
    case .revoke:
      guard let number = try onlyNumber(verb, &reader) else { throw usage(verb, localized("Which app?")) }
      return .revoke(number)
    case .wait: return try WaitParser.parse(&reader)
    case .help:
      let word = reader.next().map { $0.hasPrefix("/") ? String($0.dropFirst()) : $0 }
      guard let word else { return .help(nil) }
      guard let verb = ChatVerb(rawValue: word.lowercased()) else { throw unknown("/" + word) }
      return .help(verb)
    case .people, .apps, .quit:
      try end(reader, verb)
      return verb == .quit ? .quit : verb == .apps ? .apps : .people
    }
  }

  private static func group(_ reader: inout WordReader) throws(CommandFailure) -> ChatCommand {
    guard let name = reader.next(), !reader.isAtEnd else {
      throw usage(.group, localized("A group has a name, and at least one other who is in it."))
    }
    return .group(name: name, members: ProposalParser.people(&reader))
  }

  /// Reads the number of a card if the next word is one.
  static func number(_ reader: inout WordReader) throws(CommandFailure) -> Int? {
    guard let word = reader.peeked else { return nil }
    let digits = word.first == "#" ? word.dropFirst() : word[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    guard let number = Int(digits), number > 0 else {
      throw CommandFailure(
        .usage, reason: "usage", localized("There is no card \(word)."), advice: localized("/status lists the cards."))
    }
    _ = reader.next()
    return number
  }

  private static func onlyNumber(_ verb: ChatVerb, _ reader: inout WordReader) throws(CommandFailure) -> Int? {
    let number = try number(&reader)
    try end(reader, verb)
    return number
  }

  static func end(_ reader: WordReader, _ verb: ChatVerb) throws(CommandFailure) {
    guard let word = reader.peeked else { return }
    throw usage(verb, localized("What does '\(word)' mean here?"))
  }

  /// Returns the failure for a command with wrong arguments.
  static func usage(_ verb: ChatVerb, _ sentence: String) -> CommandFailure {
    CommandFailure(.usage, reason: "usage", sentence, advice: localized("\(verb.usage), such as: \(verb.example)"))
  }

  private static func unknown(_ word: String) -> CommandFailure {
    let name = String(word.dropFirst())
    // These words are commands of other programs and cannot be found by similarity.
    let others = ["pay": "send", "ask": "request", "yes": "accept", "no": "decline", "exit": "quit", "cards": "show"]
    let meant = others[name.lowercased()] ?? NearestWord.of(name, among: ChatVerb.allCases.map(\.rawValue))
    return CommandFailure(
      .usage, reason: "usage", localized("There is no command \(word)."),
      advice: meant.flatMap(ChatVerb.init).map { localized("Is it /\($0.rawValue)? Such as: \($0.example)") }
        ?? localized("/help lists the commands; // begins a message with a slash."))
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
