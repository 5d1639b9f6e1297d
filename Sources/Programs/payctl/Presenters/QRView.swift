import PaymentURI
import TerminalUI

/// Draws a QR code under a result that a person sees.
struct QRView {
  let terminal: Terminal
  /// Whether the command line asks for a code or against it; `nil` means that it is drawn only on a terminal.
  let isWanted: Bool?

  /// Returns an empty line and the code of a payment URI, or a remark if the code cannot be drawn.
  func lines(_ uri: String) -> [String] {
    guard isWanted ?? terminal.isTTY(.output) else { return [] }
    // A URI with a scheme that only the provider knows is drawn unchanged.
    let text = (try? PaymentURI(uri))?.codeText ?? uri
    do throws(QRCode.Failure) {
      // The lowest correction level gives the smallest code, and a screen needs no error correction.
      let code = try QRCode(text, correction: .low)
      let style = QRCodeStyle.fitting(terminal)
      let columns = code.columns(style: style)
      if isWanted == nil, columns > terminal.width() {
        return ["", "(The window is too narrow for the QR code, which takes \(columns) columns.)"]
      }
      return [""] + code.lines(style: style)
    } catch {
      return ["", "(There is no QR code: the text is too long for one.)"]
    }
  }
}
