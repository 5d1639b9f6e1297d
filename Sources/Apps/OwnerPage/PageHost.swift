import Cryptography
import Files
import JSON
import JSONRPC
package import OwnerAPI
import QRCodes

/// What shows the page, for the methods that the page asks of it and not of the owner's socket.
package struct PageHost: Sendable {
  /// How the page is shown.
  package enum Kind: String, Sendable {
    /// In a browser, by `payd page`.
    case browser
    /// In a window of its own.
    case window
  }

  private let kind: Kind
  private let version: String
  private let tools: PageTools?
  private let desktop: (any PageDesktop)?

  /// - Parameters:
  ///   - version: the version of the program.
  ///   - payd: does what is no method of the owner's socket; nil where nothing does.
  ///   - desktop: what a window can do and a browser cannot, or does itself.
  package init(_ kind: Kind, version: String, payd: PaydProgram? = nil, desktop: (any PageDesktop)? = nil) {
    self.kind = kind
    self.version = version
    self.desktop = desktop
    tools = payd.map { PageTools($0, desktop: desktop) }
  }

  /// Answers a method of the host, at once or when the owner has chosen.
  func answer(
    _ method: String, _ params: JSONValue, _ done: @escaping @Sendable (Result<Payload, RPCError>) -> Void
  ) {
    switch method {
    case "page.hello":
      let hasTools = tools?.areThere ?? false
      done(
        .success(.value(["host": .string(kind.rawValue), "version": .string(version), "tools": .bool(hasTools)])))
    case "page.qr": done(Self.symbol(of: params))
    case "page.save":
      guard let desktop else { return done(.failure(.methodNotFound)) }
      guard let file = PageDownload(params) else { return done(.failure(.invalidParams)) }
      desktop.place(for: file.name) { chosen in
        done(chosen.flatMap(file.write).map { .value(["saved": .bool($0)]) }.mapError(\.rpcError))
      }
    default:
      guard let tools else { return done(.failure(.methodNotFound)) }
      tools.answer(method, with: params, done)
    }
  }

  /// Hears what `watch` tells, before the page does.
  func heard(_ line: [UInt8], _ news: inout PageNews) {
    if let desktop, news.isNewQuestion(line) { desktop.questionCame() }
  }

  /// The modules of a QR code: a row is a text of `1` for dark and `0` for light, without the quiet zone.
  private static func symbol(of params: JSONValue) -> Result<Payload, RPCError> {
    guard let text = params["text"]?.stringValue, let code = try? QRCode(text) else { return .failure(.invalidParams) }
    let rows = (0..<code.side).map { row in
      JSONValue.string(
        String(
          decoding: (0..<code.side).map { code.isDark(row: row, column: $0) ? 0x31 : 0x30 } as [UInt8], as: UTF8.self))
    }
    return .success(.value(["size": .integer(code.side), "rows": .array(rows)]))
  }
}

/// What a window can do for the page.
package protocol PageDesktop: Sendable {
  /// A question has come up while the page was open. It is called on any thread.
  func questionCame()

  /// Asks the owner where a file shall be, and whether one that is there is replaced.
  ///
  /// - Parameters:
  ///   - name: the name that is offered.
  ///   - done: called once, on any thread, with the path; nil where the owner has changed their mind.
  func place(for name: String, _ done: @escaping @Sendable (Result<String?, OwnerFailure>) -> Void)
}

/// A file that the page gives the owner.
package struct PageDownload: Sendable, Equatable {
  /// The name that is offered: one that is no path, shows as it is, and is not hidden.
  package let name: String
  /// What is in it.
  package let bytes: [UInt8]

  /// Reads `name`, and `text` or `base64`.
  init?(_ params: JSONValue) {
    guard let name = params["name"]?.stringValue, Self.isGood(name) else { return nil }
    self.name = name
    switch (params["text"]?.stringValue, params["base64"]?.stringValue) {
    case (let text?, nil): bytes = Array(text.utf8)
    case (nil, let base64?):
      guard let bytes = Self.decoded(base64) else { return nil }
      self.bytes = bytes
    default: return nil
    }
  }

  /// Writes it so that only the owner can read it; false where no place was chosen.
  func write(to place: String?) -> Result<Bool, OwnerFailure> {
    guard let place else { return .success(false) }
    do throws(PrivateFileError) {
      try OutputFile.write(bytes, to: place, replacing: true)
      return .success(true)
    } catch {
      return .failure(OwnerFailure(.unavailable, "the file cannot be written: \(error)"))
    }
  }

  /// Whether a name can be offered.
  static func isGood(_ name: String) -> Bool {
    (1...100).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.utf8.allSatisfy { (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "/") }
  }

  /// Standard base64, with or without its padding.
  private static func decoded(_ text: String) -> [UInt8]? {
    let padding = text.utf8.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    // The decoder knows the alphabet for addresses alone.
    let bytes = text.utf8.dropLast(padding).map { byte in
      switch byte {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      default: byte
      }
    }
    return try? Base64URL.decode(bytes: bytes)
  }
}
