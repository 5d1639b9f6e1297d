import Cryptography
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// Uses all functions with known secrets, including crashes, and then searches everything that was written for the
/// secrets.
@Suite(.serialized) struct CanaryTests {
  private let rpcPassword = "canary-rpc-Xq7pTz2LwV9s"
  private let passphrase = "canary passphrase Ümläut 4411"
  private let otherPassphrase = "canary app passphrase 9182"
  private let pin = "904172653388"
  private let wrongPin = "115599337726"
  private let memo = "Canary memo for the plumber 7319"
  private let orderMemo = "Canary rent of November 5520"
  private let stranger = MockAddress.example(currency: "LTC")
  private let proofMessage = "Canary proof for the landlord 6631"
  private let tooMuch = "81234.56789123"
  private let failedAmount = "0.27561934"
  private let invoiceAmount = "0.73194628"
  private let orderAmount = "0.31947265"

  private func configuration() throws -> String {
    """
    name: test
    times: {poll: 1s}
    wallets:
      - {type: mock, currencies: [LTC], balance: 100}
      - {type: bitcoin, currency: BTC, url: "http://127.0.0.1:\(try #require(freePort()))", user: canary-user,
         password: "\(rpcPassword)", chain: regtest, timeout_seconds: 1}
    """
  }

  @Test(arguments: ["text", "json"]) func nothingSecretLeavesItsPlace(logFormat: String) async throws {
    let life = try CanaryLife(configuration(), logFormat: logFormat)
    try await life.start()
    let providerSeed = try seed(life, "state/identity.json")
    let localKey = try discovered(life)

    // The app is paired.
    let pairing = try life.launchApp("connect")
    let line = try await pairing.line(containing: "\"pairing\"", on: .error)
    let asked = try JSONValue(parsing: Array(line.utf8))["pairing"] ?? .null
    try await life.owner("approve", asked.text("question_id"), "--code", "000000")
    try await life.owner(
      "approve", asked.text("question_id"), "--code", asked.text("code"), "--scopes", "receive,pay,prove,statement"
    ).succeeded()
    #expect(try await life.finish(pairing) == .code(0))
    let appSeed = try seed(life, "app/consumer/payport.payctl/identity.json")

    // An invoice is paid, and a payment is made with a PIN that is wrong at first.
    let invoice = try await life.app("invoice", "LTC", invoiceAmount, "--description", memo, "--json").succeeded()
    let address = invoice.json["invoice"]?.text("address") ?? ""
    #expect(!address.isEmpty)
    try await life.owner("mock", "receive", address, invoiceAmount).succeeded()
    try await life.owner("pin", "set", "--above", "LTC=0.01", "--new-pin-file", life.given("pin", pin)).succeeded()
    let order = try await life.app("pay", "LTC", stranger, orderAmount, "--description", orderMemo, "--json")
      .succeeded()
    let id = order.json["payment_order"]?.text("order_id") ?? ""
    try await life.owner("questions", "--json").succeeded()
    #expect(try await life.owner("approve", id, "--pin-file", life.given("wrong-pin", wrongPin)).status == 77)
    try await life.owner("approve", id, "--pin-file", life.given("pin", pin)).succeeded()
    try await life.owner("mock", "mine", "6").succeeded()
    _ = try await eventually("the order is paid") {
      try await life.app("order-status", id, "--json").json["payment_order"]?.text("state") == "succeeded" ? true : nil
    }
    let paid = try await life.app("order-status", id, "--json").json["payment_order"] ?? .null
    for what in ["apps", "status", "audit", "questions", "payments", "metrics", "sends"] { try await life.owner(what) }
    try await life.owner("payments", id).succeeded()
    // The payment is proven, and other requests fail in different ways, of the app and of the wallet.
    let proof = life.scratch.path + "/app/proof.json"
    try await life.app("prove", "payment", id, "--message", proofMessage, "--output", proof).succeeded()
    try await life.app("verify-proof", proof).succeeded()
    try await life.app("statement")
    try await life.app("call", "no_such_method", "{}")
    try await life.app("pay", "LTC", "no-address-" + stranger, orderAmount)
    let beyond = try await life.app("pay", "LTC", stranger, tooMuch, "--json").json["payment_order"]
    if let id = beyond?.text("order_id") { try await life.owner("deny", id).succeeded() }
    try await life.owner("mock", "fault", "LTC", "transfers", "before").succeeded()
    try await life.owner("mock", "fault", "LTC", "commit", "reject").succeeded()
    let failing = try await life.app("pay", "LTC", stranger, failedAmount, "--json").succeeded()
    let failed = failing.json["payment_order"]?.text("order_id") ?? ""
    try await life.owner("approve", failed, "--pin-file", life.given("pin", pin)).succeeded()
    _ = try await eventually("the order failed") {
      try await life.owner("mock", "mine", "2").succeeded()
      return try await life.app("order-status", failed, "--json").json["payment_order"]?.text("state") == "failed"
        ? true : nil
    }
    // This document is sealed, so nobody else can read its text and its answer.
    let sealedMemo = "the memo that was sealed"
    let sealed = try life.given(
      "sealed.yml", "spec: invoice_request\nversion: 2\ncurrency: LTC\ndescription: \(sealedMemo)")
    try await life.app("document", "submit", sealed, "--sealed").succeeded()
    _ = try await eventually("the answer") {
      try await life.app("document", "status", "sealed.sealed", "--json").json["document"]?["answer"]?.text("state")
        == "accepted" ? true : nil
    }
    try await life.app("session", "--json").succeeded()
    let documentKey = try Base64URL.decode(
      try JSONValue(parsing: life.bytes(of: life.scratch.path + "/app/consumer/payport.payctl/folders/test.json"))
        .text("document_key"))
    #expect(documentKey.count == 32)

    // Both keys are sealed, and wrong passphrases are given.
    let good = try life.given("passphrase", passphrase)
    let bad = try life.given("wrong-passphrase", passphrase + "!")
    let goodForApp = try life.given("app-passphrase", otherPassphrase)
    try await life.owner("key", "seal", "--new-passphrase-file", good).succeeded()
    try await life.app("key", "seal", "--new-passphrase-file", goodForApp).succeeded()
    #expect(try await life.app("session").status == 77)
    #expect(try await life.app("session", "--passphrase-file", good).status == 77)

    // The daemon crashes in different ways, each time after a session.
    for (signal, exit) in [
      (SIGSEGV, ChildProcess.Exit.signal(SIGSEGV)), (SIGABRT, .signal(SIGABRT)), (SIGKILL, .signal(SIGKILL)),
    ] {
      try await life.app("session", "--passphrase-file", goodForApp).succeeded()
      try expectNoCore(life)
      try life.keepFiles()
      #expect(try await life.end(signal) == exit)
      #expect(try await life.startInVain() == .code(77))
      #expect(try await life.startInVain("--passphrase-file", bad) == .code(77))
      try await life.start("--passphrase-file", good)
    }
    try await life.app("session", "--passphrase-file", goodForApp).succeeded()
    // payctl crashes too.
    let waiting = try life.launchApp("invoice", "LTC", invoiceAmount, "--wait", "--passphrase-file", goodForApp)
    _ = try await waiting.line(containing: "waiting for payment", on: .error)
    waiting.signal(SIGSEGV)
    #expect(try await life.finish(waiting) == .signal(SIGSEGV))
    #expect(life.leftHere.isEmpty, "\(life.leftHere)")
    #expect(try await life.end(SIGTERM) == .code(0))
    try life.keepFiles()

    // These are the places where each secret may appear, and those where it must. If a secret is not found where it
    // must be, the search does not work.
    let shown: Set<CanaryLife.Place> = [.console, .app, .ledger, .mockWallet]
    let rules: [(Canary, allowed: Set<CanaryLife.Place>, expected: Set<CanaryLife.Place>)] = [
      (Canary("the provider's seed", bytes: providerSeed), [], []),
      (Canary("the app's seed", bytes: appSeed), [], []),
      (Canary("k_local", bytes: localKey), [.discovery], [.discovery]),
      (Canary("the document key", bytes: documentKey), [.ledger, .appFiles], [.ledger, .appFiles]),
      (Canary("the sealed text", text: sealedMemo), [.app, .ledger], [.app, .ledger]),
      (Canary("the pairing code", text: asked.text("code")), [.app], [.app]),
      (Canary("the passphrase", text: passphrase), [], []),
      (Canary("the app's passphrase", text: otherPassphrase), [], []),
      (Canary("the PIN", text: pin), [], []), (Canary("a wrong PIN", text: wrongPin), [], []),
      (Canary("the RPC password", text: rpcPassword), [], []),
      (Canary("the RPC credentials", text: "canary-user:" + rpcPassword), [], []),
      // The app was killed while it waited for an invoice, so its journal contains the request.
      (Canary("the invoice's amount", text: invoiceAmount), shown.union([.appFiles]), [.app]),
      (Canary("the invoice's text", text: memo), shown, [.app, .ledger]),
      (Canary("the order's text", text: orderMemo), shown, [.app, .console, .ledger]),
      (Canary("the order's amount", text: orderAmount), shown.union([.appFiles]), [.app, .console]),
      (Canary("an amount beyond the funds", text: tooMuch), shown.union([.appFiles]), []),
      (Canary("the amount that was not paid", text: failedAmount), shown.union([.appFiles]), [.app]),
      (Canary("the message of a proof", text: proofMessage), shown.union([.appFiles]), [.appFiles]),
      (Canary("the transaction", text: paid.text("transaction_id")), shown.union([.appFiles]), [.app, .console]),
      (Canary("the recipient", text: stranger), shown.union([.appFiles]), [.app, .console, .ledger, .mockWallet]),
      (Canary("the invoice's address", text: address), shown, [.app, .ledger, .mockWallet]),
    ]
    for (canary, allowed, expected) in rules {
      let places = life.places(of: canary)
      for (place, files) in places where !allowed.contains(place) {
        Issue.record("\(canary.name) is in \(place.rawValue): \(files.sorted())")
      }
      #expect(Set(places.keys).isSuperset(of: expected), "\(canary.name) was found in \(places.keys) only")
    }
    let log = life.found.filter { $0.place == .log }.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    for line in ["an app waits to be paired", "a request was refused", "wallet status", "a call of the wallet failed"] {
      #expect(log.contains(line), "the log has no line: \(line)")
    }
  }

