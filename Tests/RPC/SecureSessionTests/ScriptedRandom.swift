import Cryptography
import Synchronization

/// A source that returns the given bytes once and then fails.
final class ScriptedRandom: RandomSource {
  private let rest: Mutex<[UInt8]>

  init(_ pieces: [UInt8]...) { rest = Mutex(pieces.flatMap { $0 }) }

  func fill(_ buffer: UnsafeMutableRawBufferPointer) throws(CryptographyError) {
    let taken = rest.withLock { rest -> [UInt8]? in
      guard rest.count >= buffer.count else { return nil }
      defer { rest.removeFirst(buffer.count) }
      return Array(rest.prefix(buffer.count))
    }
    guard let taken else { throw .randomnessUnavailable }
    buffer.copyBytes(from: taken)
  }
}
