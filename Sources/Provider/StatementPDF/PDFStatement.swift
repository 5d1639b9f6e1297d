package import PaymentsAPI
import PaymentsModel
import Statements

/// A statement as a PDF file of A4 pages with embedded fonts. Equal statements give equal files.
package enum PDFStatement {
  /// Returns the bytes of the file.
  ///
  /// - Throws: ``StatementPDFError``.
  package static func bytes(_ document: StatementDocument) throws(StatementPDFError) -> [UInt8] {
    let period = StatementWords.period(document)
    let canvas = try PDFCanvas(
      PDFCanvas.Metadata(
        title: "\(StatementWords.title), \(period)", author: StatementWords.safe(document.provider.name),
        creator: StatementWords.safe(document.provider.software),
        createdAt: String(document.madeAt.text.unicodeScalars.prefix(19)) + "Z"))
    let pages = PDFPages(document, on: canvas)
    pages.draw()
    return try canvas.finish()
  }
}

/// The pages of a statement. All pages are laid out before the first is drawn, so that each can show the number of
/// pages.
struct PDFPages {
  private struct Page {
    let section: Int
    let isFirst: Bool
    let rows: Range<Int>
  }

  private let document: StatementDocument
  private let canvas: PDFCanvas
  private let tables: [PDFTable]
  private let pages: [Page]

  init(_ document: StatementDocument, on canvas: PDFCanvas) {
    self.document = document
    self.canvas = canvas
    tables = document.sections.map { PDFTable($0, on: canvas) }
    var pages: [Page] = []
    for (index, table) in tables.enumerated() {
      var start = 0
      repeat {
        let isFirst = start == 0
        var y = isFirst ? Self.tableTop(document.sections[index], document) : PDFStyle.top + 26
        y += PDFTable.headHeight
        var end = start
        while end < table.rows.count, y + table.rows[end].height <= PDFStyle.bottom {
          y += table.rows[end].height
          end += 1
        }
        pages.append(Page(section: index, isFirst: isFirst, rows: start..<end))
        start = end
      } while start < table.rows.count
    }
    self.pages = pages
  }

  func draw() {
    if pages.isEmpty {
      PDFHeader(document: document, canvas: canvas).draw(currency: nil)
      canvas.write(
        "Nothing was received or paid in this period.", PDFStyle.value, x: PDFStyle.left, y: PDFHeader.bottom + 12)
      drawFoot(1, of: 1)
      canvas.endPage()
    }
    for (number, page) in pages.enumerated() {
      let (section, table) = (document.sections[page.section], tables[page.section])
      var y = PDFStyle.top + 26
      if page.isFirst {
        PDFHeader(document: document, canvas: canvas).draw(currency: StatementWords.currency(section))
        PDFTotals(section: section, canvas: canvas).draw(y: PDFHeader.bottom)
        if let chart = FlowChart(section, of: document) {
          PDFChart(chart: chart, canvas: canvas, x: PDFStyle.left, y: PDFHeader.bottom + PDFTotals.height).draw()
        }
        y = Self.tableTop(section, document)
      } else {
        drawRunningHead(section)
      }
      if table.rows.isEmpty {
        canvas.write("No payments in this period.", PDFStyle.value, x: PDFStyle.left, y: y)
      } else {
        table.drawHead(on: canvas, y: y)
        y += PDFTable.headHeight
        for row in table.rows[page.rows] {
          table.draw(row, on: canvas, y: y)
          y += row.height
        }
      }
      drawFoot(number + 1, of: pages.count)
      canvas.endPage()
    }
  }

  private static func tableTop(_ section: StatementSection, _ document: StatementDocument) -> Double {
    PDFHeader.bottom + PDFTotals.height + (section.days.isEmpty ? 0 : PDFChart.height)
  }

  private func drawRunningHead(_ section: StatementSection) {
    let text = "\(StatementWords.title)  ·  \(StatementWords.currency(section))  ·  \(StatementWords.period(document))"
    canvas.write(text, PDFStyle.label, .muted, x: PDFStyle.left, y: PDFStyle.top, width: 375)
    canvas.write(
      document.app.map { StatementWords.safe($0.name) } ?? "all apps", PDFStyle.label, .muted, x: PDFStyle.left + 385,
      y: PDFStyle.top, width: PDFStyle.width - 385, .right)
    canvas.line([(PDFStyle.left, PDFStyle.top + 14), (PDFStyle.right, PDFStyle.top + 14)])
  }

  private func drawFoot(_ page: Int, of count: Int) {
    let y = PDFStyle.bottom + 10
    canvas.line([(PDFStyle.left, y - 4), (PDFStyle.right, y - 4)])
    canvas.write(
      StatementWords.balanceNote, PDFStyle.label, .muted, x: PDFStyle.left, y: y, width: PDFStyle.width - 90)
    canvas.write(
      "Page \(page) of \(count)", PDFStyle.label, .muted, x: PDFStyle.right - 90, y: y, width: 90, .right)
  }
}
