package import PaymentsAPI
import PaymentsCore
import PaymentsModel

/// The flow of a section as bars for equal spans of time. The number of bars is limited, so that they can be drawn.
package struct FlowChart: Sendable, Hashable {
  /// The span of time of a bar.
  package enum Unit: String, Sendable, Hashable {
    /// One day.
    case day
    /// Seven days.
    case week
    /// A calendar month.
    case month
    /// A calendar year.
    case year
  }

  /// One bar. Its values are in the currency's unit, inexact, and meant for drawing only.
  package struct Bar: Sendable, Hashable {
    /// The first day of the bar.
    package let day: String
    /// The money that came in.
    package var incoming = 0.0
    /// The money that went out, fees included.
    package var outgoing = 0.0
    /// The balance at the end of the bar.
    package var balance = 0.0
  }

  /// The span of time of each bar.
  package let unit: Unit
  /// The bars, oldest first, including those without flow.
  package let bars: [Bar]
  /// The balance before the first bar.
  package let opening: Double

  private static let most = 62

  /// Creates the chart of a section; `nil` if there was no flow. A period of more than ten years is cut to the years
  /// with flow.
  package init?(_ section: StatementSection, of document: StatementDocument) {
    guard let firstFlow = section.days.first.flatMap({ Self.number($0.day) }),
      let lastFlow = section.days.last.flatMap({ Self.number($0.day) }),
      var first = Self.number(String(document.fromLocal.unicodeScalars.prefix(10))),
      var last = Self.number(String(document.toLocal.unicodeScalars.prefix(10)))
    else { return nil }
    // A period that ends at midnight ends with the previous day.
    if document.toLocal.utf8.dropFirst(10).starts(with: "T00:00:00".utf8) { last -= 1 }
    if last - first > 3660 { (first, last) = (firstFlow, lastFlow) }
    first = min(first, firstFlow)
    last = max(last, lastFlow)
    let days = last - first + 1
    unit = days <= Int64(Self.most) ? .day : days <= Int64(Self.most) * 7 ? .week : days <= 1830 ? .month : .year
    opening = Self.double(section.opening)
    var bars: [Bar] = []
    var next = first
    while next <= last {
      bars.append(Bar(day: StatementBound.day(next).text))
      next = Self.start(after: next, unit)
    }
    var index = 0
    var balance = opening
    var starts = bars.map { Self.number($0.day) ?? 0 }
    starts.append(next)
    for day in section.days {
      guard let number = Self.number(day.day) else { continue }
      while index < bars.count - 1, starts[index + 1] <= number {
        bars[index].balance = balance
        index += 1
      }
      bars[index].incoming += Self.double(day.incoming)
      bars[index].outgoing += Self.double(day.outgoing) + Self.double(day.fees)
      balance = Self.double(day.balance)
    }
    for rest in index..<bars.count { bars[rest].balance = balance }
    self.bars = bars
  }

  private static func start(after day: Int64, _ unit: Unit) -> Int64 {
    let (year, month, _) = CivilDate.date(daysSinceEpoch: day)
    return switch unit {
    case .day: day + 1
    case .week: day + 7
    case .month:
      CivilDate.daysSinceEpoch(year: month == 12 ? year + 1 : year, month: month == 12 ? 1 : month + 1, day: 1)
    case .year: CivilDate.daysSinceEpoch(year: year + 1, month: 1, day: 1)
    }
  }

  private static func number(_ day: String) -> Int64? {
    guard case .day(let number)? = StatementBound(day) else { return nil }
    return number
  }

  private static func double(_ amount: DecimalAmount) -> Double { Double(amount.text) ?? 0 }
  private static func double(_ balance: SignedDecimal) -> Double { Double(balance.text) ?? 0 }
}
