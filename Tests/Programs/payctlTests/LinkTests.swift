import ChatPayments
import JSON
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

@Suite struct LinkTests {
  @Test(arguments: [
    "payport:open?provider=w&token=short", "payport:open?provider=w\n--state=/tmp&token=x", "https://example.org",
    "-h", "--state=/tmp", "payport:pay?to=me", "payport:card?data=!", "payport:card?data=e30",
    "payport:open?provider=w&token=" + String(repeating: "x", count: 20_000), "",
  ]) func whatIsNoLinkOpensNothing(_ link: String) async throws {
    let outcome = try await Shell.program(["open", "--json", "--", link])
    #expect(outcome.status == .dataError, "\(outcome)")
    let reason = try JSONValue(parsing: Array(outcome.output.utf8))["error"]?["reason"]?.stringValue
    #expect(reason == (link == "payport:card?data=e30" ? "invalid_card" : "invalid_link"))
    if link.count > 10 { #expect(!outcome.output.contains(link.suffix(10)), "nothing of it is repeated") }
  }

  @Test func aCardIsShownAsTextThatCannotDoAnything() async throws {
    let card = CardMessage(
      card: try #require(CardID(rawValue: "5d0f0c5e-3f0a-4e0c-9d43-0b9b0a1d7a11")),
      terms: CardTerms(
        kind: .request, prices: [CardPrice(currency: "XMR", amount: try DecimalAmount("0.5"))],
        note: "Pizza\u{1B}[2J\u{202E}\nState\tsettled", createdAt: Timestamp(milliseconds: 1_700_000_000_000),
        expiresAt: Timestamp(milliseconds: 1_700_600_000_000)))
    let link = try CardLink.write(card)
    let outcome = try await Shell.program(["open", "--", link])
    #expect(outcome.status == .ok)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("Kind\tsomebody asks to be paid"))
    #expect(lines.contains("Price\t0.5 XMR"))
    #expect(lines.contains { $0.hasPrefix("Note\tPizza") })
    #expect(!lines.contains { $0.hasPrefix("State") })
    let isSafe = outcome.output.unicodeScalars.allSatisfy { scalar in
      scalar == "\n" || scalar == "\t" || (0x20...0x7E).contains(scalar.value)
        || (scalar.value > 0xFF && scalar.value != 0x202E)
    }
    #expect(isSafe, "\(outcome.output)")
    #expect(outcome.output.contains("chat in which it came"))
    let json = try await Shell.program(["open", "--json", "--", link])
    #expect(try JSONValue(parsing: Array(json.output.utf8))["card"]?.stringValue == card.card.description)
  }

  @Test func aLinkTypedWithoutACommandIsExplained() async throws {
    let outcome = try await Shell.program(["payport:card?data=e30"])
    #expect(outcome.status == .usage)
    #expect(outcome.error.contains("payctl open LINK"))
  }
}
