package import WalletBackend

/// The version that a wallet's program tells: `4.3.4`, `v24.11.1`, `0.18.3-beta`. A part without a number counts as zero.
package struct DaemonVersion: Sendable {
  private let numbers: [Int]

  /// Reads the text of a version.
  package init(_ text: String) {
    numbers = text.utf8.drop { $0 == UInt8(ascii: "v") }.split(separator: UInt8(ascii: ".")).map { part in
      Int(String(decoding: part.prefix { (0x30...0x39).contains($0) }, as: UTF8.self)) ?? 0
    }
  }

  /// Whether it is not older than another one.
  package func isAtLeast(_ oldest: [Int]) -> Bool { !numbers.lexicographicallyPrecedes(oldest) }
}

extension WalletProblem {
  /// Refuses a program that is older than the backend was written for, by the version that it tells.
  ///
  /// - Throws: ``tooOld(found:needed:_:)``.
  package static func requireVersion(
    _ found: String, from oldest: [Int], _ endpoint: WalletEndpoint
  ) throws(WalletProblem) {
    guard !DaemonVersion(found).isAtLeast(oldest) else { return }
    let needed = oldest.map(String.init).joined(separator: ".")
    throw .tooOld(found: shown(found), needed: needed, endpoint)
  }
}
