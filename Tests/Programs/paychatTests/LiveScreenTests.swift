import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments
@testable import TerminalUI
@testable import paychat

/// Bubbles on a terminal: what changes is redrawn where it stands.
@Suite(.serialized, .timeLimit(.minutes(5))) struct LiveScreenTests {
  private struct Scene {
    let pty: PseudoTerminal
    let editor: LineEditor
    var screen: LiveScreen

    init(width: UInt16 = 60) throws {
      pty = try PseudoTerminal(width: width)
      editor = try LineEditor(program: "test", terminal: pty.terminal)
      screen = LiveScreen(editor: editor, terminal: pty.terminal)
    }
  }

  private func view(_ card: Card, _ number: Int = 1) -> CardBubble {
    CardBubble(card, number: number, names: CardNames(room: Cards.room(Cards.bob), me: Cards.bob), now: Cards.start)
  }

  private func remarks(_ count: Int, on scene: inout Scene) {
    for number in 1...count { scene.screen.say(.line("remark \(number).")) }
  }

  @Test func aCardChangesWhereItStands() async throws {
    var scene = try Scene()
    var card = try Cards.card(seenBy: Cards.bob)
    scene.screen.show(view(card), as: .card(card.key))
    scene.screen.say(.line("something else"))
    let editor = scene.editor
    async let line = editor.readLine(prompt: "bob> ")
    try await scene.pty.screen { $0.last == "bob>" }
    try await scene.pty.typeKeys("half a line")
    try await scene.pty.screen { $0.last == "bob> half a line" }
    try card.decline(reason: "no", now: Cards.start)
    scene.screen.show(view(card), as: .card(card.key))
    let rows = try await scene.pty.screen {
      $0.contains { $0.contains("Declined · by you: no") } && $0.last == "bob> half a line"
    }
    #expect(!rows.contains { $0.contains("Pending") } && rows.filter { $0.contains("alice asks") }.count == 1)
    let card1 = try #require(rows.firstIndex { $0.contains("Declined") })
    let remark = try #require(rows.firstIndex { $0.contains("something else") })
    #expect(card1 < remark)
    try await scene.pty.typeKeys(", typed on\r")
    #expect(await line == .line("half a line, typed on"))
    scene.screen.refresh()
    try await scene.pty.screen { !$0.contains { $0.contains("half a line") } }
  }

  /// Whether it has left the window in part or long ago.
  @Test(arguments: [20, 24]) func whatHasLeftTheWindowIsShownAgainBelowWhenItMatters(_ count: Int) async throws {
    var scene = try Scene()
    var card = try Cards.card(seenBy: Cards.bob)
    try card.accept(now: Cards.start)
    card.apply(order: try Cards.order(card, .inFlight, confirmations: 1))
    scene.screen.show(view(card), as: .card(card.key))
    remarks(count, on: &scene)
    card.apply(order: try Cards.order(card, .inFlight, version: 2, confirmations: 2))
    scene.screen.show(view(card), as: .card(card.key))
    scene.screen.say(.line("a mark"))
    let before = try await scene.pty.screen { $0.contains { $0.contains("a mark") } }
    #expect(!before.contains { $0.contains("2 of 10") })
    card.apply(order: try Cards.order(card, .succeeded, version: 3, confirmations: 10))
    scene.screen.show(view(card), as: .card(card.key))
    let rows = try await scene.pty.screen { $0.contains { $0.contains("Paid · confirmed") } }
    let mark = try #require(rows.firstIndex { $0.contains("a mark") })
    #expect(try #require(rows.firstIndex { $0.contains("confirmed") }) > mark)
    // From there on it changes in place again.
    let other = try Cards.card(seenBy: Cards.bob)
    scene.screen.show(view(other, 2), as: .card(other.key))
    scene.screen.say(.line("the end"))
    let all = try await scene.pty.screen { $0.contains { $0.contains("the end") } }
    #expect(
      all.filter { $0.contains("remark \(count).") }.count == 1 && all.filter { $0.contains("a mark") }.count == 1)
  }

  @Test func aCardIsShownAgainWhereItHasLeftTheWindow() async throws {
    var scene = try Scene()
    let card = try Cards.card(seenBy: Cards.bob)
    scene.screen.show(view(card), as: .card(card.key))
    scene.screen.showAgain(view(card), as: .card(card.key))
    remarks(24, on: &scene)
    scene.screen.showAgain(view(card), as: .card(card.key))
    scene.screen.showAgain(view(card), as: .card(card.key))
    scene.screen.say(.line("the end"))
    let rows = try await scene.pty.screen { $0.contains { $0.contains("the end") } }
    #expect(rows.filter { $0.contains("alice asks") }.count == 2)
    #expect(rows.filter { $0.contains("remark") }.count == 24)
  }

  @Test func nobodyElsesTextMovesTheCursor() async throws {
    var scene = try Scene(width: 40)
    let message = MessageView(
      author: "bob", isMine: false, place: nil, text: "one\u{1B}[2J\r\ntwo 船船船船船船船船船船船船船船船船船船船船船", sentAt: Cards.start,
      isEdited: false)
    scene.screen.say(.line("first"))
    scene.screen.show(message, as: .message(RoomID("room"), MessageID("1")))
    let rows = try await scene.pty.screen { $0.contains { $0.contains("two") } }
    #expect(rows.first == "· first" && rows.contains { $0.contains("one␛[2J") })
    for row in message.rows(width: 40, style: TextStyle(isEnabled: false)) { #expect(DisplayWidth.columns(row) < 40) }
  }
}
