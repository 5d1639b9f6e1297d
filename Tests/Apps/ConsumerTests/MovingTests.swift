import Consumer
import Cryptography
import Foundation
import Synchronization
import Testing

/// Several daemons that share one identity and one ledger. An app moves from one to another by itself.
@Suite struct MovingTests {
  let fixture: Fixture
  let home: FakeProvider
  let spare: FakeProvider
  /// What the client told of daemons that it must not use.
  private let told = Told()

  init() async throws {
    fixture = try Fixture()
    let ledger = FakeProvider.Ledger()
    home = try FakeProvider(in: fixture.directories, name: "home", ledger: ledger)
    spare = try FakeProvider(in: fixture.directories, name: "spare", identity: home.identity, ledger: ledger)
    try await home.start()
    try await spare.start()
  }

  private func client(_ provider: String? = "home", patience: Duration = .seconds(60)) -> PaymentsClient {
    var options = ClientOptions(directories: fixture.directories, provider: provider, patience: patience)
    options.onRefusal = { [told] in told.add($0) }
    return PaymentsClient(
      Manifest(appID: Fixture.appID, name: "Example", version: "1.0", scopes: [.pay, .receive]), options: options)
  }

  private func pay(_ client: PaymentsClient, _ id: PaymentRequestID = .random()) async throws -> PaymentOrder {
    try await client.pay("LTC", to: "mockltc1", amount: try DecimalAmount("0.5"), requestID: id)
  }

  /// Impostors have a key of their own, and a file under the name of a daemon.
  private func impostor(_ name: String) async throws -> FakeProvider {
    let impostor = try FakeProvider(in: fixture.directories, name: name)
    try await impostor.start()
    return impostor
  }

  @Test func aPaymentWhoseAnswerWasLostIsAskedForAtTheOther() async throws {
    let client = client()
    try await client.connect()
    home.state.withLock { $0.cuts = 1 }
    let id = PaymentRequestID.random()
    let order = try await pay(client, id)
    #expect(order.requestID == id)
    #expect(await client.providerName == "spare")
    #expect(home.ledger.content.withLock { $0.orders.count } == 1)
    #expect(home.requests(SubmitPaymentOrder.name).count == 1)
    #expect(spare.requests(SubmitPaymentOrder.name) == home.requests(SubmitPaymentOrder.name))
    #expect(try await client.unfinishedRequests().isEmpty)
    await client.close()
    await stop()
  }

  @Test func anAppThatIsRevokedInASessionDoesNotAskTheOther() async throws {
    let client = client()
    try await client.connect()
    let name = SubmitPaymentOrder.name
    home.state.withLock { ($0.cuts, $0.status, $0.reason) = (1, .denied, "app_revoked") }
    await #expect(throws: PairingError.revoked) { try await pay(client) }
    #expect(home.requests(name).count == 1)
    #expect(spare.requests(name).isEmpty)
    #expect(try await client.unfinishedRequests().count == 1, "whether it was carried out is not known")
    await client.close()
    await stop()
  }

  @Test func aPaymentThatAnEarlierRunLeftOpenIsAskedForAtTheOther() async throws {
    let first = client(patience: .zero)
    try await first.connect()
    home.state.withLock { $0.cuts = 1 }
    await #expect(throws: ConnectionError.self) { try await pay(first) }
    await first.close()
    await home.crash()

    let next = client()
    let open = try await next.unfinishedRequests()
    #expect(open.map(\.provider) == ["home"])
    for request in open { _ = try await next.resume(request) }
    #expect(try await next.unfinishedRequests().isEmpty)
    #expect(home.ledger.content.withLock { $0.orders.count } == 1)
    await next.close()
    await stop()
  }

