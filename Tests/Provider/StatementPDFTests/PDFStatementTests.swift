import Foundation
import PaymentsAPI
import PaymentsModel
import StatementPDF
import Statements
import TestSupport
import Testing

/// Checks the files with the tools of Poppler, which are independent of the code that creates them.
@Suite("PDF statements")
struct PDFStatementTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func document(rows: Int, claimed: String? = nil, sections: Int = 1) throws -> StatementDocument {
    let at = try #require(Timestamp("2026-03-02T10:00:00Z"))
    let (one, fee) = (try DecimalAmount("1.5"), try DecimalAmount("0.000282"))
    let zero = try DecimalAmount("0")
    let section = StatementSection(
      currency: "LTC", decimals: 8, opening: try SignedDecimal("-3"), incoming: one, outgoing: one, fees: fee,
      takenBack: zero, closing: try SignedDecimal("-3.000282"),
      rows: (0..<rows).map { row in
        StatementRow(
          at: at, localAt: "2026-03-02T11:00:00+01:00", kind: row.isMultiple(of: 2) ? .received : .paid,
          incoming: row.isMultiple(of: 2) ? one : zero, outgoing: row.isMultiple(of: 2) ? zero : one, fee: fee,
          balance: SignedDecimal(isNegative: true, magnitude: one), objectID: "inv_\(row)", transactionID: "f00d",
          description: claimed)
      },
      days: rows == 0
        ? []
        : [
          StatementDay(
            day: "2026-03-02", incoming: one, outgoing: one, fees: fee,
            balance: SignedDecimal(isNegative: true, magnitude: one))
        ], network: "regtest")
    return StatementDocument(
      provider: ProviderInfo(providerID: "vQMf7508iiA8Vsxx", name: "wallet", software: "payd/0.9.0"),
      from: try #require(Timestamp("2026-02-28T23:00:00Z")), to: try #require(Timestamp("2026-03-31T22:00:00Z")),
      fromLocal: "2026-03-01T00:00:00+01:00", toLocal: "2026-04-01T00:00:00+02:00", timeZone: "Europe/Berlin",
      madeAt: try #require(Timestamp("2026-04-01T08:12:33.120Z")),
      sections: Array(repeating: section, count: sections), app: StatementApp(name: "SimpleX Chat", key: "FPJ6muyal0rh")
    )
  }

  /// Runs a tool on a file and returns the lines that it printed.
  private func poppler(_ tool: String, _ pdf: [UInt8], _ options: String...) async throws -> [String] {
    let path = folder.path + "/\(UInt64.random(in: .min ... .max)).pdf"
    try Data(pdf).write(to: URL(fileURLWithPath: path))
    let result = try await ChildProcess.run("/usr/bin/" + tool, options + [path] + (tool == "pdftotext" ? ["-"] : []))
    try #require(result.exit == .code(0), "\(result.error)")
    return result.output
  }

  @Test("it says what it is, embeds its fonts, and is the same each time")
  func form() async throws {
    let document = try document(rows: 40, claimed: "Miete für März, наём")
    let pdf = try PDFStatement.bytes(document)
    #expect(try PDFStatement.bytes(document) == pdf)
    let facts = try await poppler("pdfinfo", pdf, "-isodates")
    #expect(
      facts.contains { $0.hasPrefix("Title:") && $0.hasSuffix("Statement of payments, 2026-03-01 to 2026-03-31") })
    #expect(facts.contains { $0.hasPrefix("CreationDate:") && $0.contains("2026-04-01T08:12:33") })
    #expect(facts.contains { $0.hasPrefix("Page size:") && $0.contains("A4") })
    #expect(facts.contains { $0.hasPrefix("JavaScript:") && $0.hasSuffix("no") })
    let fonts = try await poppler("pdffonts", pdf).dropFirst(2)
    #expect(!fonts.isEmpty)
    // These are the columns emb, sub and uni.
    for font in fonts { #expect(font.contains("yes yes yes"), "\(font)") }
  }

  @Test("all of it can be read, on numbered pages that repeat the head of the table")
  func content() async throws {
    let pdf = try PDFStatement.bytes(try document(rows: 60, claimed: "two chairs"))
    let text = try await poppler("pdftotext", pdf, "-layout").joined(separator: "\n")
    let pages = text.split(separator: "\u{0C}", omittingEmptySubsequences: true).filter { $0.contains("Page ") }
    #expect(pages.count > 2)
    for (index, page) in pages.enumerated() {
      #expect(page.contains("Page \(index + 1) of \(pages.count)"))
      #expect(page.firstMatch(of: /Date +What +In +Out +Fee +Balance/) != nil, "page \(index + 1)")
    }
    for word in [
      "SimpleX Chat", "FPJ6 muya l0rh", "wallet", "vQMf 7508 iiA8 Vsxx", "2026-03-01 to 2026-03-31", "Europe/Berlin",
      "LTC (regtest network, worth nothing)", "Opening balance", "\u{2212}3.000000", "\u{2212}3.000282", "Flow per day",
    ] {
      #expect(pages.first?.contains(word) == true, "\(word)")
    }
    for row in 0..<60 { #expect(text.contains("inv_\(row) ")) }
    #expect(text.matches(of: /two chairs/).count == 60)
  }

  @Test("what an app claims is plain text that hides and reorders nothing")
  func claimed() async throws {
    let claimed = "\u{202E}desrever <b>bold</b> & \u{1B}[31mred\u{0}\u{2028}next" + String(repeating: "x", count: 990)
    let pdf = try PDFStatement.bytes(try document(rows: 2, claimed: claimed))
    let text = try await poppler("pdftotext", pdf).joined(separator: "\n")
    #expect(text.contains("desrever <b>bold</b> &"))
    #expect(!text.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{1B}" || $0 == "\u{2028}" })
    #expect(text.contains("inv_1"))
  }

  @Test("ten thousand rows, several currencies, and none at all")
  func sizes() async throws {
    let large = try await poppler("pdfinfo", try PDFStatement.bytes(try document(rows: 10_000)), "-isodates")
    let pages = large.first { $0.hasPrefix("Pages:") }.flatMap { Int($0.split(separator: " ").last ?? "") }
    #expect((200...600).contains(pages ?? 0))
    let two = try await poppler("pdfinfo", try PDFStatement.bytes(try document(rows: 1, sections: 2)))
    #expect(two.contains { $0.hasPrefix("Pages:") && $0.hasSuffix(" 2") })
    for document in [try document(rows: 0), try document(rows: 0, sections: 0)] {
      let text = try await poppler("pdftotext", try PDFStatement.bytes(document)).joined(separator: "\n")
      #expect(text.contains("Page 1 of 1"))
      #expect(text.contains("in this period."))
    }
  }
}
