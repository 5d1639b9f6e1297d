import ArgumentParser
import DesktopLinks
import JSON
import Links
import OwnerSocket
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

/// Shows what an app wants the owner to see: what the provider keeps under the link's token, never what a link says.
struct Open: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show what an app sent you to see, let you answer, and lead you back to the app.",
    discussion: """
      The link is one that an app got from this daemon. It works once. Anybody can make up a link: what is not known \
      here shows nothing. Nothing is approved by opening a link, only by what you type then.
      """)
  @Argument(help: "The link, payport:open?…") var link: String
  @Option(help: "The state folder of a daemon; several times where several run: the one that the link is for is asked.")
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
      let status = try? OwnerSocketClient(path: folders.directories.ownerDoor).call("status")
      if status?["name"]?.stringValue == provider { return folders }
    }
    return given
  }

  private func show(_ link: OpenLink, _ folders: FolderOptions) async throws {
    let view = try OwnerConsole.ask(
      "open", ["provider": .string(link.provider), "token": .string(link.token)], folders)
    let terminal = Terminal.standard
    if !json {
      let style = TextStyle(isEnabled: terminal.allowsColor())
      try terminal.writeLines(
        OpeningText(view: view, now: SystemWallClock().now(), style: style).lines(for: terminal))
      if let approval = view["approval"] {
        try decide(approval, folders, terminal)
      } else if terminal.readsFromTTY {
        try terminal.write("Press Enter when you are done.")
        _ = readLine()
      }
    }
    let id: JSONValue = .string(view["opening_id"]?.stringValue ?? "")
    let end = try OwnerConsole.ask("open.finish", ["opening_id": id], folders)
    guard !json else {
      var all = view.objectValue ?? JSONObject()
      for member in end.objectValue?.members ?? [] { all[member.name] = member.value }
      return try terminal.writeLines([SafeJSON.text(JSONValue.object(all).text())])
    }
    try await goBack(end, to: view, terminal)
  }

  private func read() throws -> OpenLink {
    let read: PayportLink
    do throws(LinkError) { read = try PayportLink(link) } catch {
      throw OwnerConsole.fail("this is no link that can be opened: \(error.words)", .usage)
    }
    guard case .open(let link) = read else {
      throw OwnerConsole.fail(
        "this link is a card: payctl open shows it, and the chat in which it came answers it", .usage)
    }
    return link
  }

  /// Asks until there is an answer that holds, or the owner leaves it for later.
  private func decide(_ shown: JSONValue, _ folders: FolderOptions, _ terminal: Terminal) throws {
    guard terminal.readsFromTTY, terminal.isTTY(.output) else { return }
    var question: JSONValue? = shown
    while let current = question {
      let word = try OwnerChoice(["approve", "deny", "later"]).ask("Type approve, deny or later: ", terminal)
      guard word != "later" else { return try terminal.writeLines(["It waits for you: payd approvals shows it."]) }
      var params: JSONObject = ["id": current["id"] ?? ""]
      // What was shown is what is approved.
      if word == "approve" { params["fee_cap"] = current["fee_cap"] }
      do {
        let answer = try OwnerConsole.ask(word, params, folders, pin: pin)
        return try terminal.writeLines([ApprovalText.decided(word == "approve" ? "Approved" : "Denied", answer)])
      } catch is ExitCode {
        // The daemon has said why. The question may be another by now, or none.
        question = try again(current, folders, terminal)
      }
    }
    try terminal.writeLines(["It does not wait for you any more."])
  }

  /// The question as it is now, shown where it has changed; nil where it does not wait any more.
  private func again(_ before: JSONValue, _ folders: FolderOptions, _ terminal: Terminal) throws -> JSONValue? {
    let all = try OwnerConsole.ask("approvals", [:], folders)["approvals"]?.arrayValue ?? []
    guard let now = all.first(where: { $0["id"] == before["id"] }) else { return nil }
    if now["fee_cap"] != before["fee_cap"] {
      let style = TextStyle(isEnabled: terminal.allowsColor())
      try terminal.writeLines(
        QuestionText(view: now, now: SystemWallClock().now(), style: style).lines(
          width: terminal.width(), isTTY: true, answers: false))
    }
    return now
  }

  /// The desktop is asked first, so that a person is not sent to where nobody is.
  private func goBack(_ end: JSONValue, to view: JSONValue, _ terminal: Terminal) async throws {
    guard !stay, let text = end["link"]?.stringValue, let scheme = view["callback"]?.stringValue,
      let callback = CallbackScheme(scheme), let link = try? ReturnLink(text, to: callback)
    else { return try terminal.writeLines(["You can go back to the app."]) }
    let desktop = DesktopLinks()
    do throws(DesktopLinkError) {
      guard try await desktop.canOpen(callback.text) else {
        return try say("You can go back to the app; no program here opens its links (\(callback.text):).", terminal)
      }
      try say("Going back to the app (\(callback.text):).", terminal)
      try await desktop.open(link)
    } catch {
      try say("You can go back to the app; the desktop did not do it.", terminal)
    }
  }

  // What could not be shown changes nothing: the owner's answer is given.
  private func say(_ text: String, _ terminal: Terminal) throws(DesktopLinkError) {
    try? terminal.writeLines([text])
  }
}
