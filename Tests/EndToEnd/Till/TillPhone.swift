import JSON
import TestSupport

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A customer with an unmodified SimpleX Chat on a phone: side 1 of `Tests/Foreign/simplex.py`. The shop is side 0.
struct TillPhone: TillBuyer {
  /// A message as the phone shows it.
  struct Bubble: Sendable {
    let number: Int
    let isMine: Bool
    let text: String
    let isEdited: Bool
    let file: String?
    let picture: String?

    /// Whether it is the message that shows a purchase.
    func isScreen(of purchase: Int) -> Bool {
      text.hasPrefix("Purchase \(purchase): ") && text.contains("\n") && !isMine
    }
  }

  let apps: SimpleXApps
  private let chat = "@7"

  /// Writes a text. What looks like a tap has to be on the screen first, so that there is something to tap.
  func say(_ text: String) async throws {
    if text.hasPrefix("/"), text != "/menu", !text.contains(" ") {
      _ = try await eventually("something to tap for \(text)", within: .seconds(40)) {
        try await texts().contains { Self.words(of: $0).contains(text) } ? true : nil
      }
    }
    try await apps.operate(["op": "writes", "side": 1, "chat": .string(chat), "text": .string(text)])
  }

  private static func words(of text: String) -> [String] {
    text.unicodeScalars.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  func bubbles() async throws -> [Bubble] {
    let shown = try await apps.operate(["op": "screen", "side": 1, "chat": .string(chat)])
    return (shown.arrayValue ?? []).map { bubble in
      Bubble(
        number: bubble["number"]?.integerValue(as: Int.self) ?? 0, isMine: bubble["mine"]?.boolValue ?? false,
        text: bubble["text"]?.stringValue ?? "", isEdited: bubble["edited"]?.boolValue ?? false,
        file: bubble["file"]?.stringValue, picture: bubble["picture"]?.stringValue)
    }
  }

  func texts() async throws -> [String] { try await bubbles().filter { !$0.isMine }.map { $0.file ?? $0.text } }

  func file(_ name: String) async throws -> [UInt8]? {
    guard let bubble = try await bubbles().last(where: { $0.file == name }) else { return nil }
    let content = try await apps.operate(
      ["op": "opens", "side": 1, "chat": .string(chat), "number": .integer(bubble.number)])
    return content.stringValue.flatMap { Data(base64Encoded: $0) }.map { Array($0) }
  }
}
