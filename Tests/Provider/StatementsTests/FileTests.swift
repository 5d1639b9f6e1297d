import DisplayText
import Foundation
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing

@testable import Statements

@Suite("Files of statements")
struct FileTests {
  private let history = [
    booking(.received, 100_000_000, at: "2026-02-27T12:00:00Z"),
    booking(.received, 50_000_000, at: "2026-03-02T10:00:00Z"),
    booking(.paid, 25_000_000, fee: 28_200, at: "2026-03-02T11:00:00Z"),
  ]

  private func lines(_ bytes: [UInt8], _ separator: String) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: separator, omittingEmptySubsequences: false).map(
      String.init)
  }

  @Test("CSV is a header, and for each currency opening, rows and closing")
  func csv() throws {
    let lines = lines(
      CSVStatement.bytes(try statement(history, purpose: PaymentPurpose(description: "a \"b\", c\nd"))), "\r\n")
    #expect(
      lines == [
        "currency,at,local_at,kind,in,out,fee,balance,object_id,transaction_id,description,app,app_key,address,payee",
        "LTC,2026-02-28T23:00:00.000Z,2026-03-01T00:00:00+01:00,opening,,,,1,,,,,,,",
        #"LTC,2026-03-02T10:00:00.000Z,2026-03-02T11:00:00+01:00,received,0.5,0,0,1.5,inv_a,f00d,"a ""b"", c␊d","#
          + #""SimpleX Chat",FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs,,"#,
        #"LTC,2026-03-02T11:00:00.000Z,2026-03-02T12:00:00+01:00,paid,0,0.25,0.000282,1.249718,ord_a,f00d,"#
          + #""a ""b"", c␊d","SimpleX Chat",FPJ6muyal0rh_8Rxorc3nVz_HNB7iS0rKXG-677hZUs,,"#,
        "LTC,2026-03-31T22:00:00.000Z,2026-04-01T00:00:00+02:00,closing,,,,1.249718,,,,,,,", "",
      ])
  }

  @Test(
    "no text of an app begins a formula, a line or a field",
    arguments: [
      ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@SUM(A1)", "\"'@SUM(A1)\""),
      ("  =1", "\"'  =1\""), ("\t=1", "\"␉=1\""), ("\r=1", "\"␍=1\""), ("\u{FF1D}1", "\"'\u{FF1D}1\""),
      ("x;=1", "\"x;'=1\""), ("x; \t;  @A1;-", "\"x; ␉;'  @A1;'-\""),
      ("x;\"=1", "\"x;'\"\"=1\""), ("a; b", "\"a; b\""), ("\"=1", "\"\"\"=1\""), ("tea", "\"tea\""), ("", ""),
      ("\u{202E}=1", "\"\u{FFFD}=1\""),
    ])
  func formulas(_ text: String, _ expected: String) {
    #expect(CSVStatement.claimed(text) == expected)
  }

  /// The code points that Swift joins to the preceding character. Readers of CSV do not join them: they see the
  /// quotation mark, or the sign of a formula, on its own.
  @Test("no mark hides a quote or a formula from readers that see code points: Python's is one")
  func marks() async throws {
    let joining = (UInt32(0)...0x10FFFF).compactMap(Unicode.Scalar.init).filter { scalar in
      var text = String.UnicodeScalarView(["\""])
      text.append(scalar)
      return String(text).count == 1
    }
    #expect(joining.count > 1234)
    let starts = ["\"", "a\"", "=", "+", "-", "@", "\",=HYPERLINK(1)\n\""]
    let fields = joining.flatMap { mark in
      starts.map { start in
        var text = start.unicodeScalars
        text.append(mark)
        text.append(contentsOf: "=HYPERLINK(\"http://x\",\"y\")".unicodeScalars)
        return CSVStatement.claimed(String(text))
      }
    }
    let folder = try ScratchFolder()
    let path = folder.path + "/marks.csv"
    try Data((fields.map { "a,\($0),z" }.joined(separator: "\r\n") + "\r\n").utf8).write(to: URL(fileURLWithPath: path))
    let program = """
      import csv, sys
      rows = list(csv.reader(open(sys.argv[1], encoding="utf-8", newline=""), strict=True))
      bad = [r for r in rows if len(r) != 3 or r[0] != "a" or r[2] != "z" or r[1].lstrip(" ")[:1] in "=+-@"]
      print(len(rows), len(bad))
      """
    let result = try await ChildProcess.run("/usr/bin/env", ["python3", "-c", program, path])
    #expect(result.output == ["\(fields.count) 0"], "\(result)")
  }

  @Test("what is no plain name is quoted as well")
  func fields() {
    #expect(CSVStatement.field("inv_k3q7-A") == "inv_k3q7-A")
    #expect(CSVStatement.field("-key") == "\"'-key\"")
    #expect(CSVStatement.field("a,b") == "\"a,b\"")
  }

  @Test("text has columns whose points stand below each other, whatever an app claims")
  func text() throws {
    let claimed = "家賃\u{1B}[2J\u{202E} " + String(repeating: "long ", count: 60)
    let lines = lines(TextStatement.bytes(try statement(history, purpose: PaymentPurpose(description: claimed))), "\n")
    #expect(lines.first == "Statement of payments")
    #expect(lines.contains("Period    2026-03-01 to 2026-03-31, Europe/Berlin"))
    #expect(lines.contains("App       SimpleX Chat, key FPJ6 muya l0rh _8Rx"))
    #expect(lines.contains("LTC (regtest network, worth nothing)"))
    #expect(lines.contains("Opening balance       1.000000"))
    #expect(lines.contains("Closing balance       1.249718"))
    let head = try #require(lines.first { $0.hasPrefix("Date") })
    let rows = lines.filter { $0.hasPrefix("2026-03-02") }
    #expect(
      rows == [
        "2026-03-02 11:00  Received  0.500000                      1.500000",
        "2026-03-02 12:00  Paid                0.250000  0.000282  1.249718",
      ])
    #expect(head.hasSuffix("Balance") && head.count == rows[0].count)
    #expect(lines.allSatisfy { DisplayWidth.columns($0) <= TextStatement.width })
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
  }

  @Test("who was paid stands in each file that people read, by the owner's name where there is one")
  func recipients() throws {
    let known = try statement(history, address: "ltc1qanna", payee: "=Anna\u{1B}[2J")
    let text = lines(TextStatement.bytes(known), "\n")
    #expect(text.contains { $0.hasSuffix("at ltc1qanna") }, "the address at which money arrived is the wallet's own")
    #expect(text.contains { $0.contains("to =Anna") && $0.hasSuffix(", ltc1qanna") })
    #expect(text.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } || $0.contains("Anna") }, "also a minus is ASCII")
    let csv = lines(CSVStatement.bytes(known), "\r\n")
    #expect(csv.contains { $0.hasSuffix(",ltc1qanna,\"'=Anna␛[2J\"") }, "\(csv)")
    let unnamed = lines(TextStatement.bytes(try statement(history, address: "ltc1qanna")), "\n")
    #expect(unnamed.contains { $0.hasSuffix("to ltc1qanna") })
  }

  @Test("a balance below zero has the minus that any terminal shows")
  func minus() throws {
    let text = lines(TextStatement.bytes(try statement([booking(.paid, 25_000_000, at: "2026-03-02T11:00:00Z")])), "\n")
    #expect(text.contains("Closing balance       -0.25"), "\(text)")
  }

  @Test("a period of whole days is told by its days, any other by its moments")
  func periods() throws {
    #expect(StatementWords.period(try statement([], from: "2026-03-29", to: "2026-03-30")) == "2026-03-29")
    #expect(
      StatementWords.period(try statement([], from: "2026-03-29T10:00:00Z", to: "2026-03-30"))
        == "2026-03-29 12:00:00 +02:00 until before 2026-03-30 00:00:00 +02:00")
  }

  @Test("the chart has a bar for each day, week, month or year")
  func chart() throws {
    let march = try statement(history)
    let chart = try #require(march.sections.first.flatMap { FlowChart($0, of: march) })
    #expect(chart.unit == .day)
    #expect(chart.bars.count == 31)
    #expect(chart.bars.first?.day == "2026-03-01")
    #expect(chart.bars.last?.day == "2026-03-31")
    #expect(chart.opening == 1)
    #expect(chart.bars[0].balance == 1)
    #expect(chart.bars[1].incoming == 0.5)
    #expect(chart.bars[1].outgoing == 0.250282)
    #expect(chart.bars[1...].allSatisfy { $0.balance == 1.249718 })
    for (from, to, unit, bars) in [
      ("2026-01-01", "2026-07-01", FlowChart.Unit.week, 26), ("2025-01-15", "2027-01-01", .month, 24),
      ("2019-03-01", "2027-01-01", .year, 8), ("1970-01-02", "2100-01-01", .day, 4),
    ] {
      let document = try statement(history, from: from, to: to)
      let chart = try #require(document.sections.first.flatMap { FlowChart($0, of: document) })
      #expect(chart.unit == unit, "\(from)")
      #expect(chart.bars.count == bars, "\(from)")
      #expect(chart.bars.last?.balance == 1.249718, "\(from)")
      #expect(abs(chart.bars.reduce(0) { $0 + $1.outgoing } - 0.250282) < 1e-9, "\(from)")
    }
    let empty = try statement([], shown: "LTC")
    #expect(empty.sections.first.flatMap { FlowChart($0, of: empty) } == nil)
  }
}
