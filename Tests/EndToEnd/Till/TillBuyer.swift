import TestSupport

/// A customer of a till with any chat app, who only writes, taps and reads.
protocol TillBuyer: Sendable {
  /// Writes a text, or taps a command.
  func say(_ text: String) async throws
  /// What the shop has said, as it stands now. A file is shown by its name.
  func texts() async throws -> [String]
  /// The content of the last file with this name.
  func file(_ name: String) async throws -> [UInt8]?
}

extension TillBuyer {
  /// Waits until the shop has said something with this text.
  @discardableResult
  func reads(_ text: String, within limit: Duration = .seconds(40)) async throws -> String {
    do {
      return try await eventually(text, within: limit) { try await texts().last { $0.contains(text) } }
    } catch let error as DeadlineError {
      throw ChildProcessError.ended("\(error): \(try await texts().suffix(6))")
    }
  }

  /// The address on the screen of a purchase.
  func address(_ number: Int) async throws -> String {
    let screen = try await reads("Purchase \(number): waiting for your payment")
    let lines = screen.split(separator: "\n").map(String.init)
    guard let at = lines.firstIndex(where: { $0.hasSuffix("in one payment to") }), lines.count > at + 1 else {
      throw ChildProcessError.ended("no address in \(screen)")
    }
    return lines[at + 1]
  }
}
