package import PaymentsModel

/// Moments for customers, in the time zone of the shop.
package enum MomentWords {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The moment to the minute, such as `23 Nov 2026, 15:05 Berlin time` or `23 Nov 2026, 14:05 UTC`.
  static func text(_ moment: Timestamp, in zone: ShopZone) -> String {
    "\(day(moment, in: zone)), \(time(moment, in: zone)) \(zone.label)"
  }

  /// The day, such as `23 Nov 2026`.
  package static func day(_ moment: Timestamp, in zone: ShopZone) -> String {
    let digits = Array(zone.shown(moment).text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    let month = Int(part(5..<7)).flatMap { months.indices.contains($0 - 1) ? months[$0 - 1] : nil } ?? part(5..<7)
    return "\(Int(part(8..<10)) ?? 0) \(month) \(part(0..<4))"
  }

  /// The time of day to the minute, such as `15:05`.
  static func time(_ moment: Timestamp, in zone: ShopZone) -> String {
    String(decoding: Array(zone.shown(moment).text.utf8)[11..<16], as: UTF8.self)
  }
}
