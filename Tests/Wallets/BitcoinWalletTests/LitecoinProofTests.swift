import BitcoinWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Tests proofs with the tools of a real litecoind in regtest, in both directions. Only one daemon runs at a time.
@Suite(.serialized, .enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
struct LitecoinProofTests {
  private let message = "payport proof: a test; message: für Ann"

  /// Two wallets, and the daemon's own tools for proofs.
  private struct Scene {
    let daemon: LitecoinRegtest
    let payer: BitcoinWallet
    let shop: BitcoinWallet

    init(_ daemon: LitecoinRegtest) throws {
      self.daemon = daemon
      payer = try BitcoinWallet(LitecoinWorld.configuration(daemon, wallet: "payer"))
      shop = try BitcoinWallet(LitecoinWorld.configuration(daemon, wallet: "shop"))
    }

    /// The address of a public key hash for the key of another address, found in the way a person finds it, without our
    /// code.
    func legacy(_ address: String, wallet: String) async throws -> String {
      let info = try await daemon.rpc("getaddressinfo", [.string(address)], wallet: wallet)
      let key = try #require(info["pubkey"]?.stringValue)
      let descriptor = try await daemon.rpc("getdescriptorinfo", [.string("pkh(\(key))")])["descriptor"]
      let addresses = try await daemon.rpc("deriveaddresses", [try #require(descriptor)])
      return try #require(addresses[0]?.stringValue)
    }

    func signature(_ message: String, _ address: String, wallet: String) async throws -> String {
      let value = try await daemon.rpc("signmessage", [.string(address), .string(message)], wallet: wallet)
      return try #require(value.stringValue)
    }

    func isSigned(_ message: String, _ address: String, _ signature: String) async throws -> Bool {
      try await daemon.rpc("verifymessage", [.string(address), .string(signature), .string(message)]) == true
    }

    /// Pays 1.23456789 to a new address of the shop; the transaction is in the pool.
    func paid() async throws -> (own: PaymentProofSubject, seen: PaymentProofSubject) {
      let address = try await shop.newAddress(label: "")
      let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: 123_456_789))
      let signedTransaction = try await payer.prepare(intent, feeCap: Amount(atomicUnits: 1_000_000))
      #expect(try await payer.commit(signedTransaction) == .accepted)
      return (
        PaymentProofSubject(
          transactionID: signedTransaction.transactionID, address: address, signedTransaction: signedTransaction),
        PaymentProofSubject(transactionID: signedTransaction.transactionID, address: address)
      )
    }

    /// The transaction as the daemon decodes it.
    func transaction(_ id: String) async throws -> JSONValue {
      try await daemon.rpc("getrawtransaction", [.string(id), true])
    }
  }

  private func with(_ body: (Scene) async throws -> Void) async throws {
    try await LitecoinRegtest.with { daemon in try await body(Scene(daemon)) }
  }

  private func document(_ text: String) throws -> JSONObject {
    try #require(try JSONValue(parsing: text).objectValue)
  }

  @Test func theDaemonVerifiesOurProofs() async throws {
    try await with { scene in
      let address = try await scene.shop.newAddress(label: "")
      let legacy = try await scene.legacy(address, wallet: "shop")
      let owned = try await scene.shop.prove(.address(address), message: message).text
      #expect(try await scene.isSigned(message, legacy, owned))
      #expect(try await !scene.isSigned(message + ".", legacy, owned))

      let (own, seen) = try await scene.paid()
      let received = try document(try await scene.shop.prove(.payment(seen), message: message).text)
      let payee = try await scene.legacy(seen.address, wallet: "shop")
      #expect(try await scene.isSigned(message, payee, received["signature"]?.stringValue ?? ""))
      let transaction = try await scene.transaction(seen.transactionID)
      #expect(received["transaction"] == transaction["hex"])
      let output = transaction["vout"]?[received["output"]?.integerValue() ?? -1]
      #expect(output?["scriptPubKey"]?["addresses"] == [.string(seen.address)])

      let made = try document(try await scene.payer.prove(.payment(own), message: message).text)
      let input = try #require(transaction["vin"]?[made["input"]?.integerValue() ?? -1])
      let spent = try await scene.transaction(input["txid"]?.stringValue ?? "")
      let script = spent["vout"]?[input["vout"]?.integerValue() ?? -1]?["scriptPubKey"]
      let payer = try await scene.legacy(script?["addresses"]?[0]?.stringValue ?? "", wallet: "payer")
      #expect(try await scene.isSigned(message, payer, made["signature"]?.stringValue ?? ""))

      let amount = Amount(atomicUnits: 12_000_000_000)
      let reserve = try document(try await scene.payer.prove(.reserve(amount, address: nil), message: message).text)
      var held: UInt128 = 0
      for holding in reserve["holdings"]?.arrayValue ?? [] {
        let holder = try #require(holding["address"]?.stringValue)
        let signature = try #require(holding["signature"]?.stringValue)
        #expect(try await scene.isSigned(message, scene.legacy(holder, wallet: "payer"), signature))
        for output in holding["outputs"]?.arrayValue ?? [] {
          let found = try await scene.daemon.rpc("gettxout", [output["txid"] ?? .null, output["vout"] ?? .null])
          #expect(found["scriptPubKey"]?["addresses"] == [.string(holder)])
          held += try Amount(DecimalAmount(found["value"]?.numberValue?.text ?? ""), decimals: 8).atomicUnits
        }
      }
      #expect(held >= amount.atomicUnits)
      // The proof shows no more coins than necessary; every coin here has a value of 50.
      #expect(held == 15_000_000_000)
    }
  }

  @Test func weVerifyWhatTheDaemonSigns() async throws {
    try await with { scene in
      let segwit = try await scene.shop.newAddress(label: "")
      let legacy = try await scene.legacy(segwit, wallet: "shop")
      let signature = try await scene.signature("hello", legacy, wallet: "shop")
      for address in [segwit, legacy] {
        let verdict = try await scene.payer.verify(signature, of: .address(address), message: "hello")
        #expect(verdict == .valid(ProvenFacts(signer: .holder)))
        let wrong = try await scene.payer.verify(signature, of: .address(address), message: "Hello")
        #expect(wrong == .invalid(.signature))
      }
      let own = try #require(try await scene.daemon.rpc("getnewaddress", ["", "legacy"], wallet: "shop").stringValue)
      let other = try await scene.signature("hello", own, wallet: "shop")
      #expect(
        try await scene.payer.verify(other, of: .address(own), message: "hello") == .valid(ProvenFacts(signer: .holder))
      )

      // The proof is made by hand: sendtoaddress to an address of a public key hash, and a document around the result
      // of signmessage.
      let id = try await scene.daemon.rpc("sendtoaddress", [.string(own), "0.75"], wallet: "payer")
      let transaction = try await scene.transaction(id.stringValue ?? "")
      let output = transaction["vout"]?.arrayValue?.firstIndex {
        $0["scriptPubKey"]?["addresses"] == [.string(own)]
      }
      let proof: JSONValue = [
        "v": 1, "kind": "payment", "signer": "payee", "signature": .string(other),
        "output": .integer(try #require(output)), "transaction": transaction["hex"] ?? .null,
      ]
      let subject = PaymentProofSubject(transactionID: id.stringValue ?? "", address: own)
      #expect(
        try await scene.payer.verify(proof.text(), of: .payment(subject), message: "hello")
          == .valid(
            ProvenFacts(
              signer: .payee, amount: Amount(atomicUnits: 75_000_000), confirmations: 0, isInPool: true)))

      try await scene.daemon.mine()
      let outputs: JSONValue = [["txid": id, "vout": .integer(try #require(output))]]
      let holding: JSONValue = ["address": .string(own), "signature": .string(other), "outputs": outputs]
      let reserve: JSONValue = ["v": 1, "kind": "reserve", "holdings": [holding]]
      let amount = Amount(atomicUnits: 75_000_000)
      #expect(
        try await scene.payer.verify(reserve.text(), of: .reserve(amount, address: nil), message: "hello")
          == .valid(ProvenFacts(signer: .holder, amount: amount)))
    }
  }

  /// A transaction id does not cover the witnesses, so a witness with another key must not be accepted as a proof.
  @Test func anotherWitnessProvesNothing() async throws {
    try await with { scene in
      let (own, seen) = try await scene.paid()
      let made = try await scene.payer.prove(.payment(own), message: message).text
      var forged = try document(made)
      let thief = try await scene.shop.newAddress(label: "")
      let info = try await scene.daemon.rpc("getaddressinfo", [.string(thief)], wallet: "shop")
      let key = try #require(info["pubkey"]?.stringValue)
      let hex = try #require(forged["transaction"]?.stringValue)
      // The last bytes are the key of the last input and the four bytes of the lock time.
      let rewritten = hex.dropLast(74) + key + hex.suffix(8)
      let decoded = try await scene.daemon.rpc("decoderawtransaction", [.string(String(rewritten))])
      #expect(decoded["txid"] == .string(seen.transactionID))
      let inputs = try #require(decoded["vin"]?.arrayValue)
      #expect(inputs.last?["txinwitness"]?[1] == .string(key))
      forged["transaction"] = .string(String(rewritten))
      forged["input"] = .integer(inputs.count - 1)
      forged["signature"] = .string(
        try await scene.signature(message, scene.legacy(thief, wallet: "shop"), wallet: "shop"))
      let text = JSONValue.object(forged).text()
      #expect(try await scene.shop.verify(text, of: .payment(seen), message: message) == .invalid(.signature))
      guard case .valid = try await scene.shop.verify(made, of: .payment(seen), message: message) else {
        Issue.record("the true one holds")
        return
      }
    }
  }

  @Test func whatIsTakenBackOrSpentIsNotProven() async throws {
    try await with { scene in
      let (own, seen) = try await scene.paid()
      let made = try await scene.payer.prove(.payment(own), message: message).text
      let received = try await scene.shop.prove(.payment(seen), message: message).text
      let signedTransaction = try #require(own.signedTransaction)
      let coins = Amount(atomicUnits: 5_000_000_000)
      let before = try await scene.payer.prove(.reserve(coins, address: nil), message: message).text
      try await scene.daemon.mine()
      let mined = try await scene.shop.prove(.payment(seen), message: message).text
      #expect(try document(mined)["block"] != nil)
      try await LitecoinWorld(scene.daemon).takeBack(1)
      try await LitecoinWorld(scene.daemon).doubleSpend(signedTransaction)
      for proof in [made, received, mined] {
        #expect(try await scene.shop.verify(proof, of: .payment(seen), message: message) == .invalid(.transaction))
      }

      // All coins are spent, so the reserve that was proven before no longer exists.
      let subject = ProofSubject.reserve(coins, address: nil)
      guard case .valid = try await scene.shop.verify(before, of: subject, message: message) else {
        Issue.record("the reserves hold until they are spent")
        return
      }
      let address = try await scene.shop.newAddress(label: "")
      let all = try await scene.daemon.rpc("getbalance", wallet: "payer")
      try await scene.daemon.rpc("sendtoaddress", [.string(address), all, "", "", true], wallet: "payer")
      #expect(try await scene.shop.verify(before, of: subject, message: message) == .invalid(.amount))
    }
  }

  /// Most nodes keep no index of all transactions.
  @Test func transactionsAreFoundWithoutAnIndex() async throws {
    try await with { scene in
      let (own, seen) = try await scene.paid()
      let early = try await scene.payer.prove(.payment(own), message: message).text
      try await scene.daemon.mine(2)
      let late = try await scene.payer.prove(.payment(own), message: message).text
      // A clean stop would wait for the connections of the wallets. The chain is already stored.
      await scene.daemon.kill()
      let path = scene.daemon.folder + "/litecoin.conf"
      let configuration = try String(contentsOfFile: path, encoding: .utf8)
      #expect(configuration.contains("txindex=1"))
      try configuration.replacing("txindex=1", with: "txindex=0")
        .write(toFile: path, atomically: false, encoding: .utf8)
      try await scene.daemon.start()
      // Another wallet that does not know the payment verifies the proof, because the answer must depend only on the
      // network.
      try await scene.daemon.rpc("createwallet", ["stranger"])
      let stranger = try BitcoinWallet(LitecoinWorld.configuration(scene.daemon, wallet: "stranger"))
      let facts = ProvenFacts(signer: .payer, amount: Amount(atomicUnits: 123_456_789), confirmations: 2)
      for proof in [early, late] {
        #expect(try await stranger.verify(proof, of: .payment(seen), message: message) == .valid(facts))
      }
      // After the output is spent, only the block shows where the transaction is. The shop's wallet does not report it.
      let elsewhere = try await scene.daemon.newAddress("payer")
      try await scene.daemon.rpc("sendtoaddress", [.string(elsewhere), "1.2", "", "", true], wallet: "shop")
      try await scene.daemon.mine()
      for wallet in [stranger, scene.shop] {
        #expect(try await wallet.verify(early, of: .payment(seen), message: message) == .invalid(.transaction))
        #expect(
          try await wallet.verify(late, of: .payment(seen), message: message)
            == .valid(ProvenFacts(signer: .payer, amount: facts.amount, confirmations: 3)))
      }
    }
  }

  @Test func documentsThatCannotBeAreMalformed() async throws {
    try await with { scene in
      let (_, seen) = try await scene.paid()
      let payment = try document(try await scene.shop.prove(.payment(seen), message: message).text)
      let changes: [(String, JSONValue)] = [
        ("v", 2), ("kind", "reserve"), ("signer", "bank"), ("signer", "payer"), ("signature", 1), ("signature", "AA=="),
        ("output", -1), ("output", "0"), ("block", "00"), ("transaction", "0"), ("transaction", "zz"),
        ("transaction", "00"), ("transaction", ""),
      ]
      for (name, value) in changes {
        var changed = payment
        changed[name] = value
        await #expect(throws: WalletError.malformedProof, "\(name) \(value.text())") {
          try await scene.payer.verify(JSONValue.object(changed).text(), of: .payment(seen), message: message)
        }
      }
      // These proofs are well-formed, but their output does not exist.
      for output in [payment["output"] == 0 ? 1 : 0, 2, 1 << 40] {
        var changed = payment
        changed["output"] = .integer(output)
        let text = JSONValue.object(changed).text()
        #expect(try await scene.payer.verify(text, of: .payment(seen), message: message) == .invalid(.subject))
      }

      let coin = Amount(atomicUnits: 5_000_000_000)
      let reserve = try document(try await scene.payer.prove(.reserve(coin, address: nil), message: message).text)
      let holding = try #require(reserve["holdings"]?[0]?.objectValue)
      let output = try #require(holding["outputs"]?[0])
      func holdings(_ name: String, _ value: JSONValue, twice: Bool = false) -> String {
        var changed = holding
        changed[name] = value
        let all: JSONValue = .array(Array(repeating: .object(changed), count: twice ? 2 : 1))
        return JSONValue.object(["v": 1, "kind": "reserve", "holdings": all]).text()
      }
      let subject = ProofSubject.reserve(coin, address: nil)
      let malformed = [
        // The same coin must not count twice.
        holdings("outputs", [output, output]), holdings("outputs", [output], twice: true), holdings("outputs", []),
        holdings("outputs", [["txid": "00", "vout": 0]]),
        holdings("outputs", [["txid": output["txid"] ?? .null, "vout": 4_294_967_296]]),
        holdings("address", "nobody"), holdings("signature", ""), #"{"v":1,"kind":"reserve","holdings":[]}"#,
      ]
      for text in malformed {
        await #expect(throws: WalletError.malformedProof, "\(text)") {
          try await scene.shop.verify(text, of: subject, message: message)
        }
      }
      // The coin belongs to another wallet, and the signature is valid.
      let thief = try await scene.shop.newAddress(label: "")
      let signature = try await scene.shop.prove(.address(thief), message: message).text
      var stolen = holding
      stolen["address"] = .string(thief)
      stolen["signature"] = .string(signature)
      let text = JSONValue.object(["v": 1, "kind": "reserve", "holdings": [.object(stolen)]]).text()
      #expect(try await scene.shop.verify(text, of: subject, message: message) == .invalid(.subject))
    }
  }

  @Test func whatHasNoSingleKeyCannotBeProven() async throws {
    try await with { scene in
      let script = try await scene.daemon.rpc("getnewaddress", ["", "p2sh-segwit"], wallet: "shop").stringValue
      let address = try #require(script)
      await #expect(throws: WalletError.cannotProve) {
        try await scene.shop.prove(.address(address), message: message)
      }
      let legacy = try await scene.legacy(try await scene.shop.newAddress(label: ""), wallet: "shop")
      let signature = try await scene.signature(message, legacy, wallet: "shop")
      await #expect(throws: WalletError.cannotProve) {
        try await scene.shop.verify(signature, of: .address(address), message: message)
      }
    }
  }

  @Test func aLockedWalletVerifiesAndDoesNotProve() async throws {
    try await with { scene in
      let address = try await scene.shop.newAddress(label: "")
      let proof = try await scene.shop.prove(.address(address), message: message).text
      try await scene.daemon.rpc("encryptwallet", ["secret"], wallet: "shop")
      await #expect(throws: WalletError.locked) { try await scene.shop.prove(.address(address), message: message) }
      let verdict = try await scene.shop.verify(proof, of: .address(address), message: message)
      #expect(verdict == .valid(ProvenFacts(signer: .holder)))
    }
  }
}
