import ArgumentParser
import Consumer
import Cryptography
import KeyStorage
import Provider
import TerminalUI

/// What every command about messages does: find the chat, be let in, ask, show the answer or say what went wrong.
struct MessageClient {
  /// What this program is called among the apps of a chat.
  static let appID = "payport.payd"

  let client: MessagingClient
  private let options: MessageCommand.Options
  private let terminal = Terminal.standard

  /// Runs a command.
  static func with(_ options: MessageCommand.Options, _ body: @escaping @Sendable (MessageClient) async throws -> Void)
    async throws
  {
    let manifest = Manifest(appID: appID, name: "payd", version: ProgramVersion.text, scopes: [])
    let settings = ClientOptions(
      directories: options.folders.directories, provider: options.chat, patience: .seconds(5))
    let client = MessageClient(client: MessagingClient(manifest, options: settings), options: options)
    let interruption = Interruption(endsAtSecond: true)
    let result: Result<Void, any Error>
    do {
      result = .success(
        try await interruption.cancelling {
          try await client.enter()
          try await body(client)
        })
    } catch {
      result = .failure(error)
    }
    await client.client.close()
    do { try result.get() } catch let error as ExitCode { throw error } catch {
      throw OwnerConsole.fail(MessageFailures.failure(for: error))
    }
  }

  private init(client: MessagingClient, options: MessageCommand.Options) {
    self.client = client
    self.options = options
  }

  /// Connects; where the chat does not know this wallet, shows the code and waits.
  private func enter() async throws {
    guard case .pending = try await client.connect() else { return }
    let (terminal, isJSON) = (terminal, options.json)
    try await client.waitUntilApproved { code in
      let lines =
        isJSON
        ? [JSONValue.object(["pairing": ["code": .string(code.digits)]]).text()]
        : [
          "The chat wants to know who asks. Pairing code:", "", "    \(code.digits)", "",
          "Type it in the chat:  /pair \(code.digits)", "Waiting for that; Ctrl-C gives up.",
        ]
      // Whoever cannot read it cannot type it either.
      try? terminal.writeLines(lines, to: .error)
    }
  }

  // MARK: What is asked

  /// The payment that a text names, of this wallet.
  func payment(_ text: String) throws -> PaymentReference {
    guard let payment = PaymentReference(naming: text, provider: try ownKey()) else {
      throw CommandFailure(
        .usage, reason: "usage", "'\(text.prefix(80))' names no payment.",
        advice: "Give an invoice (inv_…), an order (ord_…), or the UUID of a card.")
    }
    return payment
  }

  func request(_ text: String) throws -> PaymentRequestID {
    guard let request = PaymentRequestID(text) else {
      throw CommandFailure(.usage, reason: "usage", "--request-id takes a UUID.")
    }
    return request
  }

  /// The key by which others know this wallet; nil where it has none yet.
  private func ownKey() throws -> String? {
    try ProviderIdentity.keys(in: options.folders.directories).state().publicKey?.base64URL
  }

  /// Puts a file into the chat's folder.
  func attach(_ path: String) async throws -> MessageFile {
    let bytes = try LocalFile.read(path, limit: 8 << 20)
    let name = String(path.split(separator: "/").last ?? "")
    // Names that lead elsewhere or cannot be shown are not for others.
    var safe = String(name.map { $0.isASCII && MessageFile.isName("a\($0)") ? $0 : "_" }.prefix(100))
    if safe.hasPrefix(".") { safe = "_" + safe.dropFirst() }
    return try await client.attach(bytes, named: safe)
  }

  /// Waits until nothing more becomes of a message by itself; where its answer will be told, until it has come.
  func settled(_ message: PaymentMessage) async throws -> PaymentMessage {
    var message = message
    while message.replyExpected == true || !message.state.isSettled && message.state != .unknown {
      let isExpected = message.replyExpected == true
      message = try await client.waitForChange(of: message)
      if message.replyExpected == true, !isExpected { try say(message) }
    }
    return message
  }

  /// Whether a message came to its end as it should.
  static func check(_ message: PaymentMessage) throws {
    switch message.state {
    case .sent, .delivered, .waitingForConsent, .sending: return
    case .refused: throw ExitCode(ExitStatus.notPermitted.rawValue)
    case .unknown: throw ExitCode(ExitStatus.tryAgain.rawValue)
    case .expired, .failed, .removed: throw ExitCode(ExitStatus.dataError.rawValue)
    }
  }

  // MARK: What is shown

  /// Says how a message stands while something is waited for.
  func say(_ message: PaymentMessage) throws {
    guard !options.json else { return }
    try terminal.writeLines(
      ["\(SafeText(message.messageID.rawValue)): \(MessageWords.state(message)). Ctrl-C does not take it back."],
      to: .error)
  }

  func show(_ message: PaymentMessage) throws {
    guard !options.json else { return try write(["message": MessageWords.json(message)]) }
    var facts: [(String, String)] = [
      ("Message", message.messageID.rawValue), ("State", MessageWords.state(message)),
    ]
    if let text = message.text { facts.append(("Text", text)) }
    facts.append(("To", MessageWords.contact(message)))
    for file in message.files ?? [] { facts.append(("File", "\(file.name), \(file.size) bytes")) }
    if let context = message.context { facts.append(("Context", context)) }
    if let reply = message.reply { facts.append(("Answer", reply.text)) }
    try terminal.writeLines(facts.map { "\($0.0): \(SafeText($0.1, limit: 4000))" })
  }

  func show(_ messages: [PaymentMessage]) throws {
    guard !options.json else { return try write(["messages": .array(try messages.map(MessageWords.json))]) }
    let table = Table(
      [
        .identifier("MESSAGE"), .init("TO", overflow: .truncate, importance: .useful), .init("STATE", overflow: .wrap),
        .init("TEXT", overflow: .truncate),
      ],
      rows: messages.map { [$0.messageID.rawValue, MessageWords.contact($0), MessageWords.state($0), $0.text ?? ""] })
    try terminal.writeLines(table.lines(for: terminal))
  }

  func show(removed: Bool) throws {
    if options.json { return try write(["removed": .bool(removed)]) }
    try terminal.writeLines([removed ? "Removed." : "It was removed before."])
  }

  private func write(_ object: JSONObject) throws {
    try terminal.writeLines([SafeJSON.text(JSONValue.object(object).text())])
  }
}
