import PaymentsAPI
import Statements

/// The table of a section: it computes the columns and the height of each row, and draws the rows.
struct PDFTable {
  static let headHeight = 18.0
  private static let gap = 9.0
  private static let linesOfDescription = 4

  /// The cells of one row as they are drawn.
  struct Row {
    let cells: [String]
    let description: String
    let names: String
    let height: Double
  }

  let rows: [Row]
  private let dateWidth: Double
  /// The right edges of the four columns with amounts.
  private let edges: [Double]
  private let widths: [Double]
  private let detailLeft: Double

  init(_ section: StatementSection, on canvas: PDFCanvas) {
    let amounts = AmountColumn(section)
    let heads = Self.heads
    let texts = section.rows.map { row in
      [
        amounts.textUnlessZero(row.incoming), amounts.textUnlessZero(row.outgoing), amounts.textUnlessZero(row.fee),
        amounts.text(row.balance),
      ]
    }
    // All digits have the same width, so that the longest text is also the widest.
    let widths = (0..<4).map { column in
      let longest = texts.lazy.map { $0[column] }.max { $0.utf8.count < $1.utf8.count } ?? ""
      return max(canvas.width(longest, PDFStyle.amount), canvas.width(heads[column + 2], PDFStyle.tableHead)) + 1
    }
    var edges: [Double] = []
    var edge = PDFStyle.right - 4
    for width in widths.reversed() {
      edges.insert(edge, at: 0)
      edge -= width + Self.gap
    }
    self.widths = widths
    self.edges = edges
    dateWidth = canvas.width("2026-12-31 23:59", PDFStyle.amount) + Self.gap
    let detailLeft = PDFStyle.left + 4 + dateWidth
    self.detailLeft = detailLeft
    rows = zip(section.rows, texts).map { row, texts in
      let claims = StatementWords.safe(row.claims.joined(separator: ": "))
      let safe = [claims, StatementWords.recipient(row) ?? ""].filter { !$0.isEmpty }.joined(separator: "   ")
      let height =
        safe.isEmpty
        ? 0
        : canvas.height(
          safe, PDFStyle.detail, width: PDFStyle.right - detailLeft - 4, lines: Self.linesOfDescription)
      return Row(
        cells: [StatementWords.minute(row.localAt), StatementWords.kind(row.kind)] + texts, description: safe,
        names: StatementWords.safe("\(row.objectID)   \(row.transactionID)"),
        height: 13.5 + height + (height > 0 ? 2 : 0) + 9 + 6)
    }
  }

  private static let heads = ["Date", "What", "In", "Out", "Fee", "Balance"]

  func drawHead(on canvas: PDFCanvas, y: Double) {
    canvas.fill(x: PDFStyle.left, y: y, width: PDFStyle.width, height: Self.headHeight - 2, .shade)
    for (index, head) in Self.heads.enumerated() {
      cell(head, column: index, PDFStyle.tableHead, on: canvas, y: y + 3)
    }
  }

  func draw(_ row: Row, on canvas: PDFCanvas, y: Double) {
    for (index, text) in row.cells.enumerated() where !text.isEmpty {
      cell(text, column: index, PDFStyle.amount, on: canvas, y: y + 1.5)
    }
    let width = PDFStyle.right - detailLeft - 4
    let below = y + 14
    let namesAt = y + row.height - 14.5
    if !row.description.isEmpty {
      canvas.write(
        row.description, PDFStyle.detail, x: detailLeft, y: below, width: width, lines: Self.linesOfDescription)
    }
    canvas.write(row.names, PDFStyle.detail, .muted, x: detailLeft, y: namesAt, width: width)
    canvas.line([(PDFStyle.left, y + row.height - 1.5), (PDFStyle.right, y + row.height - 1.5)], width: 0.4)
  }

  private func cell(_ text: String, column: Int, _ font: PDFFont, on canvas: PDFCanvas, y: Double) {
    switch column {
    case 0: canvas.write(text, font, x: PDFStyle.left + 4, y: y)
    case 1: canvas.write(text, font, x: detailLeft, y: y)
    default:
      let width = widths[column - 2]
      canvas.write(text, font, x: edges[column - 2] - width, y: y, width: width, .right)
    }
  }
}
