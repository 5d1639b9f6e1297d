import ArgumentParser
import Consumer
import TerminalUI

/// Messages to the people behind payments, which a chat delivers.
struct MessageCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "message",
    abstract: localized("Send a message to the person behind a payment, through a chat on this machine."),
    discussion: """
      A chat such as paychat knows who is behind an invoice or an order that was settled in it; this wallet does not. \
      Whoever uses the chat is asked there before anything is delivered, and decides whether you learn who the person \
      is and what they answer. The first time the chat wants a code, which is shown here.
      """,
    subcommands: [Send.self, Status.self, List.self, Remove.self, ForgetKey.self])

  /// What all of them need.
  struct Options: ParsableArguments {
    @Option(
      help: ArgumentHelp("Which chat, where several run.", valueName: "name"), completion: OwnerCompletion.publishers)
    var chat: String?
    @Flag(help: "Print JSON.") var json = false
    @OptionGroup var folders: FolderOptions
  }

  struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: localized("Send a message."))
    @Argument(help: "The invoice (inv_…), the order (ord_…), or the UUID of the card.") var payment: String
    @Argument(help: "What the person is to read.") var text: String
    @Option(help: ArgumentHelp("A file that goes with it; can be repeated.", valueName: "path"), completion: .file())
    var file: [String] = []
    @Option(help: "Anything of yours, shown to nobody, that is told again with the message.") var context: String?
    @Option(help: "The request's own UUID, to repeat a request without sending twice.") var requestID: String?
    @Flag(help: "Wait until it is sent, or answered where you are to learn the answer, or will not be.") var wait =
      false
    @OptionGroup var options: Options

    func run() async throws {
      try await MessageClient.with(options) { client in
        let payment = try client.payment(payment)
        let request = try requestID.map { try client.request($0) } ?? .random()
        var files: [MessageFile] = []
        for path in file { files.append(try await client.attach(path)) }
        var message = try await client.client.send(
          text, to: payment, files: files, context: context, requestID: request)
        for file in files { try await client.client.detach(file.name) }
        if wait {
          try client.say(message)
          message = try await client.settled(message)
        }
        try client.show(message)
        if wait { try MessageClient.check(message) }
      }
    }
  }

  struct Status: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: localized("Show how a message stands."))
    @Argument(help: "The message (msg_…).") var message: String
    @Flag(help: "Wait until it is sent, or answered where you are to learn the answer, or will not be.") var wait =
      false
    @OptionGroup var options: Options

    func run() async throws {
      try await MessageClient.with(options) { client in
        var found = try await client.client.message(PaymentMessageID(rawValue: message))
        if wait { found = try await client.settled(found) }
        try client.show(found)
        if wait { try MessageClient.check(found) }
      }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List the messages that the chat keeps for you."))
    @OptionGroup var options: Options

    func run() async throws {
      try await MessageClient.with(options) { client in
        var all: [PaymentMessage] = []
        var page = try await client.client.messages(limit: 100)
        all += page.messages
        while page.more {
          page = try await client.client.messages(since: page.cursor, limit: 100)
          all += page.messages.filter { $0.state != .removed }
        }
        try client.show(all)
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Remove a message from what the chat keeps; one that waits for consent is withdrawn."))
    @Argument(help: "The message (msg_…).") var message: String
    @OptionGroup var options: Options

    func run() async throws {
      try await MessageClient.with(options) { client in
        let removed = try await client.client.remove(PaymentMessageID(rawValue: message))
        try client.show(removed: removed)
      }
    }
  }

  struct ForgetKey: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "forget-key",
      abstract: localized("Forget the key of a chat that was set up anew, so that it can be met again."))
    @Option(help: ArgumentHelp("Which chat.", valueName: "name"), completion: OwnerCompletion.publishers) var provider:
      String
    @OptionGroup var folders: FolderOptions

    func run() async throws {
      do {
        try await KnownProviders(appID: MessageClient.appID, directories: folders.directories).forget(provider)
      } catch {
        let failure = MessageFailures.failure(for: error)
        throw OwnerConsole.fail(failure.message, failure.status)
      }
      try Terminal.standard.writeLines(["Forgotten; the next message meets the chat anew, with a code."])
    }
  }
}
