import JSON
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import TestSupport
import Testing
import TypeDefinition

@testable import Statements

@Suite("Statements")
struct StatementTests {
  private let history = [
    booking(.received, 100_000_000, at: "2026-02-27T12:00:00Z"),
    booking(.received, 50_000_000, at: "2026-03-02T10:00:00Z"),
    booking(.paid, 25_000_000, fee: 28_200, at: "2026-03-02T11:00:00Z"),
    booking(.takenBack, 50_000_000, at: "2026-03-05T10:00:00Z"),
    booking(.received, 7, at: "2026-04-02T10:00:00Z"),
  ]

  @Test("rows, balances, sums and days of a period")
  func rows() throws {
    let document = try statement(history)
    let section = try #require(document.sections.first)
    #expect(document.sections.count == 1)
    #expect(section.opening.text == "1")
    #expect(section.incoming.text == "0.5")
    #expect(section.outgoing.text == "0.75")
    #expect(section.takenBack.text == "0.5")
    #expect(section.fees.text == "0.000282")
    #expect(section.closing.text == "0.749718")
    #expect(section.rows.map(\.balance.text) == ["1.5", "1.249718", "0.749718"])
    #expect(section.rows.map(\.kind) == [.received, .paid, .takenBack])
    #expect(section.rows.map(\.incoming.text) == ["0.5", "0", "0"])
    #expect(section.rows.map(\.outgoing.text) == ["0", "0.25", "0.5"])
    #expect(section.days.map(\.day) == ["2026-03-02", "2026-03-05"])
    #expect(section.days.map(\.balance.text) == ["1.249718", "0.749718"])
    #expect(section.days.first?.incoming.text == "0.5")
    #expect(section.days.first?.outgoing.text == "0.25")
    #expect(section.days.first?.fees.text == "0.000282")
    #expect(section.network == "regtest")
  }

  @Test("a balance may be below zero, and the next period opens with what this one closed with")
  func continuation() throws {
    let spent = [booking(.paid, 3, fee: 1, at: "2026-02-27T12:00:00Z")] + history.dropFirst()
    let march = try #require(try statement(spent).sections.first)
    #expect(march.opening.text == "-0.00000004")
    #expect(march.closing.text == "-0.25028204")
    let april = try #require(try statement(spent, from: "2026-04-01", to: "2026-05-01").sections.first)
    #expect(april.opening == march.closing)
    #expect(april.closing.text == "-0.25028197")
  }

  @Test("opening + in - out - fees = closing, for random histories cut anywhere")
  func identity() throws {
    var generator = SeededRandom(7)
    for _ in 0..<60 {
      var at = moment("2026-02-20T00:00:00Z").milliseconds
      var expected: Int128 = 0
      var bookings: [Booking] = []
      for _ in 0..<Int.random(in: 0...40, using: &generator) {
        at += Int64.random(in: 0...200_000_000, using: &generator)
        let kind = Booking.Kind.allCases[Int.random(in: 0...2, using: &generator)]
        let (units, fee) = (
          UInt128(UInt64.random(in: 1...9_000_000_000, using: &generator)),
          kind == .paid ? UInt128(UInt64.random(in: 0...99, using: &generator)) : 0
        )
        bookings.append(booking(kind, units, fee: fee, at: Timestamp(milliseconds: at).text))
        guard Timestamp(milliseconds: at) < moment("2026-03-31T22:00:00Z") else { continue }
        expected += (kind == .received ? 1 : -1) * Int128(units) - Int128(fee)
      }
      for section in try statement(bookings).sections {
        let parts = try [
          units(section.opening), units(section.incoming), -units(section.outgoing), -units(section.fees),
        ]
        #expect(parts.reduce(0, +) == (try units(section.closing)))
        #expect(try units(section.closing) == expected)
        #expect(section.rows.last.map { $0.balance == section.closing } ?? (section.opening == section.closing))
        for (rows, sums) in [
          (section.rows.map(\.incoming), section.days.map(\.incoming)),
          (section.rows.map(\.outgoing), section.days.map(\.outgoing)),
          (section.rows.map(\.fee), section.days.map(\.fees)),
        ] {
          #expect(try rows.map(units).reduce(0, +) == sums.map(units).reduce(0, +))
        }
      }
    }
  }

