import Catalogue
import PaymentsAPI
import Testing

@Suite struct AgreementTests {
  private func service(_ versions: String, _ status: ServiceStatus? = nil, _ countries: [String]? = nil) throws
    -> ServiceInfo
  {
    ServiceInfo(
      spec: "payments", versions: try #require(VersionRange(versions)), folder: "payments", status: status,
      countries: countries)
  }

  private func definition(_ requests: [(String, String?)]) -> ServiceDefinition {
    ServiceDefinition(
      requests: requests.map {
        ServiceRequest(spec: $0.0, file: "f", folder: "d", versions: $0.1.flatMap { VersionRange($0) })
      })
  }

  @Test(arguments: [
    ("1", "1", 1 as Int?), ("1-3", "1", 1), ("1-3", "2-5", 3), ("2-5", "1-3", 3), ("1-9", "4", 4), ("1", "2", nil),
    ("3-4", "1-2", nil), ("9999", "1-9999", 9999),
  ])
  func theHighestSharedVersionCounts(offered: String, spoken: String, version: Int?) throws {
    let (offered, spoken) = (try #require(VersionRange(offered)), try #require(VersionRange(spoken)))
    #expect(offered.highest(sharedWith: spoken) == version)
    #expect(spoken.highest(sharedWith: offered) == version)
    #expect(VersionRange(offered.description) == offered)
  }

  @Test func eachRequestHasAVersionOfItsOwn() throws {
    let definition = definition([("order", nil), ("invoice", "1-3"), ("proof", "4-5"), ("statement", "3-5")])
    let agreement = try ServiceAgreement(
      try service("1-3"), definition, speaking: try #require(VersionRange("1-2")),
      requestVersions: ["statement": try #require(VersionRange("4"))])
    #expect(agreement.version == 2)
    // The version of the proof request is too new for the app; the other requests can still be made.
    #expect(agreement.requests == ["order": 2, "invoice": 2, "statement": 4])
  }

  @Test func whatCannotBeUsedSaysWhy() throws {
    let china = try #require(Country("CHN"))
    func refusal(_ service: ServiceInfo) -> ServiceRefusal? {
      do throws(ServiceRefusal) {
        _ = try ServiceAgreement(service, definition([]), speaking: VersionRange(1), in: china)
        return nil
      } catch {
        return error
      }
    }
    #expect(refusal(try service("1")) == nil)
    #expect(refusal(try service("1", .experimental)) == nil)
    #expect(refusal(try service("1", .disabled)) == .disabled)
    #expect(refusal(try service("1", nil, ["!CHN"])) == .country)
    #expect(refusal(try service("1", nil, ["XX"])) == .malformedCountries(CountryRuleError(index: 0)))
    #expect(refusal(try service("2-3")) == .versions(offered: try #require(VersionRange("2-3"))))
    // An app that does not know its country leaves the check to the provider.
    _ = try ServiceAgreement(try service("1", nil, ["!CHN"]), definition([]), speaking: VersionRange(1))
  }

  @Test(arguments: [
    ([], "DEU", true), (["!CHN"], "DEU", true), (["!CHN"], "CHN", false), (["DEU", "AUT"], "AUT", true),
    (["DEU", "AUT"], "CHE", false), (["DEU", "!DEU"], "DEU", false), (["DEU", "!CHN"], "CHE", false),
    (["DEU", "!CHN"], "DEU", true), (["!CHN", "!PRK"], "PRK", false),
  ])
  func aRuleNamesCountries(entries: [String], country: String, isAllowed: Bool) throws {
    #expect(try CountryRule(entries).allows(try #require(Country(country))) == isAllowed)
  }

  @Test(arguments: ["", "!", "DE", "deu", "XXX", "!!CHN", " DEU", "DEU ", "EUR"])
  func onlyAssignedCodesAreCountries(code: String) {
    #expect(throws: CountryRuleError(index: 1)) { try CountryRule(["DEU", code]) }
    #expect(Country(code) == nil)
  }

  @Test func allCountriesOfTheStandardAreThere() {
    #expect(["AFG", "DEU", "GBR", "TWN", "USA", "XKX", "ZWE"].filter { Country($0) != nil }.count == 6)
  }
}
