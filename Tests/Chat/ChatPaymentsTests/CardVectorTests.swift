import Cryptography
import Foundation
import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

/// Tests with protocol/vectors/cards.json, which was made by another implementation of chapter 14.
struct CardVectorTests {
  private let value: JSONValue
  private var people: [PersonID] {
    get throws { try ["author", "other", "reader"].map { PersonID(try text(value, $0)) } }
  }

  init() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../protocol/vectors")
    let file = folder.appending(path: "cards.json").standardizedFileURL
    value = try JSONValue(
      parsing: Array(Data(contentsOf: file)), limits: JSONLimits(depth: 16, bytes: 1 << 20))
  }

  private func text(_ value: JSONValue, _ name: String) throws -> String { try #require(value[name]?.stringValue) }

  private func all(_ name: String) throws -> [JSONValue] {
    let list = try #require(value[name]?.arrayValue)
    try #require(!list.isEmpty)
    return list
  }

  @Test func requestsHaveTheirNames() throws {
    let whats: [String: CardRequest] = [
      "invoice": .invoice, "order": .order, "cancel_invoice": .cancelInvoice, "cancel_order": .cancelOrder,
    ]
    for vector in try all("request_ids") {
      let id = try #require(CardID(rawValue: text(vector, "card")))
      let key = CardKey(author: PersonID(try text(vector, "author")), id: id)
      let what = try #require(whats[text(vector, "what")])
      #expect(try key.requestID(what).text == text(vector, "request_id"))
    }
  }

  @Test func linksAreCardsOrText() throws {
    for vector in try all("links") {
      let (name, link) = try (text(vector, "name"), text(vector, "link"))
      #expect(Self.verdict(link) == vector["is"]?.stringValue, "\(name)")
    }
  }

  private static func verdict(_ link: String) -> String {
    do throws(CardLinkError) {
      _ = try CardLink.read(link)
      return "card"
    } catch {
      if case .newer = error { return "newer" }
      return "text"
    }
  }

  /// A damaged link is either refused or read as a card, and a card is written exactly as it was read.
  @Test func spoiltLinksDoNoHarm() throws {
    var generator = SeededRandom(14)
    var cards = 0
    for vector in try all("links") {
      let link = try text(vector, "link")
      guard link.utf8.count < 2000, let data = link.split(separator: "=").last,
        let json = try? Base64URL.decode(String(data)), !json.isEmpty
      else { continue }
      for _ in 0..<300 {
        var bytes = json
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let index = Int.random(in: bytes.indices, using: &generator)
          switch Int.random(in: 0..<3, using: &generator) {
          case 0: bytes[index] = .random(in: 0 ... .max, using: &generator)
          case 1: bytes.insert(bytes.randomElement(using: &generator) ?? 0, at: index)
          default: if bytes.count > 1 { bytes.remove(at: index) }
          }
        }
        guard let card = try? CardLink.read("payport:card?data=" + Base64URL.encode(bytes)) else { continue }
        cards += 1
        #expect(try CardLink.read(CardLink.write(card)) == card)
      }
    }
    #expect(cards > 50)
  }

  @Test func conversationsLeadToTheirStates() throws {
    let room = RoomID("r")
    let people = try people
    let card = try #require(CardID(rawValue: text(value, "card")))
    for vector in try all("conversations") {
      let name = try text(vector, "name")
      let now = try #require(Timestamp(try text(vector, "now")))
      let messages = try #require(vector["messages"]?.arrayValue)
      for me in people {
        var book = CardBook()
        let chatRoom = ChatRoom(
          id: room, name: "r", me: me, members: people.map { ChatRoom.Member(id: $0, name: $0.rawValue) })
        for (number, message) in messages.enumerated() {
          let content = ChatContent(text: "", link: try text(message, "link"))
          let chatMessage = ChatMessage(
            id: MessageID("\(number)"), room: room, from: PersonID(try text(message, "from")), content: content,
            sentAt: now)
          _ = book.hear(chatMessage, in: chatRoom, now: now)
        }
        let heard = book[CardKey(author: people[0], id: card)]
        let role = heard.map { $0.role == .onlooker ? "reader" : $0.role.rawValue } ?? "reader"
        let expected = try #require(vector["states"]?[role]?.stringValue)
        #expect(heard?.state(now: now).rawValue ?? "text" == expected, "\(name), \(role)")
        guard let heard else { continue }
        #expect(heard.destination?.currency == vector["destination"]?["currency"]?.stringValue, "\(name)")
        #expect(heard.destination?.address == vector["destination"]?["address"]?.stringValue, "\(name)")
        #expect(heard.destination?.lightning == vector["destination"]?["lightning"]?.stringValue, "\(name)")
      }
    }
  }
}
