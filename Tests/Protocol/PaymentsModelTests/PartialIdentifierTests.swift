import PaymentsModel
import Testing

@Suite struct PartialIdentifierTests {
  private static let all = [
    "ord_3oc4okdinhemv5g5ilwazwuix2", "ord_3oc4okdjaaaav5g5ilwazwuabc", "pair_3oc4okdinhemv5g5ilwazwuxyz",
  ]

  @Test func aPartThatMeansOneIsTaken() {
    let first = Self.all[0]
    for typed in [first, "ord_3oc4okdi", "ord_3oc4okdinh", "wuix2", "azwuix2"] {
      #expect(PartialIdentifier.find(typed, among: Self.all) == .one(first), "\(typed)")
    }
    #expect(PartialIdentifier.find("3oc4okdj", among: Self.all) == .one(Self.all[1]), "the prefix may be left out")
  }

  @Test func aPartThatMeansSeveralTellsThem() {
    #expect(PartialIdentifier.find("ord_3oc4", among: Self.all) == .several(Array(Self.all.prefix(2))))
    #expect(PartialIdentifier.find("3oc4okd", among: Self.all) == .several(Self.all))
  }

  @Test func tooShortAPartMeansNone() {
    for typed in ["", "ord_", "ord_3oc", "ix2", "ord", "other_3oc4", "3oc4okdix"] {
      #expect(PartialIdentifier.find(typed, among: Self.all) == .none, "\(typed)")
    }
  }

  @Test func whatIsShownCanBeTypedBack() {
    let short = PartialIdentifier.shortened(Self.all)
    #expect(short[Self.all[0]] == "ord_3oc4okdi" && short[Self.all[1]] == "ord_3oc4okdj")
    for id in Self.all { #expect(PartialIdentifier.find(short[id] ?? "", among: Self.all) == .one(id)) }
    #expect(PartialIdentifier.shortened(["inv_1", "inv_2"]) == ["inv_1": "inv_1", "inv_2": "inv_2"])
  }
}
