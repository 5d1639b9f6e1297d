import JSON
import WalletBackend

/// `signmessage` and `verifymessage` accept only addresses of public key hashes. A segregated witness address with one
/// key contains the same hash in another form. So the key has an address of either form, and the daemon uses one key
/// for both.
extension BitcoinWallet {
  /// Returns the address under which the key of an output script signs; `nil` if the script is not that of a single
  /// key.
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
    // Bitcoin Core before version 22 returns a list.
    guard let address = decoded["address"]?.stringValue ?? decoded["addresses"]?.arrayValue?.first?.stringValue else {
      throw .protocolViolation(code: nil)
    }
    return address
  }

  /// Returns the address under which a public key, in hexadecimal, signs; `nil` if the text is no key.
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

  /// Returns the address under which the key of an input signs; `nil` if the input is not unlocked by a single key. The
  /// input is as the daemon decodes it. It must come from a transaction that the network has accepted, because a
  /// transaction id does not cover the witnesses.
  func signingAddress(input: JSONValue) async throws(WalletError) -> String? {
    let pushes: [String]
    if let witness = input["txinwitness"]?.arrayValue {
      pushes = witness.compactMap(\.stringValue)
    } else {
      // Inputs of extension blocks and of coinbase transactions have no such script.
      pushes = (input["scriptSig"]?["asm"]?.stringValue ?? "").unicodeScalars.split(separator: " ").map(String.init)
    }
    guard pushes.count == 2, [66, 130].contains(pushes[1].utf8.count), JSONValue.isHexadecimal(pushes[1]) else {
      return nil
    }
    return try await signingAddress(publicKey: pushes[1])
  }

  /// Signs a message with a key of the wallet.
  ///
  /// - Throws: ``WalletError/cannotProve`` if the wallet does not have the key, or cannot sign with it in this form.
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

  /// Returns whether a signature is valid for a message.
  ///
  /// - Throws: ``WalletError/malformedProof`` if the text is no signature.
  func isSigned(_ message: String, by signingAddress: String, _ signature: String) async throws(WalletError) -> Bool {
    // A signature is 65 bytes in Base64. The daemon reports a shorter one as wrong, not as malformed.
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
