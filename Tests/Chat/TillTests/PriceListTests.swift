import Foundation
import PaymentsModel
import Platform
import TestSupport
import Testing

@testable import Till

@Suite struct PriceListTests {
  @Test(arguments: [
    ("", "line 1, column 1: nothing in the file"),
    ("shop: A\npay_with: [LTC]\n", "line 1, column 1: items is missing"),
    ("shop: A\npay_with: [ltc]\nitems: [{word: a, name: A, price: 1 LTC}]", "line 2, column 12: a currency has"),
    ("shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 EUR}]", "line 3, column 28: nobody can pay this"),
    ("shop: A\npay_with: [LTC]\nitems: [{word: A, name: A, price: 1 LTC}]", "line 3, column 10: a word is"),
    ("shop: A\npay_with: [LTC]\nitems: [{word: a, name: A/B, price: 1 LTC}]", "line 3, column 19: a name has"),
    ("shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 0 LTC}]", "line 3, column 28: a price is"),
    ("shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1}]", "line 3, column 28: a price is"),
    ("shop: A\nshop: B\n", "line 1, column 1: the key is there twice"),
    (
      "shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 LTC}]\nlifetime: 10\n",
      "line 4, column 1: a time such as"
    ),
    (
      "shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 LTC}, {word: a, name: B, price: 1 LTC}]",
      "line 3, column 44: a is there twice"
    ),
    (
      "shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 LTC}]\nrates:\n  - {coin: LTC, currency: EUR, max_age: 1m}",
      "line 5, column 5: a rate comes from a file or from a program"
    ),
    (
      "shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 LTC}]\ncolour: red",
      "line 4, column 1: unknown; here may stand shop"
    ),
  ])
  func whatIsWrongIsTold(_ text: String, _ words: String) throws {
    let failure = #expect(throws: PriceListFailure.self) { try PriceList(parsing: Array(text.utf8)) }
    let told = try #require(failure).description
    #expect(told.hasPrefix(words), "\(told)")
  }

  @Test func amountsAreRoundedByTheRule() throws {
    let cases: [(String, String, Int, RateRule.Rounding, String)] = [
      ("1", "3", 4, .up, "0.3334"), ("1", "3", 4, .down, "0.3333"), ("1", "3", 4, .nearest, "0.3333"),
      ("1", "8", 2, .nearest, "0.13"), ("1", "8", 2, .down, "0.12"), ("3.5", "80", 4, .up, "0.0438"),
      ("100", "0.0001", 0, .up, "1000000"), ("0.001", "1000", 5, .up, "0.00001"), ("8", "80", 1, .up, "0.1"),
    ]
    for (sum, rate, places, rounding, expected) in cases {
      let amount = try decimal(sum).divided(by: decimal(rate), places: places, rounding: rounding)
      #expect(amount.text == expected, "\(sum) / \(rate)")
    }
    #expect(throws: Quote.Problem.tooLarge) {
      try decimal("100000000000000000000").divided(by: decimal("0.000000000000000001"), places: 12, rounding: .up)
    }
  }

  @Test func aRateIsAValueAndATime() {
    #expect(Rate(parsing: Array("81.35 2026-11-23T01:00:00Z\n".utf8))?.value == decimal("81.35"))
    for text in [
      "81.35", "0 2026-11-23T01:00:00Z", "81,35 2026-11-23T01:00:00Z", "-1 2026-11-23T01:00:00Z", "", "1 now",
    ] {
      #expect(Rate(parsing: Array(text.utf8)) == nil)
    }
  }

  /// A file that others wrote while it was read, a program that fails or never ends: none gives a rate.
  @Test func ratesComeFromFilesAndPrograms() async throws {
    func rule(_ source: RateRule.Source) -> RateRule {
      RateRule(coin: "LTC", currency: "EUR", source: source, maximumAge: .seconds(60), rounding: .up, places: 4)
    }
    let reader = RateReader()
    #expect(await reader.rate(rule(.file("/nowhere/rate"))) == nil)
    #expect(await reader.rate(rule(.file("/dev/zero"))) == nil)
    #expect(await reader.rate(rule(.program("/bin/false"))) == nil)
    #expect(await reader.rate(rule(.program("/nowhere/program"))) == nil)
    #expect(await reader.rate(rule(.program("/usr/bin/yes"))) == nil)
  }

  /// It says nothing, or it says a rate and does not end; and what it has started is ended with it.
  @Test(arguments: ["sleep 1000 | cat", "echo 81.35 2026-11-23T01:00:00Z; exec >&- <&-; sleep 1000 | cat"])
  func aProgramThatDoesNotEndIsEndedWithAllThatItStarted(_ commands: String) async throws {
    let folder = try ScratchFolder()
    let (path, list) = (folder.path + "/rate", folder.path + "/group")
    try Data("#!/bin/sh\necho $$ >\(list)\n\(commands)\n".utf8).write(to: URL(fileURLWithPath: path))
    chmod(path, 0o700)
    let rule = RateRule(
      coin: "LTC", currency: "EUR", source: .program(path), maximumAge: .seconds(60), rounding: .up, places: 4)
    #expect(await RateReader(patience: .seconds(1)).rate(rule) == nil)
    let text = try String(contentsOfFile: list, encoding: .utf8)
    let leader = try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    // Others of the group may still be on their way out.
    while kill(-leader, 0) == 0 { await Task.yield() }
  }
}
