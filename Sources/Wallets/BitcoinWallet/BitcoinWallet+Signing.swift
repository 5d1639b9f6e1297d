import JSON
import WalletBackend

/// `signmessage` and `verifymessage` take addresses of public key hashes only. An address of segregated witness with
/// one key holds the same hash in another form, so that the key has an address of either; the daemon has one key for
/// both.
extension BitcoinWallet {
  /// The address under which the key of an output script signs; `nil` for scripts that are not of one key's hash.
  func signingAddress(script: String) async throws(WalletError) -> String? {
    let hash: Substring.UnicodeScalarView
    if script.utf8.count == 44, script.utf8.starts(with: "0014".utf8) {
      hash = script.unicodeScalars.dropFirst(4)
    } else if script.utf8.count == 50, script.utf8.starts(with: "76a914".utf8),
      script.utf8.reversed().starts(with: "88ac".utf8.reversed())
    {
      hash = script.unicodeScalars.dropFirst(6).dropLast(4)
    } else {
      return nil
    }
    let decoded = try await rpc.result("decodescript", [.string("76a914\(String(hash))88ac")], on: .node)
    // A list in versions before 22 of Bitcoin Core.
    guard let address = decoded["address"]?.stringValue ?? decoded["addresses"]?.arrayValue?.first?.stringValue else {
      throw .protocolViolation(code: nil)
    }
    return address
  }

  /// The address under which a public key in hexadecimal signs; `nil` for what is no key.
  func signingAddress(publicKey: String) async throws(WalletError) -> String? {
    let descriptor: JSONValue
    switch try await rpc.call("getdescriptorinfo", [.string("pkh(\(publicKey))")], on: .node) {
    case .result(let value): descriptor = try value.member("descriptor")
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
    guard let address = try await rpc.result("deriveaddresses", [descriptor], on: .node).elements().first?.stringValue
    else { throw .protocolViolation(code: nil) }
    return address
  }

  /// The address under which the key signs that unlocks an input, as the daemon decodes it; `nil` where it is not one
  /// key alone. Only for inputs that the network has accepted: a transaction id does not cover the witnesses.
  func signingAddress(input: JSONValue) async throws(WalletError) -> String? {
    let pushes: [String]
    if let witness = input["txinwitness"]?.arrayValue {
      pushes = witness.compactMap(\.stringValue)
    } else {
      // Inputs of extension blocks and those of new coins have none.
      pushes = (input["scriptSig"]?["asm"]?.stringValue ?? "").unicodeScalars.split(separator: " ").map(String.init)
    }
    guard pushes.count == 2, [66, 130].contains(pushes[1].utf8.count), JSONValue.isHexadecimal(pushes[1]) else {
      return nil
    }
    return try await signingAddress(publicKey: pushes[1])
  }

  /// A signature of the wallet's key.
  ///
  /// - Throws: ``WalletError/cannotProve`` where it has not the key, or will not sign with it in this form.
  func signature(of message: String, by signingAddress: String) async throws(WalletError) -> String {
    switch try await rpc.call("signmessage", [.string(signingAddress), .string(message)]) {
    case .result(let value):
      guard let signature = value.stringValue else { throw .protocolViolation(code: nil) }
      return signature
    case .failure(let failure) where [-3, -4, DaemonFailure.invalidAddressOrKey].contains(failure.code):
      throw .cannotProve
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Whether a signature is one of this message.
  ///
  /// - Throws: ``WalletError/malformedProof`` for a text that is no signature.
  func isSigned(_ message: String, by signingAddress: String, _ signature: String) async throws(WalletError) -> Bool {
    // 65 bytes in Base64. The daemon calls shorter ones wrong, not malformed.
    guard signature.utf8.count == 88, signature.utf8.reversed().starts(with: "=".utf8.reversed()) else {
      throw .malformedProof
    }
    let parameters: [JSONValue] = [.string(signingAddress), .string(signature), .string(message)]
    switch try await rpc.call("verifymessage", parameters, on: .node) {
    case .result(let value):
      guard let isSigned = value.boolValue else { throw .protocolViolation(code: nil) }
      return isSigned
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: throw .malformedProof
    case .failure(let failure) where failure.code == -3 && failure.message.contains("ase64"): throw .malformedProof
    case .failure(let failure): throw failure.walletError
    }
  }
}
