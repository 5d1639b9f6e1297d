import Cryptography
import Files
import JSON
import PaymentsModel
import TestSupport
import Testing

@testable import ChatPayments

struct CardLinkTests {
  private static let terms = CardTerms(
    kind: .request, prices: [price("0.5"), price("2.25", "LTC")], note: "Pizza „Ω“", to: PersonID("bob"),
    createdAt: Timestamp(milliseconds: 1_790_000_000_000), expiresAt: Timestamp(milliseconds: 1_790_000_600_000),
    collection: CardCollection(id: .random(), title: "Dinner"))

  private func side(_ steps: CardStep...) -> CardSide {
    var side = CardSide()
    for step in steps { side.add(step) }
    return side
  }

  private func link(_ json: String) -> String { "payport:card?data=" + Base64URL.encode(Array(json.utf8)) }

  @Test func whatIsWrittenIsRead() throws {
    let messages = [
      CardMessage(
        card: .random(), terms: Self.terms, steps: side(.address(currency: "XMR", address: "4abc"), .received)),
      CardMessage(
        card: .random(), author: PersonID("alice"), steps: side(.accepted(currency: "LTC", address: nil), .paid)),
      CardMessage(card: .random(), steps: side(.declined(reason: "No"), .failed)),
      CardMessage(card: .random(), terms: Self.terms, steps: side(.cancelled(reason: nil))),
    ]
    for message in messages { #expect(try CardLink.read(CardLink.write(message)) == message) }
  }

  /// Tests the values in the specification, which were made with another implementation of SHA-256.
  @Test(arguments: [
    (CardRequest.invoice, "f8a6f933-db58-4f1b-b2de-13a9ea39465a"),
    (CardRequest.order, "43f87c50-8b43-42f0-84dd-cac1c39733f1"),
    (CardRequest.cancelInvoice, "8ce5fd31-e552-4725-bc0f-7ca4bfc41c6c"),
    (CardRequest.cancelOrder, "baa7b365-4917-42b2-a790-e2be312ddf62"),
  ])
  func requestsAreNamedAsTheSpecificationSays(_ request: CardRequest, _ text: String) throws {
    let id = try #require(CardID(rawValue: "5D0F0C5E-3f0a-4e0c-9d43-0b9b0a1d7a11"))
    #expect(try CardKey(author: PersonID("alice"), id: id).requestID(request).text == text)
  }

  @Test func aNewerVersionIsToldApart() throws {
    #expect(throws: CardLinkError.newer(2)) { try CardLink.read(link(#"{"v":2,"anything":[]}"#)) }
    #expect(throws: CardLinkError.malformed) {
      try CardLink.read(link(#"{"v":0,"card":"\#(CardID.random())","steps":[]}"#))
    }
  }

  @Test func whatIsNotOfTheFormIsRefused() throws {
    let id = CardID.random()
    for json in [
      "", "[]", "{}", #"{"v":1}"#, #"{"v":1,"card":"no","steps":[]}"#,
      #"{"v":1,"card":"\#(id)","steps":[{"step":"won"}]}"#,
      #"{"v":1,"card":"\#(id)","steps":[{"step":"paid","amount":"1"}]}"#,
      #"{"v":1,"card":"\#(id)","steps":[],"extra":1}"#,
      #"{"v":1,"card":"\#(id)","steps":[{"step":"paid"},{"step":"paid"}]}"#,
    ] {
      #expect(throws: CardLinkError.malformed, "\(json)") { try CardLink.read(link(json)) }
    }
    #expect(try CardLink.read(link(#"{"v":1,"card":"\#(id)","steps":[]}"#)).card == id)
    #expect(throws: CardLinkError.malformed) { try CardLink.read("payport:pay?data=e30") }
    let long = link(String(repeating: " ", count: CardLink.maximumLength))
    #expect(throws: CardLinkError.tooLong) { try CardLink.read(long) }
  }

  @Test func impossibleTermsAreRefused() throws {
    let now = Timestamp(milliseconds: 1_790_000_000_000)
    func terms(_ prices: [CardPrice], _ lifetime: Duration = .seconds(60), note: String? = nil) -> CardTerms {
      CardDraft(.request, prices, note: note, lifetime: lifetime).terms(now: now)
    }
    for (terms, error) in [
      (terms([]), CardTermsError.prices), (terms([price("0")]), .prices), (terms([price("1", "xmr")]), .prices),
      (terms([price("1"), price("2")]), .prices), (terms([price("1")], .zero), .lifetime),
      (terms([price("1")], .seconds(31 * 86_400)), .lifetime),
      (terms([price("1")], note: String(repeating: "x", count: 501)), .note),
    ] {
      let link = try CardLink.write(CardMessage(card: .random(), terms: terms))
      #expect(throws: CardLinkError.terms(error)) { try CardLink.read(link) }
    }
  }

  @Test func aCardSurvivesItsFile() throws {
    let table = ChatTable()
    let key = table.alice.propose(CardDraft(.offer, [price("1")], note: "For you"))
    table.settle(key)
    try table.bob.book[key]?.accept(now: table.clock.now())
    table.settle(key)
    for party in [table.alice, table.bob] {
      let card = try #require(party.book[key])
      #expect(try CardFile.read(CardFile.write(card), name: "x") == card)
    }
    #expect(throws: KeptFolderError.damaged(name: "x")) {
      try CardFile.read(Array(#"{"v":2,"card":{}}"#.utf8), name: "x")
    }
  }
}
