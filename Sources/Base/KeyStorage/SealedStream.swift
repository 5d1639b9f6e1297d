package import Cryptography
import Platform

/// Why a sealed stream was not written or opened.
package enum SealedStreamError: Error, Sendable, Hashable {
  /// It is another passphrase than that with which the stream was sealed.
  case wrongPassphrase
  /// The stream was cut or changed, or is of a later version.
  case damaged
  /// The input cannot be read, or the output not written, with the number of the system's error.
  case system(Int32)
  /// The cryptographic library failed.
  case cryptography
}

/// A stream of bytes of any length, sealed with a passphrase, as of a backup. It is sealed and opened in parts, so that it
/// never has to be in memory as a whole.
///
/// The head has the 16 bytes `payport/sealed/1`, N, r and p of scrypt (RFC 7914) as big-endian numbers of 32 bits, 32 bytes
/// of salt, the SHA-256 of all that, and a tag, which tells a wrong passphrase from damage. Then parts of 65,536 bytes
/// follow, of which the last one has fewer, also none, each sealed with ChaCha20-Poly1305 (RFC 8439) and followed by its
/// tag. The nonce is the number of the part, from 1; the nonce 0 is that of the head's tag. Authenticated with each part is
/// the head, and a byte that is 1 for the last part and 0 for the others, so that a stream that was cut, or whose parts are
/// in another order, is not opened.
package enum SealedStream {
  private static let magic = Array("payport/sealed/1".utf8)
  private static let saltCount = 32
  private static let fixedCount = magic.count + 12 + saltCount
  private static let headCount = fixedCount + SHA256.byteCount + ChaCha20Poly1305.tagByteCount
  private static let partCount = 1 << 16

  /// Whether a file begins like a sealed stream. What cannot be read at any place, such as a pipe, is none.
  package static func begins(_ file: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: magic.count)
    return pread(file, &bytes, bytes.count, 0) == bytes.count && bytes == magic
  }

  /// Seals what is read from a descriptor until its end.
  ///
  /// - Throws: ``SealedStreamError``. What was written then is of no use.
  package static func seal(
    from input: Int32, to output: Int32, with passphrase: SecretBytes, cost: Scrypt = .keyFile,
    random: any RandomSource = SystemRandom()
  ) throws(SealedStreamError) {
    let (head, box) = try cryptographic { () throws(CryptographyError) in
      let fixed = magic + cost.stored + (try random.bytes(count: saltCount))
      let box = try ChaCha20Poly1305(
        key: cost.derive(from: passphrase, salt: Array(fixed.suffix(saltCount)), count: 32))
      return (fixed + (try SHA256.hash(fixed)), box)
    }
    let tag = try cryptographic { () throws(CryptographyError) in
      try box.seal([], nonce: .init(counter: 0), authenticating: head)
    }
    try write(head + tag, to: output)
    var number: UInt64 = 1
    while true {
      let part = try read(partCount, from: input)
      let isLast = part.count < partCount
      let sealed = try cryptographic { () throws(CryptographyError) in
        try box.seal(part, nonce: .init(counter: number), authenticating: head + [isLast ? 1 : 0])
      }
      try write(sealed, to: output)
      if isLast { return }
      number += 1
    }
  }

  /// Opens a sealed stream and passes on what is in it. Whoever takes that must not use it before this has returned,
  /// since only the end tells that nothing is missing.
  ///
  /// - Parameters:
  ///   - passphrase: asked with the number of wrong answers so far; `nil` for no further attempt.
  ///   - take: is given the content in its order.
  /// - Throws: ``SealedStreamError``, and what `take` throws.
  package static func open(
    _ input: Int32, passphrase: (_ attempt: Int) throws -> SecretBytes?, take: ([UInt8]) throws -> Void
  ) throws {
    let whole = try read(headCount, from: input)
    guard whole.count == headCount, whole.starts(with: magic) else { throw SealedStreamError.damaged }
    let (fixed, head) = (Array(whole.prefix(fixedCount)), Array(whole.dropLast(ChaCha20Poly1305.tagByteCount)))
    guard let sum = try? SHA256.hash(fixed), Array(head.suffix(SHA256.byteCount)) == sum,
      let cost = Scrypt(stored: Array(fixed[magic.count..<magic.count + 12]))
    else { throw SealedStreamError.damaged }
    let box = try cipher(
      cost, fixed: fixed, head: head, tag: Array(whole.suffix(ChaCha20Poly1305.tagByteCount)), passphrase)
    var number: UInt64 = 1
    while true {
      let sealed = try read(partCount + ChaCha20Poly1305.tagByteCount, from: input)
      let isLast = sealed.count < partCount + ChaCha20Poly1305.tagByteCount
      let part: [UInt8]
      do throws(CryptographyError) {
        part = try box.open(sealed, nonce: .init(counter: number), authenticating: head + [isLast ? 1 : 0])
      } catch {
        throw error == .libraryFailure ? SealedStreamError.cryptography : .damaged
      }
      try take(part)
      if isLast { return }
      number += 1
    }
  }

  private static func cipher(
    _ cost: Scrypt, fixed: [UInt8], head: [UInt8], tag: [UInt8],
    _ passphrase: (_ attempt: Int) throws -> SecretBytes?
  ) throws -> ChaCha20Poly1305 {
    var attempt = 0
    while let typed = try passphrase(attempt) {
      let box = try cryptographic { () throws(CryptographyError) in
        try ChaCha20Poly1305(key: cost.derive(from: typed, salt: Array(fixed.suffix(saltCount)), count: 32))
      }
      if (try? box.open(tag, nonce: .init(counter: 0), authenticating: head)) != nil { return box }
      attempt += 1
    }
    throw SealedStreamError.wrongPassphrase
  }

  private static func cryptographic<T>(
    _ body: () throws(CryptographyError) -> T
  ) throws(SealedStreamError) -> T {
    do throws(CryptographyError) { return try body() } catch { throw .cryptography }
  }

  /// Reads so many bytes, or fewer at the end.
  private static func read(_ count: Int, from input: Int32) throws(SealedStreamError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = bytes.withUnsafeMutableBytes {
        systemRead(input, UnsafeMutableRawBufferPointer(rebasing: $0[filled...]))
      }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw .system(errno) }
      if got == 0 { break }
      filled += got
    }
    return Array(bytes.prefix(filled))
  }

  private static func write(_ bytes: [UInt8], to output: Int32) throws(SealedStreamError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { systemWrite(output, UnsafeRawBufferPointer(rebasing: $0[written...])) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .system(errno) }
      written += count
    }
  }
}
