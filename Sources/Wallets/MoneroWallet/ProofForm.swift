import WalletBackend

/// Checks of the form of Monero's proofs, made before the wallet is asked. The wallet's errors do not tell whether a
/// text is malformed or only proves something else.
///
/// Only second-version proofs are accepted, because first-version proofs can be forged for other transactions and keys.
enum ProofForm {
  /// Returns who has signed a proof of a payment, according to its form.
  static func payment(_ text: String) throws(WalletError) -> ProofSigner {
    for (prefix, signer) in [("OutProofV2", ProofSigner.payer), ("InProofV2", .payee)] {
      guard let body = body(of: text, after: prefix) else { continue }
      // For each key of the transaction there are a shared secret of 32 bytes and a signature of 64 bytes, encoded
      // separately.
      guard !body.isEmpty, body.count.isMultiple(of: 132), MoneroBase58.decoded(body) != nil else {
        throw .malformedProof
      }
      return signer
    }
    throw .malformedProof
  }

  static func signature(_ text: String) throws(WalletError) {
    guard let body = body(of: text, after: "SigV2"), body.count == 88, MoneroBase58.decoded(body) != nil else {
      throw .malformedProof
    }
  }

  /// Checks the form of a proof of reserves. It is a list of outputs with two signatures each, followed by a list of
  /// the keys of their addresses with a signature each.
  static func reserve(_ text: String) throws(WalletError) {
    guard let body = body(of: text, after: "ReserveProofV2"), let bytes = MoneroBase58.decoded(body) else {
      throw .malformedProof
    }
    var rest = bytes[...]
    let isWhole =
      list(&rest) { rest in
        // An entry has a version, a transaction, the index of an output, a shared secret, a key image and two
        // signatures.
        number(&rest) == 0 && skip(32, &rest) && number(&rest) != nil && skip(32 + 32 + 64 + 64, &rest)
      }
      && list(&rest) { rest in number(&rest) == 2 && skip(32 + 64, &rest) }
    guard isWhole, rest.isEmpty else { throw .malformedProof }
  }

  private static func body(of text: String, after prefix: String) -> Substring.UTF8View? {
    text.utf8.starts(with: prefix.utf8) ? text.utf8.dropFirst(prefix.utf8.count) : nil
  }

  private static func list(
    _ rest: inout ArraySlice<UInt8>, _ element: (inout ArraySlice<UInt8>) -> Bool
  ) -> Bool {
    guard let count = number(&rest), count > 0 else { return false }
    var left = count
    while left > 0, element(&rest) { left -= 1 }
    return left == 0
  }

  /// Reads a variable-length integer: seven bits in each byte, the low ones first; the eighth bit is set if more
  /// follow.
  private static func number(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 63, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private static func skip(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> Bool {
    guard rest.count >= count else { return false }
    rest = rest.dropFirst(count)
    return true
  }
}

/// Monero's Base58: each block of 8 bytes becomes 11 characters, and a shorter last block becomes fewer
/// (`src/common/base58.cpp`).
enum MoneroBase58 {
  private static let alphabet = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".utf8)
  /// The number of characters for blocks of 0 to 8 bytes.
  private static let sizes = [0, 2, 3, 5, 6, 7, 9, 10, 11]

  /// Decodes a text; `nil` if it is not the encoding of any bytes.
  static func decoded(_ text: Substring.UTF8View) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = text
    while !rest.isEmpty {
      let block = rest.prefix(11)
      rest = rest.dropFirst(11)
      guard let size = sizes.firstIndex(of: block.count) else { return nil }
      var value: UInt128 = 0
      for character in block {
        guard let digit = alphabet.firstIndex(of: character) else { return nil }
        value = value * 58 + UInt128(digit)
      }
      guard value >> UInt128(8 * size) == 0 else { return nil }
      for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: value >> UInt128(8 * index))) }
    }
    return bytes
  }
}
