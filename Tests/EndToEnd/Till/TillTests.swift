import ChatPayments
import JSON
import PaymentsModel
import Platform
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A customer who only writes and taps, a real till, a real provider, and wallets of three kinds. Each story waits for a
/// minute until a purchase is over, so that they are told at the same time.
@Suite struct TillTests {
  static let mock = """
    name: shop
    times: {poll: 1s, follow: 1s}
    wallets:
      - {type: mock, currencies: [LTC], balance: 100, block_seconds: 0}
    """

  /// What the test needs of a network: to pay an address, to mine, and an address of the customer's.
  struct Network: Sendable {
    let pay: @Sendable (_ address: String, _ amount: String) async throws -> Void
    let mine: @Sendable () async throws -> Void
    let address: @Sendable () async throws -> String
  }

  /// Buys one thing, underpays and completes another, lets one expire with too little, pays one late, and gets both back.
  func story(_ scene: TillScene, _ network: Network, _ carla: some TillBuyer) async throws {
    let code = scene.code
    try await carla.say("/menu")
    try await carla.reads("Coffee, 0.2 \(code): /coffee")
    // One is bought in EUR and one in the currency.
    try await carla.say("/cake 2")
    try await carla.say("/coffee")
    try await carla.say("/pay_\(code.lowercased())")
    let first = try await carla.address(1)
    let picture = try await eventually("the picture") { try await carla.file("pay-\(code)-1.png") }
    #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    let uri = try await carla.reads("?")
    #expect(uri.contains(first) && uri.contains("0.4"))
    try await network.pay(first, "0.4")
    try await carla.reads("Purchase 1: payment seen")
    try await network.mine()
    try await carla.reads("Purchase 1: paid and confirmed")
    try await carla.say("/receipt_1")
    let receipt = try await eventually("the receipt") { try await carla.file("receipt-1.txt") }
    let text = String(decoding: receipt, as: UTF8.self)
    #expect(text.contains("Price to pay: 0.4 \(code)") && text.contains("Proof of the wallet: \(code)"), "\(text)")

    // Too little, and then the rest.
    try await carla.say("/coffee")
    try await carla.say("/pay_\(code.lowercased())")
    let second = try await carla.address(2)
    #expect(second != first)
    try await network.pay(second, "0.15")
    try await carla.reads("Purchase 2: 0.05 \(code) are missing")
    try await network.pay(second, "0.05")
    try await carla.reads("Purchase 2: payment seen")
    try await network.mine()
    try await carla.reads("Purchase 2: paid and confirmed")

    // One gets too little before its time is over, the other one its money after it.
    for number in 3...4 {
      try await carla.say("/coffee")
      try await carla.say("/pay_\(code.lowercased())")
      _ = try await carla.address(number)
    }
    let (third, fourth) = (try await carla.address(3), try await carla.address(4))
    try await network.pay(third, "0.05")
    try await carla.reads("Purchase 3: 0.15 \(code) are missing")
    try await carla.reads("Purchase 4: not paid in time", within: .seconds(90))
    try await network.pay(fourth, "0.2")
    try await carla.reads("Purchase 4 was not sold: 0.2 \(code) arrived.")
    try await network.mine()
    try await refund(3, "0.05", scene, network, carla)
    try await refund(4, "0.2", scene, network, carla)
    let rows = try await scene.till("--status").succeeded().result.output
    #expect(rows.count == 5)
    #expect(
      rows.filter { $0.contains("paid and confirmed") }.count == 2 && rows.filter { $0.contains("not sold") }.count == 2
    )
  }

  private func refund(
    _ number: Int, _ amount: String, _ scene: TillScene, _ network: Network, _ carla: some TillBuyer
  ) async throws {
    try await carla.reads("To get it back: /refund_\(number)")
    let address = try await network.address()
    try await carla.say("/refund_\(number)")
    try await carla.reads("You can get back \(amount) \(scene.code).")
    try await carla.say("refund \(number) \(address)")
    try await carla.reads("/yes_\(number)")
    try await carla.say("/yes_\(number)")
    let question = try await scene.refundQuestion()
    #expect(question.text("amount") == amount && question.text("address") == address)
    try await carla.reads("Purchase \(number), refund of \(amount) \(scene.code): the shop has to approve it.")
    let rows = try await scene.till("--status").succeeded().result.output
    #expect(rows.contains { $0.contains("\(amount) \(scene.code) waiting for the owner") }, "\(rows)")
    try await scene.daemon.owner("approve", question.text("id"))
    try await carla.reads("Purchase \(number), refund of \(amount) \(scene.code): it was sent.")
    try await network.mine()
    try await carla.reads("Purchase \(number), refund of \(amount) \(scene.code): it was sent and is confirmed.")
    try await carla.say("/refund_\(number)")
    try await carla.reads("There is nothing to give back for purchase \(number).")
  }

  /// Over the SimpleX Chat of an unmodified phone, or over a relay where that cannot be simulated.
  @Test func aShopWithAMockWallet() async throws {
    func network(_ scene: TillScene) -> Network {
      Network(
        pay: { try await scene.daemon.mock("receive", $0, $1) }, mine: { try await scene.daemon.mock("mine", "6") },
        address: { try await scene.customersAddress() })
    }
    guard let python = await ForeignConsumer.python() else {
      print(ForeignConsumer.howToGetPython)
      return try await TillScene.with(Self.mock, provider: "shop", sells: "LTC") { scene, _, carla in
        try await story(scene, network(scene), carla)
      }
    }
    try await TillScene.withPhone(Self.mock, provider: "shop", sells: "LTC", python: python) { scene, _, phone in
      try await story(scene, network(scene), phone)
      let bubbles = try await phone.bubbles()
      // Each purchase is one message from the first to the last, and the code is shown without a tap.
      for number in 1...4 {
        let screens = bubbles.filter { $0.isScreen(of: number) }
        #expect(screens.count == 1 && screens.allSatisfy(\.isEdited), "\(screens)")
        let codes = bubbles.filter { $0.file == "pay-LTC-\(number).png" }
        #expect(codes.count == 1 && codes[0].picture?.hasPrefix("data:image/png;base64,iVBORw0KGgo") == true)
      }
      #expect(try await scene.daemon.broadcasts("LTC").count == 2)
    }
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed")) func aShopWithLitecoin() async throws {
    try await LitecoinRegtest.with { litecoin in
      // The funded wallet is the shop's, and the customer pays from the other one.
      try await litecoin.rpc(
        "sendtoaddress", [.string(try await litecoin.newAddress("shop")), "5"], wallet: "payer")
      try await litecoin.mine(1)
      try await TillScene.with(
        litecoin.configuration(wallet: "payer", times: "poll: 1s", more: "timeout_seconds: 3"), provider: "payer",
        sells: "LTC"
      ) { scene, _, carla in
        let network = Network(
          pay: { try await litecoin.rpc("sendtoaddress", [.string($0), .string($1)], wallet: "shop") },
          mine: { try await litecoin.mine(2) }, address: { try await litecoin.newAddress("shop") })
        try await story(scene, network, carla)
      }
    }
  }

  @Test(.enabled(if: MoneroRegtest.isInstalled, "Monero is not installed")) func aShopWithMonero() async throws {
    try await MoneroRegtest.with { monero in
      @Sendable func transfer(_ outputs: [(address: String, units: Int)], from wallet: MoneroRegtest.Wallet)
        async throws
      {
        let sum = outputs.reduce(0) { $0 + $1.units }
        // On a busy machine the wallet may answer before it has read what was mined for it.
        _ = try await eventually("the wallet has what it is to send") {
          try await monero.rpc("refresh", wallet: wallet)
          let balance = try await monero.rpc("get_balance", ["account_index": 0], wallet: wallet)
          let unlocked: Int = balance["unlocked_balance"]?.integerValue() ?? 0
          return unlocked > sum ? true : nil
        }
        let destinations = outputs.map {
          JSONValue.object(["address": .string($0.address), "amount": .integer($0.units)])
        }
        try await monero.rpc(
          "transfer", ["destinations": .array(destinations), "account_index": 0], wallet: wallet)
      }
      // What comes back of a payment is locked for ten blocks, so the customer gets several coins.
      let purse = try await monero.address(.shop)
      try await transfer((0..<8).map { _ in (purse, 1_000_000_000_000) }, from: .payer)
      try await monero.mine(12)
      try await TillScene.with(
        monero.configuration(.payer, times: "poll: 1s, follow: 1s"), provider: "payer", sells: "XMR"
      ) { scene, _, carla in
        let network = Network(
          pay: { address, amount in
            let units = try Amount(DecimalAmount(amount), decimals: 12).atomicUnits
            try await transfer([(address, Int(units))], from: .shop)
          }, mine: { try await monero.mine(2) }, address: { try await monero.newAddress(.shop) })
        try await story(scene, network, carla)
      }
    }
  }

  /// Several customers, a till that is killed, a shop that is closed, and a second till.
  @Test func aTillIsKilledAndGoesOn() async throws {
    try await TillScene.with(Self.mock, provider: "shop", sells: "LTC") { scene, till, carla in
      let dora = try await scene.customer("dora")
      try await carla.say("/coffee")
      try await carla.say("/pay_ltc")
      let address = try await carla.address(1)
      let second = try await scene.open().exit()
      #expect(second == .code(78))
      till.signal(SIGKILL)
      _ = try await till.exit()
      try await scene.daemon.mock("receive", address, "0.2")
      try await dora.say("coffee 3")
      try await dora.say("pay ltc")
      let again = try scene.open()
      try await carla.reads("Purchase 1: payment seen")
      #expect(try await dora.address(1) != address)
      try await scene.till("--close").succeeded()
      _ = try await again.line(containing: "The shop is closed")
      try await scene.daemon.mock("mine", "6")
      try await carla.reads("Purchase 1: paid and confirmed")
      try await carla.say("/coffee")
      try await carla.reads("The shop is closed now.")
      try await dora.say("/cancel_1")
      try await dora.reads("Purchase 1: cancelled")
      try await scene.till("--open").succeeded()
      _ = try await again.line(containing: "The shop is open")
      try await carla.say("/again_1")
      try await carla.reads("Your basket")
      // Each message came once.
      let screens = try await carla.texts().filter { $0.hasPrefix("Purchase 1: ") && $0.contains("\n") }
      #expect(screens.count == 1)
      #expect(try await again.stop(SIGTERM) == .code(0))
      await dora.close()
      // What is open cannot be told from a file that is damaged, and then it is not called nothing.
      let files = try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path)
      let file = try #require(files.first { $0.contains("/customer-") })
      try Data("{".utf8).write(to: URL(fileURLWithPath: scene.folder.path + "/" + file))
      let closed = try await scene.till("--close")
      #expect(closed.status != 0 && closed.description.contains("The shop is closed"), "\(closed)")
      #expect(!closed.description.contains("nothing is open"), "\(closed)")
    }
  }

  @Test func aPriceListIsChecked() async throws {
    let folder = try ScratchFolder()
    let path = folder.path + "/prices.yml"
    let right = "shop: A\npay_with: [LTC]\nitems: [{word: a, name: A, price: 1 LTC}]\n"
    let rate = "rates: [{coin: LTC, currency: EUR, file: \(folder.path)/rate, max_age: 1d}]\n"
    for (text, exit, words) in [
      (right, Int32(0), "is right: 1 thing to sell"), (right + "colour: red\n", 65, "line 4, column 1"),
      (right + rate, 69, "can be read: 1 thing to sell at A. But 1 of 1 rate cannot be used now:"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      let run = try await ChildProcess.run(BuiltPrograms.path("paychat"), ["till", "--check", path])
      #expect(run.exit == .code(exit) && (run.output + run.error).joined().contains(words))
      // What is said of one list is on one stream, in its order.
      #expect(run.output.isEmpty || run.error.isEmpty)
      if exit == 69 { #expect(run.output.count == 2 && run.output[1].contains("\(folder.path)/rate has to hold")) }
    }
    let example = try await ChildProcess.run(BuiltPrograms.path("paychat"), ["till", "--example"])
    try Data((example.output.joined(separator: "\n") + "\n").utf8).write(to: URL(fileURLWithPath: path))
    #expect(try await ChildProcess.run(BuiltPrograms.path("paychat"), ["till", "--check", path]).exit == .code(0))
  }

  /// The owner sees what customers write, and answers at the till; a file that ends does not end the till.
  @Test func theOwnerAnswersAtTheTill() async throws {
    try await TillScene.with(Self.mock, provider: "shop", sells: "LTC") { scene, till, carla in
      #expect(try await till.stop(SIGINT) == .code(0))
      let open = try scene.open(input: .pipe)
      _ = try await open.line(containing: "The wallet is connected")
      try await carla.say("hello \u{1B}[2J do you have tea?")
      let line = try await open.line(containing: "do you have tea?")
      #expect(line.contains("carla (customer 1) writes at ") && line.contains(": hello ␛[2J do you have tea?"))
      #expect(line.hasSuffix("→ answer 1 YOUR WORDS"))
      try open.write("answer 7 Who?\nanswr 1 Yes\n")
      _ = try await open.line(containing: "There is no customer 7.")
      _ = try await open.line(containing: "Is it answer?")
      try open.write("answer 1 Yes, green tea.\n")
      try await carla.reads("The people of the shop: Yes, green tea.")
      try open.write("close\n")
      _ = try await open.line(containing: "The shop is closed")
      try await carla.say("/coffee")
      try await carla.reads("The shop is closed now.")
      try open.write("open\nopen\n")
      _ = try await open.line(containing: "The shop is open")
      try open.write("quit\n")
      #expect(try await open.exit() == .code(0))
    }
  }
}
