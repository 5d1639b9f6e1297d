import ElectrumWallet
import JSON
import PaymentsModel
import TestSupport
import Testing
import WalletBackend

/// A wallet with a password. Since 4.6 Electrum checks the one that a call brings, also where nothing is signed.
@Suite struct ElectrumPasswordTests {
  private typealias Electrum = ScriptedElectrum

  private let intent = PaymentIntent(address: Electrum.recipient, amount: Amount(atomicUnits: 10_000_000))

  private func electrum(knowing password: String?) throws -> ScriptedElectrum {
    let answers = [
      "getinfo": Electrum.info(version: "4.8.1"), "get:use_encryption": "true",
      "signmessage": password == "secret" ? #""signature""# : "!Falsches Passwort",
      "deserialize": #"{"inputs":[{"prevout_hash":"\#(Electrum.parent)","prevout_n":1}],"#
        + #""outputs":[{"address":"\#(Electrum.recipient)","value_sats":10000000,"scriptpubkey":"00"},"#
        + #"{"address":"\#(Electrum.change)","value_sats":289990000,"scriptpubkey":"00"}]}"#,
    ]
    return try ScriptedElectrum(answers, walletPassword: password) { call, id in
      guard call["method"] == "paytomany" else { return nil }
      let isRight = call["params"]?["password"] == "secret"
      return ScriptedElectrum.step(isRight ? #""psbt""# : "!Incorrect password", id: id)
    }
  }

  @Test func itIsShownWhereCoinsAreChosen() async throws {
    #expect(try await electrum(knowing: "secret").wallet.quote(intent).fee == Amount(atomicUnits: 10_000))
  }

  /// Somebody has changed it: the order waits for its owner, and has not failed for want of money.
  @Test func anotherOneIsToldAsLocked() async throws {
    await #expect(throws: WalletError.locked) { _ = try await electrum(knowing: "other").wallet.quote(intent) }
  }
}
