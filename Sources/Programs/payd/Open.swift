import ArgumentParser
import DesktopLinks
import Links
import OwnerAPI
import OwnerSocket
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

/// Shows what an app wants the owner to see: what the provider keeps under the link's token, never what a link says.
struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Show what an app sent you to see, let you answer, and lead you back to the app."),
    discussion: """
      The link is one that an app got from this daemon. It works once. Anybody can make up a link: what is not known \
      here shows nothing. Nothing is approved by opening a link, only by what you type then.
      """)
  @Argument(help: "The link, payport:open?…") var link: String
  @Option(
    help: "The state folder of a daemon; several times where several run: the one that the link is for is asked.",
    completion: .directory)
  var wallet: [String] = []
  @Flag(help: "Do not go back to the app.") var stay = false
  @OptionGroup var pin: PinOptions
  @OptionGroup var given: FolderOptions
  @Flag(help: "Print JSON; ask nothing, and do not go back to the app.") var json = false

  func run() async throws {
    let link = try read()
    try await show(link, folders(of: link.provider))
  }

  /// Those of the daemon of that name, which looks at the name again; those that were given where none of the wallets
  /// has it.
  private func folders(of provider: String) -> FolderOptions {
    for wallet in wallet {
      var folders = given
      folders.state = wallet
      // One that does not run is not the one that has made the link.
      let status = try? OwnerSocketClient(path: folders.directories.ownerSocket).call(
        GetProviderStatus.self, OwnerNothing())
      if status?.name == provider { return folders }
    }
    return given
  }

  private func show(_ link: OpenLink, _ folders: FolderOptions) async throws {
    let view = try folders.ask(ShowOpening.self, .init(provider: link.provider, token: link.token))
    let terminal = Terminal.standard
    if !json {
      let style = TextStyle(isEnabled: terminal.allowsColor())
      try terminal.writeLines(
        OpeningText(view: view, now: SystemWallClock().now(), style: style).lines(for: terminal))
      if let question = view.question {
        try decide(question, folders: folders, terminal: terminal)
      } else if terminal.readsFromTTY {
        try terminal.write(localized("Press Enter when you are done."))
        _ = readLine()
      }
    }
    let end = try folders.ask(FinishOpening.self, .init(openingID: view.openingID))
    guard !json else { return try terminal.writeLines([OwnerConsole.text(of: FinishedOpening(view: view, end: end))]) }
    try await goBack(end, to: view, terminal)
  }

  private func read() throws -> OpenLink {
    let read: PayportLink
    do throws(LinkError) { read = try PayportLink(link) } catch {
      throw OwnerConsole.fail(localized("this is no link that can be opened: \(error.words)"), .usage)
    }
    guard case .open(let link) = read else {
      throw OwnerConsole.fail(
        localized("this link is a card: payctl open shows it, and the chat in which it came answers it"), .usage)
    }
    return link
  }

  /// Asks until there is an answer that holds, or the owner leaves it for later.
  private func decide(_ shown: OwnerQuestion, folders: FolderOptions, terminal: Terminal) throws {
    guard terminal.readsFromTTY, terminal.isTTY(.output) else { return }
    var question: OwnerQuestion? = shown
    while let current = question {
      let word = try OwnerChoice(["approve", "deny", "later"]).ask(
        localized("Type approve, deny or later: "), terminal)
      guard word != "later" else {
        return try terminal.writeLines([localized("It waits for you: payd questions shows it.")])
      }
      do {
        return try terminal.writeLines([
          word == "approve"
            ? ApprovalText.decided(localized("Approved"), try approve(current, folders))
            : ApprovalText.decided(
              localized("Denied"), try folders.ask(DenyQuestion.self, .init(id: current.id)))
        ])
      } catch is ExitCode {
        // The daemon has said why. The question may be another by now, or none.
        question = try again(current, folders: folders, terminal: terminal)
      }
    }
    try terminal.writeLines([localized("It does not wait for you any more.")])
  }

  /// What was shown is what is approved.
  private func approve(_ question: OwnerQuestion, _ folders: FolderOptions) throws -> OwnerDecision {
    let params = ApproveQuestion.Params(id: question.id, feeCap: question.payment?.order.feeCap?.text)
    return try folders.ask(ApproveQuestion.self, params, pin: pin)
  }

  /// The question as it is now, shown where it has changed; nil where it does not wait any more.
  private func again(
    _ before: OwnerQuestion, folders: FolderOptions, terminal: Terminal
  ) throws -> OwnerQuestion? {
    let all = try folders.ask(ListQuestions.self).questions
    guard let now = all.first(where: { $0.id == before.id }) else { return nil }
    if now.payment?.order.feeCap != before.payment?.order.feeCap {
      let style = TextStyle(isEnabled: terminal.allowsColor())
      try terminal.writeLines(
        QuestionText(view: now, now: SystemWallClock().now(), style: style).lines(
          width: terminal.width(), isTTY: true, answers: false))
    }
    return now
  }

  /// The desktop is asked first, so that a person is not sent to where nobody is.
  private func goBack(
    _ end: FinishOpening.Result, to view: OpeningView, _ terminal: Terminal
  ) async throws {
    guard !stay, let text = end.link, let scheme = view.callback,
      let callback = CallbackScheme(scheme), let link = try? ReturnLink(text, to: callback)
    else { return try terminal.writeLines([localized("You can go back to the app.")]) }
    let desktop = DesktopLinks()
    do throws(DesktopLinkError) {
      guard try await desktop.canOpen(callback.text) else {
        return try say(
          localized("You can go back to the app; no program here opens its links (\(callback.text):)."), terminal)
      }
      try say(localized("Going back to the app (\(callback.text):)."), terminal)
      try await desktop.open(link)
    } catch {
      try say(localized("You can go back to the app; the desktop did not do it."), terminal)
    }
  }

  // What could not be shown changes nothing: the owner's answer is given.
  private func say(_ text: String, _ terminal: Terminal) throws(DesktopLinkError) {
    try? terminal.writeLines([text])
  }
}

/// What was shown and how it ended, as one JSON object.
private struct FinishedOpening: Encodable {
  let view: OpeningView
  let end: FinishOpening.Result

  private enum CodingKeys: String, CodingKey {
    case result, link
  }

  func encode(to encoder: any Encoder) throws {
    try view.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(end.result, forKey: .result)
    try container.encodeIfPresent(end.link, forKey: .link)
  }
}