  /// Tests that the search finds a secret in all its forms.
  @Test func theSearchIsNotBlind() {
    let bytes: [UInt8] = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 37 + 200) }
    let canary = Canary("bytes", bytes: bytes)
    #expect(canary.isIn([1, 2] + bytes + [3]))
    for shift in 0..<3 {
      let text = Base64URL.encode([UInt8](repeating: 7, count: shift) + bytes + [9, 9])
      #expect(canary.isIn(Array("x=\(text);".utf8)))
      #expect(canary.isIn(Array(text.replacing("-", with: "+").replacing("_", with: "/").utf8)))
    }
    let hex = bytes.hexadecimal
    #expect(canary.isIn(Array(hex.utf8)))
    #expect(canary.isIn(Array(hex.uppercased().utf8)))
    #expect(!canary.isIn(Array(bytes.dropLast())))
    let code = Canary("code", text: "123456")
    #expect(code.isIn(Array("code 123456.".utf8)))
    #expect(!code.isIn(Array("at 1123456".utf8)))
  }

  private func seed(_ life: CanaryLife, _ file: String) throws -> [UInt8] {
    let object = try JSONValue(parsing: life.bytes(of: life.scratch.path + "/" + file))
    let seed = try Base64URL.decode(object.text("ed25519_seed"))
    #expect(seed.count == 32)
    return seed
  }

  private func discovered(_ life: CanaryLife) throws -> [UInt8] {
    let object = try JSONValue(parsing: life.bytes(of: life.scratch.path + "/run/providers/test.json"))
    return try Base64URL.decode(object.text("k_local"))
  }

  /// Checks that the daemon has forbidden core files, although the shell has allowed them.
  private func expectNoCore(_ life: CanaryLife) throws {
    #if os(Linux)
      let pid = try #require(life.daemonProcess?.pid)
      let limits = String(decoding: try life.bytes(of: "/proc/\(pid)/limits"), as: UTF8.self)
      let core = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
      #expect(core?.split(separator: " ").dropFirst(4).prefix(2).elementsEqual(["0", "0"]) == true, "\(core ?? "")")
      #expect(try life.bytes(of: "/proc/\(pid)/coredump_filter") == Array("00000000\n".utf8))
    #endif
  }
}
