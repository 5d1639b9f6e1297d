import CPangoCairo

/// A PDF file whose pages are drawn one after the other.
///
/// It owns the handles of Cairo and Pango, which no other type uses. Coordinates are in points from the upper left
/// corner.
final class PDFCanvas {
  /// The position of a text within its width.
  enum Alignment {
    case left, right, center
  }

  private final class Output {
    var bytes: [UInt8] = []
  }

  private let output = Output()
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private var fonts: [PDFFont: OpaquePointer] = [:]

  /// Metadata of the file.
  struct Metadata {
    let title: String
    let author: String
    let creator: String
    /// The creation time, RFC 3339 with seconds.
    let createdAt: String
  }

  /// Creates an empty file.
  ///
  /// - Throws: ``StatementPDFError``.
  init(_ metadata: Metadata) throws(StatementPDFError) {
    // The closure is called only while the surface exists. This object owns the surface and the output.
    guard
      let surface = cairo_pdf_surface_create_for_stream(
        { closure, bytes, count in
          guard let closure, let bytes else { return CAIRO_STATUS_WRITE_ERROR }
          Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().bytes
            .append(contentsOf: UnsafeBufferPointer(start: bytes, count: Int(count)))
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(output).toOpaque(), PDFStyle.pageWidth, PDFStyle.pageHeight),
      let context = cairo_create(surface)
    else { throw StatementPDFError.outOfMemory }
    guard let layout = pango_cairo_create_layout(context) else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw StatementPDFError.outOfMemory
    }
    self.surface = surface
    self.context = context
    self.layout = layout
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, metadata.title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, metadata.author)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, metadata.creator)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, metadata.createdAt)
    // Letters are placed for paper, without an alignment to the pixels of a screen.
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
    cairo_font_options_destroy(options)
    // Text of apps is drawn as a single paragraph from left to right, whatever characters it contains.
    pango_layout_set_single_paragraph_mode(layout, 1)
    pango_layout_set_auto_dir(layout, 0)
  }

  deinit {
    for font in fonts.values { pango_font_description_free(font) }
    g_object_unref(UnsafeMutableRawPointer(layout))
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Ends the page.
  func endPage() { cairo_show_page(context) }

  /// Finishes the file and returns its bytes.
  ///
  /// - Throws: ``StatementPDFError``.
  func finish() throws(StatementPDFError) -> [UInt8] {
    cairo_surface_finish(surface)
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw StatementPDFError.drawing(status: Int32(bitPattern: status.rawValue))
    }
    return output.bytes
  }

  // MARK: Text

  /// Returns the width of a text on one line.
  func width(_ text: String, _ font: PDFFont) -> Double {
    set(text, font, width: nil, lines: 1, .left)
    return size.width
  }

  /// Returns the height of a text in a given width, with at most `lines` lines.
  func height(_ text: String, _ font: PDFFont, width: Double, lines: Int) -> Double {
    set(text, font, width: width, lines: lines, .left)
    return size.height
  }

  /// Draws a text whose first line has its upper edge at `y`. Text that does not fit is cut off with `…`.
  func write(
    _ text: String, _ font: PDFFont, _ color: PDFColor = .text, x: Double, y: Double, width: Double? = nil,
    lines: Int = 1, _ alignment: Alignment = .left
  ) {
    set(text, font, width: width, lines: lines, alignment)
    setColor(color)
    cairo_move_to(context, x, y)
    pango_cairo_show_layout(context, layout)
  }

  private func set(_ text: String, _ font: PDFFont, width: Double?, lines: Int, _ alignment: Alignment) {
    pango_layout_set_font_description(layout, description(font))
    // Pango takes a negative height as a number of lines.
    pango_layout_set_width(layout, width.map { Int32($0 * Double(PANGO_SCALE)) } ?? -1)
    pango_layout_set_height(layout, Int32(-lines))
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_ellipsize(layout, width == nil ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END)
    switch alignment {
    case .left: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .right: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    }
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        pango_layout_set_text(layout, $0.baseAddress, Int32($0.count))
      }
    }
  }

  private var size: (width: Double, height: Double) {
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_size(layout, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }

  private func description(_ font: PDFFont) -> OpaquePointer? {
    if let known = fonts[font] { return known }
    guard let made = pango_font_description_new() else { return nil }
    pango_font_description_set_family(made, "DejaVu Sans, Verdana, sans-serif")
    pango_font_description_set_absolute_size(made, font.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(made, font.isBold ? PANGO_WEIGHT_BOLD : PANGO_WEIGHT_NORMAL)
    fonts[font] = made
    return made
  }

  // MARK: Lines and areas

  /// Fills a rectangle.
  func fill(x: Double, y: Double, width: Double, height: Double, _ color: PDFColor) {
    setColor(color)
    cairo_rectangle(context, x, y, width, height)
    cairo_fill(context)
  }

  /// Draws a line through points.
  func line(_ points: [(x: Double, y: Double)], width: Double = 0.6, _ color: PDFColor = .rule) {
    guard let first = points.first else { return }
    setColor(color)
    cairo_set_line_width(context, width)
    cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    cairo_move_to(context, first.x, first.y)
    for point in points.dropFirst() { cairo_line_to(context, point.x, point.y) }
    cairo_stroke(context)
  }

  private func setColor(_ color: PDFColor) {
    cairo_set_source_rgb(context, color.red, color.green, color.blue)
  }
}

/// The reason why no file was created.
package enum StatementPDFError: Error, Sendable, Equatable {
  /// The system has no memory left.
  case outOfMemory
  /// Cairo failed with this status (`cairo_status_t`).
  case drawing(status: Int32)
}
