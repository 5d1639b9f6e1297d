/// A range of versions, written as `1` or `1-3`.
public struct VersionRange: Sendable, Hashable {
  /// The lowest version.
  public let lowest: Int
  /// The highest version.
  public let highest: Int

  /// Makes a range of one version.
  public init(_ version: Int) {
    lowest = version
    highest = version
  }

  /// Makes a range. If the highest version is below the lowest, it is set to the lowest.
  public init(_ lowest: Int, through highest: Int) {
    self.lowest = lowest
    self.highest = max(lowest, highest)
  }

  /// Parses `N` or `N-M` with 1 ≤ N ≤ M ≤ 9999; nil for any other text.
  public init?(_ text: String) {
    let parts = text.unicodeScalars.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    let digits = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    guard (1...2).contains(parts.count), digits, let first = parts.first, let low = Int(first),
      let last = parts.last, let high = Int(last), low >= 1, low <= high, high <= 9999
    else { return nil }
    lowest = low
    highest = high
  }

  /// Whether a version is in the range.
  public func contains(_ version: Int) -> Bool {
    (lowest...highest).contains(version)
  }

  /// The highest version in both ranges; nil if they have none in common.
  public func highest(sharedWith other: VersionRange) -> Int? {
    let version = min(highest, other.highest)
    return contains(version) && other.contains(version) ? version : nil
  }
}

extension VersionRange: CustomStringConvertible {
  /// The text of the range, such as `1` or `1-3`.
  public var description: String { lowest == highest ? "\(lowest)" : "\(lowest)-\(highest)" }
}

extension VersionRange: Codable {
  /// Decodes the text of a range.
  ///
  /// - Throws: `DecodingError` if the text is not a range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let range = VersionRange(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "a version range is N or N-M")
    }
    self = range
  }

  /// Encodes the text of the range.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
