import ArgumentParser
import Consumer
import JSON
import TerminalUI

/// The command `document`, which handles requests as signed files.
struct DocumentCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "document", abstract: localized("Make, sign, submit, list and remove requests as files."),
    usage: """
      payctl document new <request> [<field>=<value> ...] [--output <file>]
      payctl document sign <file>
      payctl document submit <file> [--sealed] [--wait]
      payctl document status <name> [--wait]
      payctl document list [--archived]
      payctl document remove <name> [--force]
      payctl document folder
      """,
    discussion: """
      A document is a YAML file that says what a call says: spec: payment_order, version: 2, currency, address, amount. \
      new writes one to fill in with an editor. submit signs it and puts it into this app's folder; to do that by hand, \
      sign it, and move it and the .sig beside it into the folder that folder shows. The provider takes it while it runs, \
      or when it starts, within a day, and writes its answer beside it; what has ended is moved to the archive there.

      The same request as a call is the same request: submit shows its id for --request-id. With --sealed no other program \
      can read it, or the answer. remove removes a document and its answer, and does not end its request. Only the first \
      document needs a provider that runs.
      """)
  static let places: [CompletionPlace] = [.other]
  static let longOptions = ["--output", "--sealed", "--wait", "--archived", "--force"]

  enum Action: String, ExpressibleByArgument, CaseIterable {
    case new, sign, submit, status, list, remove, folder
  }

  @Argument(help: .localized("new, sign, submit, status, list, remove or folder."))
  var action: Action

  @Argument(
    help: ArgumentHelp(localized("The request and its fields, the file, or the document's name."), valueName: "what"))
  var words: [String] = []

  @Option(help: ArgumentHelp(localized("With new: the file to write."), valueName: "file"), completion: .file())
  var output: String?

  @Flag(help: .localized("With submit: seal it, so that no other program can read it."))
  var sealed = false

  @Flag(help: .localized("With submit and status: wait until it has ended, or is refused."))
  var wait = false

  @Flag(help: .localized("With list: those in the archive too."))
  var archived = false

  @Flag(help: .localized("With remove: even if its request goes on."))
  var force = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    switch action {
    case .new:
      guard !words.isEmpty else { throw ValidationError(localized("Name the request: \(Self.requests).")) }
      for word in words.dropFirst() where !word.contains("=") {
        throw ValidationError(localized("'\(word.prefix(40))' is no field: write field=value, such as amount=0.5."))
      }
    case .list, .folder:
      guard words.isEmpty else { throw ValidationError(localized("\(action.rawValue) takes no more words.")) }
    default:
      guard words.count == 1 else { throw ValidationError(localized("\(action.rawValue) takes one file or document.")) }
    }
    let misplaced = [
      ("--output", output != nil, [Action.new]), ("--sealed", sealed, [.submit]), ("--wait", wait, [.submit, .status]),
      ("--archived", archived, [.list]), ("--force", force, [.remove]),
    ].first { $0.1 && !$0.2.contains(action) }
    if let misplaced { throw ValidationError(localized("\(misplaced.0) does not go with \(action.rawValue).")) }
  }

  private static var requests: String { DocumentTree.requests.joined(separator: ", ") }

  func run(in context: CommandContext) async throws {
    let actions = DocumentActions(context: context, options: options)
    let word = words.first ?? ""
    switch action {
    case .new: try actions.make(word, fields: Array(words.dropFirst()), output: output)
    case .sign: try await actions.sign(word)
    case .submit: try await actions.submit(word, sealed: sealed, waiting: wait)
    case .status: try await actions.show(word, waiting: wait)
    case .list: try await actions.list(archived: archived)
    case .remove: try await actions.remove(word, force: force)
    case .folder: try await actions.showFolders()
    }
  }
}
