import PaymentsModel
import Testing

@Suite struct AmountTests {
  @Test(arguments: [
    ("0", 12, 0 as UInt128), ("1", 12, 1_000_000_000_000), ("0.5", 12, 500_000_000_000),
    ("0.000000000001", 12, 1), ("1.50", 8, 150_000_000), ("21000000", 8, 2_100_000_000_000_000), ("7", 0, 7),
    ("18446744073709551616", 0, 18_446_744_073_709_551_616), ("1.000000000000000", 0, 1),
  ])
  func `a decimal text becomes atomic units`(text: String, decimals: Int, units: UInt128) throws {
    #expect(try Amount(DecimalAmount(text), decimals: decimals).atomicUnits == units)
  }

  @Test(arguments: [
    "", ".", "1.", ".5", "-1", "+1", "1e3", "1,5", "1.5.0", "01", "00", "0x1", " 1", "1 ", "١", "1.٥", "NaN", "∞",
    String(repeating: "1", count: 81),
  ])
  func `what is no plain decimal is refused`(text: String) {
    #expect(throws: AmountError.malformed) { try DecimalAmount(text) }
  }

  @Test func `a digit that would be lost is an error, a zero is not`() throws {
    #expect(throws: AmountError.tooManyDecimals(allowed: 8)) {
      try Amount(DecimalAmount("0.000000001"), decimals: 8)
    }
    #expect(try Amount(DecimalAmount("0.1000000000000"), decimals: 1).atomicUnits == 1)
    #expect(throws: AmountError.tooManyDecimals(allowed: 0)) { try Amount(DecimalAmount("0.5"), decimals: 0) }
  }

  @Test func `128 bits are the limit, exactly`() throws {
    let largest = "340282366920938463463374607431768211455"
    #expect(try DecimalAmount(largest).coefficient == .max)
    #expect(throws: AmountError.tooLarge) { try DecimalAmount("340282366920938463463374607431768211456") }
    #expect(throws: AmountError.tooLarge) { try DecimalAmount(String(repeating: "9", count: 80)) }
    #expect(throws: AmountError.tooLarge) { try Amount(DecimalAmount(largest), decimals: 1) }
    #expect(try Amount(DecimalAmount("34028236692093846346337460743.1768211455"), decimals: 10).atomicUnits == .max)
  }

  @Test func `sums and differences are checked`() throws {
    let most = Amount(atomicUnits: .max)
    let one = Amount(atomicUnits: 1)
    #expect(throws: AmountError.tooLarge) { try most.adding(one) }
    #expect(try one.adding(one).atomicUnits == 2)
    #expect(one.subtracting(most) == nil)
    #expect(most.subtracting(most) == .zero)
    #expect(one < most)
  }

  @Test func `every amount is printed so that it reads back the same`() throws {
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<2000 {
      let shift = Int.random(in: 0..<128, using: &generator)
      let units = UInt128.random(in: 0 ... .max, using: &generator) >> UInt128(shift)
      let decimals = Int.random(in: 0...20, using: &generator)
      let amount = Amount(atomicUnits: units)
      let text = amount.text(decimals: decimals)
      let again = try Amount(DecimalAmount(text), decimals: decimals)
      #expect(again == amount, "\(units) with \(decimals) decimals")
      #expect(!text.contains(".") || text.last != "0")
    }
  }

  @Test(arguments: [
    (500_000_000_000 as UInt128, 12, "0.5"), (1, 12, "0.000000000001"), (0, 12, "0"), (10, 1, "1"), (15, 1, "1.5"),
    (123, 0, "123"),
  ])
  func `the text is the shortest one`(units: UInt128, decimals: Int, text: String) {
    #expect(Amount(atomicUnits: units).text(decimals: decimals) == text)
  }

  @Test func `texts of the same value are equal`() throws {
    #expect(try DecimalAmount("1.50") == DecimalAmount("1.5"))
    #expect(try DecimalAmount("0.000") == DecimalAmount("0"))
    #expect(DecimalAmount(coefficient: 1500, scale: 3).text == "1.5")
  }

  @Test(arguments: [
    (0, 1), (1, 1), (28_201, 1), (0, 3), (1, 3), (2, 3), (3, 3), (28_201, 2), (28_201, 15), (28_200, 15), (7, 50),
    (UInt128.max, 1), (UInt128.max, 7),
  ])
  func `shares add up and differ by at most one unit`(units: UInt128, count: Int) throws {
    let amount = Amount(atomicUnits: units)
    let shares = (0..<count).map { amount.share($0, of: count) }
    #expect(try shares.reduce(.zero) { try $0.adding($1) } == amount)
    #expect(shares == shares.sorted(by: >), "the larger ones come first")
    let least = try #require(shares.last)
    #expect(shares[0].atomicUnits - least.atomicUnits <= 1)
  }

  @Test func `nothing is said in a log`() throws {
    let decimal = try DecimalAmount("1234.5")
    #expect("\(Amount(atomicUnits: 12345)) \(decimal)" == "‹amount› ‹amount›")
  }

  @Test(arguments: [
    ("XMR", true), ("LTC", true), ("USDT20", true), ("X", false), ("xmr", false), ("ABCDEFGHIJKLM", false),
    ("X R", false), ("", false),
  ])
  func `a currency code has a shape`(text: String, isCode: Bool) {
    #expect(Currency.isCode(text) == isCode)
  }
}
