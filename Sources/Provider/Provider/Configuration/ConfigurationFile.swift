import Documents
import PostgreSQL
import StrictYAML

extension ProviderConfiguration {
  /// The largest configuration file that is read, in bytes.
  public static let maximumFileSize = 65_536

  /// Reads a configuration from YAML text.
  ///
  /// Unknown keys, keys set twice, values of the wrong kind and anchors are refused.
  ///
  /// - Parameter kinds: the kinds of wallets that `type` can name.
  /// - Throws: ``ConfigurationError`` with the line.
  public init(yaml text: String, kinds: [WalletKind] = []) throws(ConfigurationError) {
    self.init(kinds: kinds)
    let document: YAMLDocument
    do throws(YAMLFailure) {
      document = try YAMLDocument(
        parsing: Array(text.utf8), options: YAMLOptions(bytes: Self.maximumFileSize, bareTags: true))
    } catch {
      if error.kind == .empty { return }
      throw ConfigurationError(line: error.position.line, problem: error.kind.summary)
    }
    written = WrittenKeys(document)
    let reader = try ConfigurationReader(ConfigurationNode(document), path: "")
    try reader.string("name", into: &name)
    guard Self.isName(name) else {
      throw ConfigurationError(line: reader.line(of: "name"), problem: "name must be 1 to 32 of a-z, 0-9 and -")
    }
    try reader.string("time_zone", into: &timeZone)
    ledger = try Self.ledger(reader)
    try reader.choice("owner_questions", into: &ownerQuestions)
    keys = try reader.keeping("keys")
    if let section = try reader.reader("listen") { try read(listen: section) }
    if let section = try reader.reader("limits") { try read(limits: section) }
    if let section = try reader.reader("times") { try read(times: section) }
    if let section = try reader.reader("events") { try read(events: section) }
    if let section = try reader.reader("documents") { try read(documents: section) }
    try reader.choice("notifications", into: &notifications)
    if let section = try reader.reader("notices") { try read(notices: section) }
    try readServices(reader)
    if let node = reader.take("wallets") { wallets = try Self.wallets(node, kinds) }
    try reader.finish()
  }

  private static func ledger(_ reader: ConfigurationReader) throws(ConfigurationError) -> PostgresAddress? {
    let line = reader.line(of: "ledger")
    guard let text = try reader.text("ledger"), !text.isEmpty else { return nil }
    do throws(PostgresError) {
      return try PostgresAddress(text)
    } catch {
      // It repeats nothing of what stands there.
      let why = if case .invalidAddress(let why) = error { ": \(why)" } else { "" }
      throw ConfigurationError(
        line: line,
        problem: "ledger must be empty, or the address of a database, such as postgresql:///payport?service=payport"
          + why)
    }
  }

  /// Whether a text can be the name of a provider.
  static func isName(_ text: String) -> Bool {
    (1...32).contains(text.utf8.count) && text.utf8.allSatisfy(isNameByte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
  }

  private mutating func read(listen section: ConfigurationReader) throws(ConfigurationError) {
    try section.integer("port", 0...65_535, into: &listen.port)
    try section.strings("origins", into: &listen.origins)
    try section.finish()
  }

  private mutating func read(limits section: ConfigurationReader) throws(ConfigurationError) {
    try section.integer("handshake_seconds", 1...60, into: &limits.handshakeSeconds)
    try section.integer("unauthenticated_sockets", 1...4096, into: &limits.unauthenticatedSockets)
    try section.integer("sockets", 1...65_536, into: &limits.sockets)
    try section.integer("sockets_per_app", 1...65_536, into: &limits.socketsPerApp)
    try section.integer("requests_per_second", 1...10_000_000, into: &limits.requestsPerSecond)
    try section.integer("burst", 1...10_000_000, into: &limits.burst)
    try section.integer("in_flight", 1...4096, into: &limits.inFlight)
    try section.integer("questions", 1...4096, into: &limits.questions)
    try section.integer("questions_per_app", 1...4096, into: &limits.questionsPerApp)
    try section.integer("questions_per_minute", 1...100_000, into: &limits.questionsPerMinute)
    try section.integer("open_invoices", 0...1_000_000_000, into: &limits.openInvoices)
    try section.integer("unpaid_addresses", 0...1_000_000_000, into: &limits.unpaidAddresses)
    try section.integer("ledger_megabytes", 0...1_000_000_000, into: &limits.ledgerMegabytes)
    try section.finish(renamed: [
      "prompts": "questions", "prompts_per_app": "questions_per_app", "prompts_per_minute": "questions_per_minute",
    ])
  }

  private mutating func read(times section: ConfigurationReader) throws(ConfigurationError) {
    try section.duration("approval", into: &times.approval)
    try section.duration("quote", into: &times.quote)
    try section.duration("invoice", into: &times.invoice)
    try section.duration("monitoring", into: &times.monitoring)
    try section.duration("poll", into: &times.poll)
    try section.duration("net", into: &times.net)
    try section.duration("follow", into: &times.follow)
    try section.duration("retry", into: &times.retry)
    try section.finish()
  }

  private mutating func read(documents section: ConfigurationReader) throws(ConfigurationError) {
    try section.boolean("accept", into: &documents.isAccepted)
    try section.duration("fresh", into: &documents.freshness.longest)
    try section.finish()
  }

  private mutating func read(notices section: ConfigurationReader) throws(ConfigurationError) {
    try section.boolean("payments", into: &notices.tellsPayments)
    try section.boolean("arrivals", into: &notices.tellsArrivals)
    try section.finish()
  }

  private mutating func read(events section: ConfigurationReader) throws(ConfigurationError) {
    try section.integer("keep_days", 1...36_500, into: &events.keepDays)
    try section.integer("keep_count", 1...100_000_000, into: &events.keepCount)
    try section.duration("trim_every", into: &events.trimEvery)
    try section.finish()
  }
}
