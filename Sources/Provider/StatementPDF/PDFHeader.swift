import PaymentsAPI
import PaymentsModel
import Statements

/// The head of a section's first page: title, app and period.
struct PDFHeader {
  /// The vertical position where the header ends, in points.
  static let bottom = PDFStyle.top + 118

  let document: StatementDocument
  let canvas: PDFCanvas

  func draw(currency: String?) {
    canvas.write(StatementWords.title, PDFStyle.title, x: PDFStyle.left, y: PDFStyle.top - 4)
    let half = PDFStyle.width / 2
    let provider = document.provider
    let key = AppKey(rawValue: provider.providerID).fingerprint
    let facts = [
      ("Period", StatementWords.period(document)), ("Currency", currency ?? "all"),
      ("App", document.app.map { StatementWords.safe($0.name) } ?? "all apps"),
      ("Provider", StatementWords.safe(provider.name)),
      ("App's key", document.app.map { AppKey(rawValue: $0.key).fingerprint } ?? "–"), ("Provider's key", key),
      ("Time zone", StatementWords.safe(document.timeZone)),
      ("Made", "\(StatementWords.minute(document.madeAt.text)) UTC by \(StatementWords.safe(provider.software))"),
    ]
    for (index, fact) in facts.enumerated() {
      let x = PDFStyle.left + (index % 2 == 0 ? 0 : half)
      let y = PDFStyle.top + 34 + Double(index / 2) * 18
      canvas.write(fact.0, PDFStyle.label, .muted, x: x, y: y + 1.2)
      canvas.write(StatementWords.safe(fact.1), PDFStyle.value, x: x + 66, y: y, width: half - 76)
    }
  }
}

/// The sums of a section in a box.
struct PDFTotals {
  static let height = 66.0

  let section: StatementSection
  let canvas: PDFCanvas

  func draw(y: Double) {
    let amounts = AmountColumn(section)
    let hasTakenBack = section.takenBack.coefficient != 0
    let cells: [(label: String, text: String)] = [
      ("Opening balance", amounts.text(section.opening)), ("In", amounts.text(section.incoming)),
      ("Out", amounts.text(section.outgoing)), ("Fees", amounts.text(section.fees)),
      ("Closing balance", amounts.text(section.closing)),
    ]
    canvas.fill(x: PDFStyle.left, y: y, width: PDFStyle.width, height: 46, .shade)
    let width = PDFStyle.width / Double(cells.count)
    // All sums have the same size, which is small enough for the longest one.
    let widest = cells.map { canvas.width($0.text, PDFStyle.total) }.max() ?? 0
    let size = PDFStyle.total.size * min(1, (width - 14) / max(widest, 1))
    let font = PDFFont(size: size, isBold: true)
    for (index, cell) in cells.enumerated() {
      let x = PDFStyle.left + width * Double(index) + 8
      canvas.write(cell.label, PDFStyle.label, .muted, x: x, y: y + 7)
      canvas.write(cell.text, font, x: x, y: y + 19)
      if index > 0 { canvas.line([(x - 8, y + 7), (x - 8, y + 39)]) }
    }
    if hasTakenBack {
      let x = PDFStyle.left + width * 2 + 8
      canvas.write(
        "\(amounts.text(section.takenBack)) of it taken back", PDFFont(size: 6), .muted, x: x, y: y + 35,
        width: width - 10)
    }
  }
}
