import DisplayText
package import PaymentsModel

/// Moments for customers, and for the people of the shop, in the time zone of the shop.
package enum MomentWords {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// The moment to the minute, such as `23 Nov 2026, 15:05 Berlin time` or `23 Nov 2026, 14:05 UTC`.
  static func text(_ moment: Timestamp, in zone: ShopZone) -> String {
    "\(day(moment, in: zone)), \(time(moment, in: zone)) \(zone.label)"
  }

  /// The day, such as `23 Nov 2026`.
  static func day(_ moment: Timestamp, in zone: ShopZone) -> String {
    let (day, month, year) = parts(moment, in: zone)
    return "\(day) \(months.indices.contains(month - 1) ? months[month - 1] : String(month)) \(year)"
  }

  /// The day in the language of the people of the shop.
  package static func localizedDay(_ moment: Timestamp, in zone: ShopZone) -> String {
    let (day, month, year) = parts(moment, in: zone)
    return switch month {
    case 1: localized("\(day) Jan \(year)")
    case 2: localized("\(day) Feb \(year)")
    case 3: localized("\(day) Mar \(year)")
    case 4: localized("\(day) Apr \(year)")
    case 5: localized("\(day) May \(year)")
    case 6: localized("\(day) Jun \(year)")
    case 7: localized("\(day) Jul \(year)")
    case 8: localized("\(day) Aug \(year)")
    case 9: localized("\(day) Sep \(year)")
    case 10: localized("\(day) Oct \(year)")
    case 11: localized("\(day) Nov \(year)")
    default: localized("\(day) Dec \(year)")
    }
  }

  private static func parts(_ moment: Timestamp, in zone: ShopZone) -> (day: Int, month: Int, year: String) {
    let digits = Array(zone.shown(moment).text.utf8)
    func part(_ range: Range<Int>) -> String { String(decoding: digits[range], as: UTF8.self) }
    return (Int(part(8..<10)) ?? 0, Int(part(5..<7)) ?? 0, part(0..<4))
  }

  /// The time of day to the minute, such as `15:05`.
  static func time(_ moment: Timestamp, in zone: ShopZone) -> String {
    String(decoding: Array(zone.shown(moment).text.utf8)[11..<16], as: UTF8.self)
  }
}
