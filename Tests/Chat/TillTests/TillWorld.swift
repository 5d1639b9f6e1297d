import ChatPayments
import Consumer
import PaymentsAPI
import PaymentsModel
import Synchronization
import TestSupport
import Testing

@testable import Till

/// A shop with its till, a chat in memory, a toy wallet, and a clock that the test moves. Nothing runs by itself: each
/// ``turn()`` lets the till do what there is to do.
final class TillWorld {
  static let prices = """
    shop: Corner Coffee
    pay_with: [LTC, XMR]
    lifetime: 30m
    items:
      - {word: coffee, name: Coffee, price: [0.02 LTC, 0.01 XMR]}
      - {word: cake, name: Cheesecake, price: 3.50 EUR}
    rates:
      - {coin: LTC, currency: EUR, file: /nowhere/ltc-eur, max_age: 10m, round: up, places: 4}
    """

  let clock = ManualWallClock(Timestamp("2026-11-23T13:35:00.000Z") ?? Timestamp(milliseconds: 0))
  let chat: MemoryChat
  let bank: ToyBank
  let disk = ToyDisk()
  let rates = ToyRates()
  let list: PriceList
  private(set) var till: Till?
  /// Makes what the till uses fail, as if the till was killed.
  private(set) var doom = Doom()
  /// Whether the chat cannot edit messages.
  var refusesEdits = false
  /// A room whose history the chat cannot read.
  var unreadable: RoomID?
  private(set) var restarts = 0

  init(_ prices: String = TillWorld.prices) throws {
    list = try PriceList(parsing: Array(prices.utf8))
    chat = MemoryChat(clock: clock)
    bank = ToyBank(clock: clock)
    rates.set("80", at: clock.now())
  }

  /// A customer who only writes and reads.
  func shopper(_ name: String) async -> Shopper {
    let room = RoomID("room-\(name)")
    await chat.open(room, name: name, members: [PersonID("shop"), PersonID(name)])
    return Shopper(name: name, room: room, device: chat.device(of: PersonID(name)), world: self)
  }

  /// Starts the till, which fails at the given operation.
  func start(_ doom: Doom = Doom()) async throws {
    self.doom = doom
    let device = chat.device(of: PersonID("shop"))
    till = try await Till(
      list, network: "toy",
      transport: DoomedChat(inner: device, doom: doom, refusesEdits: refusesEdits, unreadable: unreadable),
      wallet: DoomedBank(inner: bank, doom: doom), storage: DoomedDisk(inner: disk, doom: doom), rates: rates,
      clock: clock)
  }

  /// Lets the till do what there is to do. If it was killed meanwhile, another one goes on.
  func turn() async throws {
    for _ in 0..<2 {
      if till == nil { try await begin() }
      await work()
      if doom.isDead {
        till = nil
        restarts += 1
        try await begin()
        await work()
      }
    }
  }

  private func begin() async throws {
    do { try await start(till == nil && restarts == 0 ? doom : Doom()) } catch {
      guard doom.isDead else { throw error }
      restarts += 1
      try await start()
    }
  }

  private func work() async {
    guard let till else { return }
    await till.readRates()
    await till.readCurrencies()
    await till.synchronize()
    await till.finishWork()
    await till.refresh(all: true)
    await till.finishWork()
    await till.passTime()
    await till.finishWork()
  }

  func pass(_ duration: Duration) { clock.advance(by: duration) }
}

/// A person with any chat app: they write texts, and read what is there.
struct Shopper {
  let name: String
  let room: RoomID
  let device: any ChatTransport
  let world: TillWorld

  /// Writes something, and lets the till answer.
  func say(_ text: String) async throws {
    _ = try await device.send(ChatContent(text: text), to: room)
    try await world.turn()
  }

  /// What the shop has said, as it stands now. A file is shown by its name.
  func texts() async throws -> [String] {
    try await device.history(of: room).filter { $0.from == PersonID("shop") }
      .map { $0.file?.name ?? $0.content.text }
  }

  /// The last text of the shop.
  func last() async throws -> String { try await texts().last ?? "" }

  /// The newest screen of a purchase.
  func screen(_ number: Int = 1) async throws -> String {
    try await texts().last { $0.hasPrefix("Purchase \(number): ") && $0.contains("\n") } ?? ""
  }

  /// The bytes of the last file with this name.
  func file(_ name: String) async throws -> ChatFile? {
    guard let message = try await device.history(of: room).last(where: { $0.file?.name == name }) else { return nil }
    return await world.chat.file(message.id)
  }
}

/// The rates of a test.
final class ToyRates: RateReading {
  private let value = Mutex<Rate?>(nil)

  func set(_ text: String?, at: Timestamp) {
    value.withLock { $0 = text.map { Rate(decimal($0), at: at) } }
  }

  func rate(_ rule: RateRule) async -> Rate? { value.withLock { $0 } }
}

/// Where a till keeps its customers in a test; it survives the till.
actor ToyDisk: TillStorage {
  private(set) var files: [String: [UInt8]] = [:]
  var isClosed = false

  func setShop(closed: Bool) { isClosed = closed }
  func load() -> [String: [UInt8]] { files }
  func save(_ bytes: [UInt8], as name: String, number: Int) { files[name] = bytes }
  func isShopClosed() -> Bool { isClosed }
  func close() {}
}

func decimal(_ text: String) -> DecimalAmount { (try? DecimalAmount(text)) ?? DecimalAmount(coefficient: 0, scale: 0) }
