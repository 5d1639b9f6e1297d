import Statements

/// Draws the flow of a period: incoming money above a line, outgoing money below it, and under that the balance.
struct PDFChart {
  static let height = 174.0

  let chart: FlowChart
  let canvas: PDFCanvas
  let x: Double
  let y: Double

  private let axisWidth = 52.0
  private let flowHeight = 76.0
  private let balanceHeight = 36.0

  private var plotLeft: Double { x + axisWidth }
  private var plotWidth: Double { PDFStyle.right - plotLeft }
  private var slot: Double { plotWidth / Double(chart.bars.count) }

  func draw() {
    canvas.write("Flow per \(chart.unit.rawValue)", PDFStyle.heading, x: x, y: y)
    drawLegend()
    let top = y + 22
    drawFlow(top: top)
    drawBalance(top: top + flowHeight + 18)
    drawDays(y: top + flowHeight + 18 + balanceHeight + 4)
  }

  private func drawLegend() {
    let entries = [("Balance", PDFColor.balance), ("Out and fees", .outgoing), ("In", .incoming)]
    var end = PDFStyle.right
    for (word, color) in entries {
      let width = canvas.width(word, PDFStyle.label)
      canvas.write(word, PDFStyle.label, .muted, x: end - width, y: y + 2.5)
      canvas.fill(x: end - width - 11, y: y + 4, width: 7, height: 6, color)
      end -= width + 24
    }
  }

  private func drawFlow(top: Double) {
    let most = (incoming: chart.bars.map(\.incoming).max() ?? 0, outgoing: chart.bars.map(\.outgoing).max() ?? 0)
    let (up, down) = (AxisMark(above: most.incoming), AxisMark(above: most.outgoing))
    let total = max(up.value + down.value, .leastNonzeroMagnitude)
    // A side with little flow keeps some room for its label.
    let share = min(max(up.value / total, most.incoming > 0 ? 0.12 : 0), most.outgoing > 0 ? 0.88 : 1)
    let zero = top + flowHeight * share
    grid(at: zero, "0")
    if most.incoming > 0 { grid(at: top, up.text) }
    if most.outgoing > 0 { grid(at: top + flowHeight, "\u{2212}" + down.text) }
    let bar = min(slot * 0.72, 16)
    for (index, entry) in chart.bars.enumerated() {
      let left = plotLeft + slot * (Double(index) + 0.5) - bar / 2
      let above = up.value > 0 ? entry.incoming / up.value * (zero - top) : 0
      let below = down.value > 0 ? entry.outgoing / down.value * (top + flowHeight - zero) : 0
      if above > 0 { canvas.fill(x: left, y: zero - above, width: bar, height: above, .incoming) }
      if below > 0 { canvas.fill(x: left, y: zero, width: bar, height: below, .outgoing) }
    }
    canvas.line([(plotLeft, zero), (PDFStyle.right, zero)], width: 0.8, .muted)
  }

  private func drawBalance(top: Double) {
    let values = [chart.opening] + chart.bars.map(\.balance)
    let high = AxisMark(above: max(values.max() ?? 0, 0))
    let low = AxisMark(above: max(-(values.min() ?? 0), 0))
    let span = max(high.value + low.value, .leastNonzeroMagnitude)
    func place(_ value: Double) -> Double { top + (high.value - value) / span * balanceHeight }
    grid(at: place(0), "0")
    // A label needs some height. A mark too close to the zero line has no label.
    if place(0) - top > 8 { grid(at: top, high.text) }
    if top + balanceHeight - place(0) > 8 { grid(at: top + balanceHeight, "\u{2212}" + low.text) }
    var points = [(x: plotLeft, y: place(chart.opening))]
    for (index, entry) in chart.bars.enumerated() {
      points.append((plotLeft + slot * (Double(index) + 0.5), place(entry.balance)))
    }
    if let last = points.last { points.append((PDFStyle.right, last.y)) }
    canvas.line(points, width: 1.3, .balance)
  }

  private func drawDays(y: Double) {
    let count = chart.bars.count
    let marks = count < 3 ? Array(0..<count) : [0, count / 2, count - 1]
    for mark in marks {
      let center = plotLeft + slot * (Double(mark) + 0.5)
      let width = 70.0
      let left = min(max(center - width / 2, plotLeft), PDFStyle.right - width)
      let alignment: PDFCanvas.Alignment =
        left == plotLeft && count > 2 ? .left : left == PDFStyle.right - width && count > 2 ? .right : .center
      canvas.write(
        chart.bars[mark].day, PDFStyle.label, .muted, x: left, y: y, width: width, alignment)
    }
  }

  private func grid(at height: Double, _ label: String) {
    canvas.line([(plotLeft, height), (PDFStyle.right, height)], width: 0.4)
    canvas.write(label, PDFStyle.label, .muted, x: x, y: height - 5, width: axisWidth - 6, .right)
  }
}

/// The smallest round number at or above a value: 1, 2 or 5 times a power of ten.
struct AxisMark {
  let value: Double
  let text: String

  init(above least: Double) {
    guard least > 0, least.isFinite else {
      (value, text) = (0, "0")
      return
    }
    var power = 0
    var unit = 1.0
    while unit * 10 <= least, power < 40 { (unit, power) = (unit * 10, power + 1) }
    while unit > least, power > -40 { (unit, power) = (unit / 10, power - 1) }
    // The tolerance keeps rounding errors of the divisions above from raising the mark.
    let digit = [1, 2, 5].first { Double($0) * unit >= least * 0.999_999 } ?? 10
    value = Double(digit) * unit
    let zeros = { (count: Int) in String(repeating: "0", count: count) }
    let shown = digit == 10 ? (digit: 1, power: power + 1) : (digit: digit, power: power)
    text = shown.power >= 0 ? "\(shown.digit)" + zeros(shown.power) : "0." + zeros(-shown.power - 1) + "\(shown.digit)"
  }
}