  private func units(_ amount: DecimalAmount) throws -> Int128 {
    Int128(try Amount(amount, decimals: 8).atomicUnits)
  }

  private func units(_ balance: SignedDecimal) throws -> Int128 {
    try units(balance.magnitude) * (balance.isNegative ? -1 : 1)
  }

  @Test("days and bounds follow the owner's clocks on the days on which they are changed")
  func clockChanges() throws {
    let spring = try statement(
      [
        booking(.received, 1, at: "2026-03-28T22:59:59.999Z"), booking(.received, 1, at: "2026-03-28T23:00:00Z"),
        booking(.received, 1, at: "2026-03-29T00:59:59Z"), booking(.received, 1, at: "2026-03-29T01:00:00Z"),
        booking(.received, 1, at: "2026-03-29T21:59:59.999Z"), booking(.received, 1, at: "2026-03-29T22:00:00Z"),
      ], from: "2026-03-29", to: "2026-03-30")
    #expect(spring.from == moment("2026-03-28T23:00:00Z"))
    #expect(spring.to == moment("2026-03-29T22:00:00Z"), "a day of 23 hours")
    #expect(spring.sections.first?.opening.text == "0.00000001")
    #expect(
      spring.sections.first?.rows.map(\.localAt) == [
        "2026-03-29T00:00:00+01:00", "2026-03-29T01:59:59+01:00", "2026-03-29T03:00:00+02:00",
        "2026-03-29T23:59:59+02:00",
      ])
    let autumn = try statement(
      [booking(.received, 1, at: "2026-10-25T00:30:00Z"), booking(.received, 1, at: "2026-10-25T01:30:00Z")],
      from: "2026-10-25", to: "2026-10-26")
    #expect(autumn.to.since(autumn.from) == .seconds(25 * 3600))
    #expect(
      autumn.sections.first?.rows.map(\.localAt) == ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00"])
    #expect(autumn.sections.first?.days.map(\.day) == ["2026-10-25"])
  }

  @Test("a period that is empty or runs backwards is none")
  func emptyPeriod() {
    let zone = Berlin2026()
    #expect(StatementPeriod(from: .day(20_513), to: .day(20_513), in: zone) == nil)
    #expect(StatementPeriod(from: .day(20_514), to: .day(20_513), in: zone) == nil)
    #expect(StatementPeriod(from: .day(20_513), to: .day(20_514), in: zone) != nil)
  }

  @Test("currencies have sections of their own; one that was asked for has one in any case")
  func currencies() throws {
    let document = try statement(
      history + [booking(.received, 5, at: "2026-03-03T00:00:00Z", currency: "XMR", decimals: 12)])
    #expect(document.sections.map(\.currency) == ["LTC", "XMR"])
    #expect(document.sections.last?.closing.text == "0.000000000005")
    #expect(document.sections.last?.network == nil)
    #expect(try statement([]).sections.isEmpty)
    #expect(try statement([], shown: "LTC").sections.map(\.currency) == ["LTC"])
  }

  @Test("a sum that does not fit is an error")
  func tooLarge() throws {
    let half = UInt128(Int128.max)
    #expect(throws: StatementError.sumTooLarge) {
      try statement([
        booking(.received, half, at: "2026-03-02T00:00:00Z"), booking(.received, half, at: "2026-03-02T00:00:00Z"),
      ])
    }
    #expect(throws: StatementError.sumTooLarge) { try statement([booking(.paid, .max, at: "2026-03-02T00:00:00Z")]) }
  }

  @Test("the JSON file matches its schema and is read back")
  func json() throws {
    let document = try statement(history, purpose: PaymentPurpose(description: "tea"))
    let bytes = try JSONStatement.bytes(document)
    #expect(JSONStatement.document(bytes) == document)
    var schema = JSONObject()
    schema["ref"] = "statement_document"
    schema["definitions"] = .object(try PaymentsSchemas().definitions)
    let errors = try Schema(json: .object(schema)).validate(try JSONValue(parsing: bytes))
    #expect(errors.isEmpty, "\(errors)")
    #expect(JSONStatement.document(Array("{}".utf8)) == nil)
    #expect(JSONStatement.document(bytes.dropLast(20)) == nil)
  }
}
