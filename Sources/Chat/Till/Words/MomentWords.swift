import PaymentsModel

/// Moments and names for customers, who may be in any time zone.
enum MomentWords {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The moment to the minute, such as `23 Nov 2026, 14:05 UTC`.
  static func text(_ moment: Timestamp) -> String {
    let digits = Array(moment.text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let month = Int(part(5..<7)).flatMap { months.indices.contains($0 - 1) ? months[$0 - 1] : nil } ?? part(5..<7)
    return "\(Int(part(8..<10)) ?? 0) \(month) \(part(0..<4)), \(part(11..<16)) UTC"
  }
}
