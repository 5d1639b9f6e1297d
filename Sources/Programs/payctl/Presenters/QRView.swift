import PaymentURI
import TerminalUI

/// A QR code under a result, where a person can see it.
struct QRView {
  let terminal: Terminal
  /// What the command line wants; by default a code is drawn on a TTY.
  let isWanted: Bool?

  /// An empty line and the code of a payment URI, or a remark where it cannot be drawn.
  func lines(_ uri: String) -> [String] {
    guard isWanted ?? terminal.isTTY(.output) else { return [] }
    // One of a scheme that is only known to the provider is drawn as it is.
    let text = (try? PaymentURI(uri))?.codeText ?? uri
    do {
      // The lowest level gives the smallest code; a screen has no stains.
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
