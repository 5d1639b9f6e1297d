import Consumer
import Foundation
import Synchronization
import Testing

/// Into the wallet's own interface and back, with a provider that answers what a test wants.
@Suite struct VisitTests {
  private let token = String(repeating: "t", count: 43)

  private func opening(_ state: String, id: String = "opn_1", _ status: OpeningStatus = .waiting) -> Opening {
    Opening(
      openingID: id, version: status == .waiting ? 1 : 3, status: status, state: state, returns: true,
      createdAt: Timestamp(milliseconds: 0), expiresAt: .maximum, result: status == .returned ? .approved : nil)
  }

  private func client(_ fixture: Fixture, scheme: String? = "org.example.app") -> PaymentsClient {
    PaymentsClient(
      Manifest(
        appID: Fixture.appID, name: "Example", version: "1.0", scopes: [.pay, .receive], callbackScheme: scheme),
      options: ClientOptions(directories: fixture.directories, patience: .seconds(60)))
  }

  private func answer(_ provider: FakeProvider, _ method: String, _ value: some Encodable) throws {
    let json = try JSONBytesEncoder().encodeValue(value)
    provider.state.withLock { $0.answers[method] = { _ in .success(.value(json)) } }
  }

  @Test func onlyTheRightStateLeadsToAQuestionAndOnlyTheAnswerIsBelieved() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = client(fixture)
    let link = "payport:open?provider=home&token=\(token)"
    let state = try #require(LinkState("right"))
    try answer(provider, RequestOpening.name, RequestOpening.Result(opening: opening("right"), link: link))
    let visit = try await client.visit(.order(OrderID(rawValue: "ord_1")), state: state)
    #expect(visit.link.text == link)
    #expect(provider.requests(RequestOpening.name) == [["state": "right", "order_id": "ord_1"]])

    try answer(provider, GetOpenRequestStatus.name, GetOpenRequestStatus.Result(opening: opening("right", .opened)))
    let good = "org.example.app:payport?provider=home&state=right&result=approved"
    let bad: [(String, WalletReturnError)] = [
      (good.replacing("state=right", with: "state=wrong"), .unknown),
      (good.replacing("state=right", with: "state=Right"), .unknown),
      (good.replacing("state=right", with: "state=right."), .unknown),
      (good.replacing("provider=home", with: "provider=other"), .unknown),
      (good.replacing("org.example.app:", with: "other-app:"), .link(.otherScheme)),
      (good + "\n", .link(.malformed("it has white space or other signs"))),
      (good.replacing("approved", with: "paid"), .link(.invalid("result"))),
      (link, .link(.otherScheme)),
    ]
    for (text, why) in bad {
      await #expect(throws: why, "\(text)") { try await client.returned(by: text, from: [visit]) }
    }
    await #expect(throws: WalletReturnError.unknown) { try await client.returned(by: good, from: []) }
    #expect(provider.requests(GetOpenRequestStatus.name).isEmpty, "the provider is asked about own visits only")

    // The link says approved; the provider does not yet.
    let told = try await client.returned(by: good, from: [visit])
    #expect(told.status == .opened && told.result == nil)
    try answer(provider, GetOpenRequestStatus.name, GetOpenRequestStatus.Result(opening: opening("right", .returned)))
    #expect(try await client.returned(by: good, from: [visit]).result == .approved)
    #expect(try await client.waitForReturn(from: visit).result == .approved)
    await client.close()
    await provider.stop()
  }

  @Test func whatDoesNotFitItsQuestionIsRefused() async throws {
    let fixture = try Fixture()
    let provider = try await fixture.provider()
    let client = client(fixture, scheme: nil)
    let state = try #require(LinkState("s"))
    for (state_, link) in [
      ("other", "payport:open?provider=home&token=\(token)"), ("s", "payport:open?provider=away&token=\(token)"),
      ("s", "https://example.org/"), ("s", "payport:card?data=e30"),
    ] {
      try answer(provider, RequestOpening.name, RequestOpening.Result(opening: opening(state_), link: link))
      await #expect(throws: ConnectionError.malformedResponse, "\(link)") {
        try await client.visit(.payments, state: state)
      }
    }
    let link = "payport:open?provider=home&token=\(token)"
    try answer(provider, RequestOpening.name, RequestOpening.Result(opening: opening("s"), link: link))
    let visit = try await client.visit(.payments, state: state)
    for wrong in [opening("other", .returned), opening("s", id: "opn_2", .returned)] {
      try answer(provider, GetOpenRequestStatus.name, GetOpenRequestStatus.Result(opening: wrong))
      await #expect(throws: ConnectionError.malformedResponse) { try await client.status(of: visit) }
      await #expect(throws: ConnectionError.malformedResponse) { try await client.waitForReturn(from: visit) }
    }
    await #expect(throws: WalletReturnError.noScheme) { try await client.returned(by: "x", from: [visit]) }
    await client.close()
    await provider.stop()
  }
}