  @Test func eventsGoOnAtTheOtherWithoutAGapOrADuplicate() async throws {
    await home.happen(3)
    let client = client()
    var events = client.events(.remembered).makeAsyncIterator()
    #expect(try await take(2, from: &events) == [1, 2])
    await home.crash()
    // One that the dead daemon had sent already, and two that only the other one can tell.
    await spare.happen(2)
    #expect(try await take(3, from: &events) == [3, 4, 5])
    // Asking for the next one says that the fifth was handled.
    let waiting = Task { [events] in
      var events = events
      return try await events.next()
    }
    let path = fixture.file("cursors/\(home.identity.verifyingKey.base64URL).json")
    while (try? String(contentsOfFile: path, encoding: .utf8))?.contains("\"5\"") != true { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await client.close()

    // The place belongs to the identity, so it does not matter which daemon the app begins with next time.
    await spare.happen(1)
    let next = self.client("spare")
    var later = next.events(.remembered).makeAsyncIterator()
    #expect(try await take(1, from: &later) == [6])
    await next.close()
    await stop()
  }

  @Test func whereTheFirstRefusesTheOtherIsUsed() async throws {
    await home.crash()
    for name in ["home", nil] {
      let client = client(name)
      #expect(try await client.connect() == .paired)
      #expect(await client.providerName == "spare")
      await client.close()
    }
    #expect(told.all.isEmpty, "a daemon that ended is nothing to tell of")
    await stop()
  }

  @Test func aFileOfAnotherKeyIsRefusedWithWordsAndTheOtherIsUsed() async throws {
    let before = client()
    try await before.connect()
    await home.crash()
    let impostor = try await impostor("home")
    // The client that runs, one that has chosen the name, and one that has chosen none.
    #expect(try await before.currencies().isEmpty)
    await before.close()
    for name in ["home", nil] {
      let client = client(name)
      #expect(try await client.connect() == .paired)
      #expect(await client.providerName == "spare")
      await client.close()
    }
    #expect(told.all.allSatisfy { $0 == DiscoveryError.wrongKey(name: "home").sentence })
    #expect(told.all.count == 3, "each of the three tells once")
    #expect(impostor.state.withLock { $0.codes.isEmpty }, "nothing was sent to it")
    await impostor.stop()
    await stop()
  }

  @Test func anAddressThatProvesAnotherKeyIsRefusedWithWordsAndTheOtherIsUsed() async throws {
    await home.crash()
    let impostor = try await impostor("thief")
    let url = try #require(DiscoveryFile.published("thief", in: fixture.directories)).url
    try DiscoveryFile(
      url: url, processIdentifier: 1, bootNonce: SystemRandom().bytes(count: 16),
      providerID: home.identity.verifyingKey, name: "home", versions: "1",
      localKey: SecretBytes(count: 32, from: SystemRandom())
    ).publish(in: fixture.directories)
    let client = client()
    #expect(try await client.connect() == .paired)
    #expect(await client.providerName == "spare")
    #expect(impostor.state.withLock { $0.codes.isEmpty }, "it learned nothing of the app")
    await client.close()
    await impostor.stop()
    await stop()
  }

  @Test func anotherIdentityIsNeverMovedTo() async throws {
    await spare.stop()
    try DiscoveryFile.published("spare", in: fixture.directories)?.withdraw(from: fixture.directories)
    let client = client(nil, patience: .zero)
    try await client.connect()
    let stranger = try await impostor("office")
    await home.crash()
    #expect(try await failure(of: client) == .stale(name: "home"))
    #expect(stranger.state.withLock { $0.codes.isEmpty })
    await client.close()
    await stranger.stop()
  }

  @Test func whenAllAreGoneItSaysSoAndComesBackByItself() async throws {
    let impatient = client(patience: .zero)
    try await impatient.connect()
    let client = client()
    try await client.connect()
    await home.crash()
    await spare.crash()
    #expect(try await failure(of: impatient) == .stale(name: "spare"))
    let waiting = Task { try await client.currencies() }
    try await spare.start()
    #expect(try await waiting.value.isEmpty)
    #expect(try await impatient.currencies().isEmpty)
    #expect(await client.providerName == "spare")
    await client.close()
    await impatient.close()
    await stop()
  }

  @Test func anAppThatIsStartedWhileNoneHasTimeWaitsUntilOneHas() async throws {
    await home.crash()
    spare.state.withLock { $0.sentAway = 0 }
    let impatient = client(patience: .zero)
    await #expect(throws: PairingError.busy) { try await impatient.connect() }
    let client = client()
    let waiting = Task { try await client.connect() }
    while spare.state.withLock({ $0.sentAway ?? 0 }) < 3 { await Task.yield() }
    // In between, no daemon is there at all.
    await spare.crash()
    spare.state.withLock { $0.sentAway = nil }
    try await spare.start()
    #expect(try await waiting.value == .paired)
    await client.close()
    await impatient.close()
    await stop()
  }

  @Test func theOwnersRefusalIsNotAskedForAgainElsewhere() async throws {
    home.state.withLock { $0.status = .denied }
    let client = client()
    await #expect(throws: PairingError.denied) { try await client.connect() }
    #expect(spare.state.withLock { $0.codes.isEmpty })
    await client.close()
    await stop()
  }

  @Test func whereOneHasNoPlaceTheOtherIsUsed() async throws {
    home.state.withLock { ($0.status, $0.reason) = (.denied, "too_many_sessions") }
    let client = client()
    #expect(try await client.connect() == .paired)
    #expect(await client.providerName == "spare")
    await client.close()
    await stop()
  }

  /// Returns why there is no provider, once the client has noticed that its connection has ended.
  private func failure(of client: PaymentsClient) async throws -> DiscoveryError? {
    while true {
      do {
        _ = try await client.currencies()
        return nil
      } catch ConnectionError.closed {
        continue
      } catch let error as DiscoveryError {
        return error
      }
    }
  }

  private func take(_ count: Int, from iterator: inout PaymentEvents.Iterator) async throws -> [Int64] {
    var seen: [Int64] = []
    while seen.count < count, let event = try await iterator.next() { seen.append(event.cursor.sequence) }
    return seen
  }

  private func stop() async {
    await home.stop()
    await spare.stop()
  }
}

/// The sentences that a client told, in order.
private final class Told: Sendable {
  private let sentences = Mutex<[String]>([])

  var all: [String] { sentences.withLock { $0 } }

  func add(_ error: any ErrorInWords) { sentences.withLock { $0.append(error.sentence) } }
}
