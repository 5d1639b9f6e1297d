import PaymentsCore
import PaymentsModel
import Testing

@Suite("What limits let leave without a question")
struct UnaskedLimitsTests {
  @Test("the least of all bounds counts, that of the PIN too")
  func bounds() {
    var limits = PaymentLimits.askAlways
    #expect(limits.unasked(most: nil) == nil)
    limits.asking = .above(units(50))
    #expect(limits.unasked(most: nil)?.asking == .above(units(50)))
    #expect(limits.unasked(most: units(10))?.asking == .above(units(10)))
    #expect(limits.unasked(most: .zero) == nil)
    limits.asking = .never
    limits.perPeriod = units(20)
    #expect(limits.unasked(most: nil)?.asking == .above(units(20)))
    limits.asksForNewRecipients = true
    #expect(limits.unasked(most: nil)?.asksForNewRecipients == true, "and only to those that are known")
    limits.asking = .refuse
    #expect(limits.unasked(most: nil) == nil)
  }
}
