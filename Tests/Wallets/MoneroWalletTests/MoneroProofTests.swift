import JSON
import MoneroWallet
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// Tests proofs with the tools of real wallets, in both directions.
@Suite(.serialized, .enabled(if: MoneroRegtest.isInstalled, "monero is not installed"))
struct MoneroProofTests {
  private let message = "payport proof: a test; message: für Ann"
  private let amount = Amount(atomicUnits: 20_000_000_000)

  @Test func theWalletsToolsAndOursVerifyEachOther() async throws {
    try await MoneroRegtest.with { network in
      let payer = try MoneroWallet(MoneroWorld.configuration(network, .payer))
      let shop = try MoneroWallet(MoneroWorld.configuration(network, .shop))
      let address = try await shop.newAddress(label: "")
      let signedTransaction = try await payer.prepare(PaymentIntent(address: address, amount: amount), feeCap: amount)
      #expect(try await payer.commit(signedTransaction) == .accepted)
      let seen = PaymentProofSubject(transactionID: signedTransaction.transactionID, address: address)
      let own = PaymentProofSubject(
        transactionID: signedTransaction.transactionID, address: address, signedTransaction: signedTransaction)
      try await network.mine()

      let about: JSONObject = [
        "txid": .string(signedTransaction.transactionID), "address": .string(address), "message": .string(message),
      ]
      func with(_ name: String, _ proof: String, _ object: JSONObject) -> JSONValue {
        var object = object
        object[name] = .string(proof)
        return .object(object)
      }

      // Payments.
      for (proof, prefix) in [
        (try await payer.prove(.payment(own), message: message), "OutProofV2"),
        (try await shop.prove(.payment(seen), message: message), "InProofV2"),
      ] {
        #expect(proof.text.hasPrefix(prefix))
        for wallet in MoneroRegtest.Wallet.allCases {
          let check = try await network.rpc(
            "check_tx_proof", with("signature", proof.text, about), wallet: wallet)
          #expect(check["good"] == true && check["received"]?.integerValue() == 20_000_000_000)
        }
      }
      for (wallet, signer) in [(MoneroRegtest.Wallet.payer, ProofSigner.payer), (.shop, .payee)] {
        let proof = try await network.rpc("get_tx_proof", .object(about), wallet: wallet)["signature"]?.stringValue
        let facts = ProvenFacts(signer: signer, amount: amount, confirmations: 1)
        for verifier in [payer, shop] {
          #expect(
            try await verifier.verify(try #require(proof), of: .payment(seen), message: message) == .valid(facts))
        }
      }

      // Addresses.
      let signature = try await shop.prove(.address(address), message: message).text
      let signed: JSONObject = ["data": .string(message), "address": .string(address)]
      #expect(
        try await network.rpc("verify", with("signature", signature, signed), wallet: .payer)["good"] == true)
      let index = try await network.rpc("get_address_index", ["address": .string(address)], wallet: .shop)["index"]
      for (kind, verdict) in [
        ("spend", ProofVerdict.valid(ProvenFacts(signer: .holder))), ("view", .invalid(.signature)),
      ] {
        let theirs = try await network.rpc(
          "sign",
          [
            "data": .string(message), "account_index": 0, "address_index": index?["minor"] ?? .null,
            "signature_type": .string(kind),
          ], wallet: .shop)["signature"]?.stringValue
        #expect(
          try await payer.verify(try #require(theirs), of: .address(address), message: message) == verdict, "\(kind)")
      }

      // Reserves.
      let reserve = try await payer.prove(.reserve(amount, address: nil), message: message)
      let primary = try await network.address(.payer)
      #expect(reserve.address == primary)
      let held: JSONObject = ["address": .string(primary), "message": .string(message)]
      let check = try await network.rpc(
        "check_reserve_proof", with("signature", reserve.text, held), wallet: .shop)
      #expect(check["good"] == true)
      let theirs = try await network.rpc(
        "get_reserve_proof",
        ["all": false, "account_index": 0, "amount": 20_000_000_000, "message": .string(message)], wallet: .payer)
      let verdict = try await shop.verify(
        try #require(theirs["signature"]?.stringValue), of: .reserve(amount, address: primary), message: message)
      guard case .valid(let facts) = verdict else {
        Issue.record("\(verdict)")
        return
      }
      #expect((facts.amount ?? .zero) >= amount && facts.spent == .zero)
      let others = try await network.address(.shop)
      #expect(
        try await shop.verify(reserve.text, of: .reserve(amount, address: others), message: message)
          == .invalid(.subject))
    }
  }

  /// These proofs are refused by their form alone, without a call to a wallet.
  @Test(arguments: [
    "OutProofV1" + String(repeating: "1", count: 132), "InProofV1" + String(repeating: "1", count: 132),
    "OutProofV2" + String(repeating: "1", count: 131), "OutProofV2" + String(repeating: "0", count: 132),
    "OutProofV2" + String(repeating: "z", count: 132), "OutProofV2é" + String(repeating: "1", count: 130),
    "OutProofV3" + String(repeating: "1", count: 132), "SigV2" + String(repeating: "1", count: 88), "",
  ])
  func refusesOtherFormsOfPaymentProofs(_ text: String) async throws {
    let wallet = try ScriptedWallet()
    let subject = PaymentProofSubject(transactionID: ScriptedWallet.transaction, address: ScriptedWallet.address)
    await #expect(throws: WalletError.malformedProof) {
      try await wallet.wallet.verify(text, of: .payment(subject), message: "m")
    }
    #expect(wallet.calls.isEmpty)
  }

  @Test(arguments: [
    "SigV1" + String(repeating: "1", count: 88), "SigV2" + String(repeating: "1", count: 89),
    "ReserveProofV2", "ReserveProofV2" + String(repeating: "z", count: 11), "ReserveProofV1" + "11",
    // The list claims more elements than there are bytes.
    "ReserveProofV2" + "jpXCZedGfVQ",
  ])
  func refusesOtherFormsOfOtherProofs(_ text: String) async throws {
    let wallet = try ScriptedWallet()
    let address = ScriptedWallet.address
    for subject in [ProofSubject.address(address), .reserve(amount, address: address)] {
      await #expect(throws: WalletError.malformedProof) {
        try await wallet.wallet.verify(text, of: subject, message: "m")
      }
    }
    #expect(!wallet.calls.contains { ["verify", "check_reserve_proof"].contains($0.method) })
  }
}
