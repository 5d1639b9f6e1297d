/// Sizes in points (1/72 inch) of an A4 page, and colours that stay readable on a black and white printer.
enum PDFStyle {
  static let pageWidth = 595.28
  static let pageHeight = 841.89
  static let left = 45.0
  static let right = 550.28
  static let top = 45.0
  /// The vertical position where the content of a page ends.
  static let bottom = 790.0
  static var width: Double { right - left }

  static let title = PDFFont(size: 19, isBold: true)
  static let heading = PDFFont(size: 10, isBold: true)
  static let label = PDFFont(size: 7.5)
  static let value = PDFFont(size: 9)
  static let amount = PDFFont(size: 8.5)
  static let tableHead = PDFFont(size: 8, isBold: true)
  static let detail = PDFFont(size: 7)
  static let total = PDFFont(size: 10.5, isBold: true)
}

/// A size and weight of the only font family.
struct PDFFont: Sendable, Hashable {
  /// The size in points.
  let size: Double
  var isBold = false
}

struct PDFColor: Sendable {
  let red: Double
  let green: Double
  let blue: Double

  static let text = PDFColor(red: 0.1, green: 0.11, blue: 0.13)
  static let muted = PDFColor(red: 0.38, green: 0.4, blue: 0.44)
  static let rule = PDFColor(red: 0.78, green: 0.8, blue: 0.83)
  static let shade = PDFColor(red: 0.945, green: 0.95, blue: 0.96)
  static let incoming = PDFColor(red: 0.07, green: 0.45, blue: 0.5)
  static let outgoing = PDFColor(red: 0.87, green: 0.55, blue: 0.25)
  static let balance = PDFColor(red: 0.2, green: 0.25, blue: 0.45)
}
