import ChatMessaging
import TerminalUI

/// A line that a person has typed.
enum ChatLine: Sendable, Hashable {
  case nothing
  /// A text for others to read.
  case message(String)
  case command(ChatCommand)
}

/// A command of a person.
enum ChatCommand: Sendable, Hashable {
  case propose(CardProposal)
  case collect(CollectionProposal)
  /// Cards are named by the numbers that are shown; `nil` means the only card for which the command is possible.
  case accept(Int?, currency: String?, byLightning: Bool)
  case decline(Int?, reason: String?)
  case cancel(Int?, reason: String?)
  case retry(Int?)
  case status(Int?)
  case show(ShowTarget?)
  /// Writes a received file into a folder; `nil` means the usual folder.
  case save(Int, folder: String?)
  /// Opens the wallet's own interface for a card; `nil` means all payments.
  case wallet(Int?)
  /// Chooses another conversation, with a person or a group.
  case to(String)
  case group(name: String, members: [String])
  case people
  /// Allows a message that an app wants to have delivered.
  case allow(Int?, MessageConsent, always: Bool)
  case deny(Int?)
  /// Approves the app that shows this code; `nil` refuses all apps.
  case pair(code: String?)
  case apps
  case revoke(Int)
  case wait(WaitGoal, limit: Duration?)
  case help(ChatVerb?)
  case quit
}

/// An item that is to be shown again.
enum ShowTarget: Sendable, Hashable {
  case card(Int)
  /// A message that an app wants to have delivered.
  case request(Int)
}

/// The words that begin a command, after a slash.
enum ChatVerb: String, Sendable, Hashable, CaseIterable {
  case send, request, collect, accept, decline, cancel, show, save, status, wallet, retry, to, group, people
  case allow, deny, pair, apps, revoke, wait, help, quit

  /// The form in which the command is typed.
  var usage: String {
    switch self {
    case .send: localized("/send WHO AMOUNT CUR [or AMOUNT CUR]… [by lightning] [NOTE]")
    case .request: localized("/request WHO AMOUNT CUR [or AMOUNT CUR]… [NOTE]")
    case .collect: localized("/collect AMOUNT CUR from WHO WHO… [for TITLE]")
    case .accept: localized("/accept [N] [CUR] [lightning]")
    case .decline: localized("/decline [N] [REASON]")
    case .cancel: localized("/cancel [N] [REASON]")
    case .show: localized("/show [N or mN]")
    case .save: localized("/save fN [FOLDER]")
    case .status: "/status [N]"
    case .wallet: "/wallet [N]"
    case .retry: "/retry [N]"
    case .to: localized("/to WHO")
    case .group: localized("/group NAME WHO WHO…")
    case .people: "/people"
    case .allow: "/allow [mN] [always] [name] [reply]"
    case .deny: "/deny [mN]"
    case .pair: localized("/pair CODE, or /pair no")
    case .apps: "/apps"
    case .revoke: "/revoke N"
    case .wait: localized("/wait N [STATE] [LIMIT]")
    case .help: localized("/help [COMMAND]")
    case .quit: "/quit"
    }
  }

  /// The description of the command.
  var abstract: String {
    switch self {
    case .send: localized("Offer to pay somebody, who picks one of the currencies.")
    case .request: localized("Ask somebody to pay you.")
    case .collect: localized("Divide a sum among several people and ask each for a part.")
    case .accept: localized("Say yes to a card: to pay it, by Lightning if that can be, or to be paid.")
    case .decline: localized("Say no to a card of somebody else's.")
    case .cancel: localized("Take a card of your own back while it is not paid.")
    case .show: localized("Show a card again, or what an app wants to write, or all that is open.")
    case .save: localized("Write a file that somebody sent into a folder. It is never opened by itself.")
    case .status: localized("All about a card, or how everything stands.")
    case .wallet: localized("Open a card's payment in your wallet itself, where it can be answered, or all payments.")
    case .retry: localized("Try again what your wallet has refused.")
    case .to: localized("Write to somebody else, or to a group, from now on.")
    case .group: localized("Begin a conversation of several.")
    case .people: localized("Who and which groups can be written to.")
    case .allow:
      localized("Let an app write to somebody: this time or always; tell it who they are, or what they answer.")
    case .deny: localized("Say no to what an app wants to write, or leave open whether something arrived.")
    case .pair: localized("Let an app in that wants to write to people for you, by the six digits that it shows.")
    case .apps: localized("Which apps were let in.")
    case .revoke: localized("Let an app of that list ask no more.")
    case .wait:
      localized(
        "Wait until there is a card, or until it is accepted, paid, settled…; also /wait message TEXT, /wait app, /wait request."
      )
    case .help: localized("This list, or how one command is typed.")
    case .quit: localized("Leave; so does Ctrl-D. What is under way goes on when you are back.")
    }
  }

  /// An example that can be typed as it is.
  var example: String {
    switch self {
    case .send: "/send bob 0.5 XMR or 1.2 LTC Pizza"
    case .request: "/request bob 0.5 XMR Pizza"
    case .collect: localized("/collect 90 LTC from bob carol for the boat")
    case .accept: "/accept 1 XMR"
    case .decline: localized("/decline 1 not today")
    case .cancel: "/cancel 1"
    case .show: "/show 1"
    case .save: "/save f1 /tmp"
    case .status: "/status 1"
    case .wallet: "/wallet 1"
    case .retry: "/retry 1"
    case .to: "/to bob"
    case .group: localized("/group boat bob carol")
    case .people: "/people"
    case .allow: "/allow m1 name reply"
    case .deny: "/deny m1"
    case .pair: "/pair 123456"
    case .apps: "/apps"
    case .revoke: "/revoke 1"
    case .wait: "/wait 1 settled 60s"
    case .help: "/help send"
    case .quit: "/quit"
    }
  }
}
