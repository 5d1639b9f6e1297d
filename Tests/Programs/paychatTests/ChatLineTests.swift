import ChatPayments
import PaymentsModel
import TerminalUI
import Testing

@testable import paychat

/// What people type, in the orders in which they say it, and what they get wrong.
@Suite struct ChatLineTests {
  private func price(_ amount: String, _ currency: String) throws -> CardPrice {
    CardPrice(currency: currency, amount: try DecimalAmount(amount))
  }

  private func refusal(_ line: String) -> CommandFailure? {
    do throws(CommandFailure) {
      _ = try ChatLineParser.parse(line)
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    ("", ChatLine.nothing), ("   ", .nothing), ("hello there ", .message("hello there")),
    ("//etc is a folder", .message("/etc is a folder")), ("  it's fine", .message("it's fine")),
    ("/quit", .command(.quit)), ("/QUIT", .command(.quit)), ("/help send", .command(.help(.send))),
    ("/help /send", .command(.help(.send))), ("/people", .command(.people)), ("/to @bob", .command(.to("bob"))),
    ("/accept", .command(.accept(nil, currency: nil, byLightning: false))),
    ("/accept 2", .command(.accept(2, currency: nil, byLightning: false))),
    ("/accept #2 xmr", .command(.accept(2, currency: "XMR", byLightning: false))),
    ("/accept XMR", .command(.accept(nil, currency: "XMR", byLightning: false))),
    ("/accept 2 ltc lightning", .command(.accept(2, currency: "LTC", byLightning: true))),
    ("/accept Lightning", .command(.accept(nil, currency: nil, byLightning: true))),
    ("/decline 1 not \"today\"", .command(.decline(1, reason: "not \"today\""))),
    ("/decline no money", .command(.decline(nil, reason: "no money"))),
    ("/cancel 3", .command(.cancel(3, reason: nil))),
    ("/retry", .command(.retry(nil))), ("/status 12", .command(.status(12))),
    ("/group boat bob, carol and @dave", .command(.group(name: "boat", members: ["bob", "carol", "dave"]))),
    ("/wait 1 settled 30s", .command(.wait(.state(1, .settled), limit: .seconds(30)))),
    ("/wait 2", .command(.wait(.card(2), limit: nil))), ("/wait 2 2m", .command(.wait(.card(2), limit: .seconds(120)))),
    ("/wait 1 pending", .command(.wait(.state(1, .created), limit: nil))),
    ("/wait message hi there", .command(.wait(.message("hi there"), limit: nil))),
    ("/wait wallet 5s", .command(.wait(.wallet, limit: .seconds(5)))),
  ]) func isRead(_ line: String, _ expected: ChatLine) throws {
    #expect(try ChatLineParser.parse(line) == expected)
  }

  @Test(arguments: [
    "/request bob 0.5 XMR or 1.2 LTC Pizza at Luigi's", "/request @bob 0.5xmr or 1.2LTC \"Pizza at Luigi's\"",
    "/request 0.5 XMR or 1.2 LTC from bob Pizza at Luigi's",
    "/REQUEST  bob  0.50  xmr  or  1.20 ltc  Pizza at Luigi's ",
  ]) func aCardIsReadHoweverItIsSaid(_ line: String) throws {
    let proposal = CardProposal(
      kind: .request, who: "bob", prices: [try price("0.5", "XMR"), try price("1.2", "LTC")], note: "Pizza at Luigi's")
    #expect(try ChatLineParser.parse(line) == .command(.propose(proposal)))
  }

  @Test func aCardNeedsNoNameAndNoNote() throws {
    let offer = CardProposal(kind: .offer, who: nil, prices: [try price("2", "LTC")], note: nil)
    #expect(try ChatLineParser.parse("/send 2 LTC") == .command(.propose(offer)))
    let named = CardProposal(kind: .offer, who: "Bob Smith", prices: [try price("2", "LTC")], note: "or later")
    #expect(try ChatLineParser.parse("/send \"Bob Smith\" 2 LTC or later") == .command(.propose(named)))
  }

  @Test func anOfferSaysThatItIsPaidByLightning() throws {
    func offer(_ note: String?, _ byLightning: Bool) throws -> ChatLine {
      .command(
        .propose(
          CardProposal(
            kind: .offer, who: "bob", prices: [try price("2", "LTC")], note: note, byLightning: byLightning)))
    }
    #expect(try ChatLineParser.parse("/send bob 2 LTC by Lightning for you") == offer("for you", true))
    #expect(try ChatLineParser.parse("/send 2 LTC to bob by lightning") == offer(nil, true))
    #expect(try ChatLineParser.parse("/send bob 2 LTC by tomorrow") == offer("by tomorrow", false))
    #expect(try ChatLineParser.parse("/send bob 2 LTC lightning cable") == offer("lightning cable", false))
    #expect(try ChatLineParser.parse("/request bob 2 LTC by lightning") != offer(nil, true))
  }

  @Test func aCollectionIsRead() throws {
    let collection = CollectionProposal(total: try price("90", "LTC"), people: ["bob", "carol"], title: "the boat")
    for line in [
      "/collect 90 LTC from bob carol for the boat", "/collect 90LTC bob, carol for \"the boat\"",
      "/collect 90 ltc from @bob and carol for the boat",
    ] {
      #expect(try ChatLineParser.parse(line) == .command(.collect(collection)))
    }
  }

  @Test(arguments: [
    ("/acept 1", "/accept"), ("/sned bob 1 XMR", "/send"), ("/pay bob 1 XMR", "/send"), ("/req", "/request"),
    ("/frobnicate", "/help"), ("/send", "/send WHO"), ("/send bob", "How much"), ("/send bob 0.5", "which currency"),
    ("/send bob 0,5 XMR", "comma"), ("/send bob -1 XMR", "negative"), ("/send bob 0 XMR", "zero"),
    ("/send bob lots XMR", "no amount"), ("/send bob 1e3 XMR", "exponent"), ("/send bob 1 €", "no currency"),
    ("/request bob 1 XMR or 2 XMR", "two prices"), ("/collect 90 LTC", "From whom"),
    ("/collect 9 LTC or 1 XMR from bob", "one currency"), ("/accept 1 XMR now", "'now'"), ("/wait", "which card"),
    ("/wait 1 setled", "settled"), ("/wait 1 paid soon", "no time"), ("/quit now", "'now'"), ("/status all", "'all'"),
    ("/to", "Whom"), ("/group boat", "at least one"), ("/help frob", "no command"),
  ]) func whatIsWrongIsSaid(_ line: String, _ words: String) throws {
    let failure = try #require(refusal(line))
    #expect(failure.status == .usage)
    #expect("\(failure.message) \(failure.advice ?? "")".contains(words), "\(failure.lines(of: ""))")
  }

  @Test func everyExampleIsOne() throws {
    for verb in ChatVerb.allCases {
      guard case .command = try ChatLineParser.parse(verb.example) else {
        Issue.record("\(verb.example) is no command")
        continue
      }
      #expect(verb.example.hasPrefix("/\(verb.rawValue)") && verb.usage.hasPrefix("/\(verb.rawValue)"))
    }
  }
}
