import ArgumentParser
import Cryptography
import KeyStorage
import TerminalUI

/// Where the owner's PIN comes from: the terminal, without echo, unless a file is named. Never an argument, which other
/// programs could see.
struct PinOptions: ParsableArguments {
  @Option(
    name: .long, help: .localized("A file whose first line is your PIN; - for the standard input."), completion: .file()
  )
  var pinFile: String?

  /// The PIN of the file; `nil` where none is named.
  func given() throws -> String? {
    guard let pinFile else { return nil }
    return try Self.firstLine(of: pinFile)
  }

  /// Asks at the terminal; `nil` where nobody is there.
  static func ask(_ prompt: String) throws -> String? {
    guard Terminal.standard.readsFromTTY else { return nil }
    return try SecretInput.read(prompt: prompt).flatMap { String(validating: $0, as: UTF8.self) }
  }

  static func firstLine(of path: String) throws -> String {
    let line: [UInt8]?
    if path == "-" {
      line = try SecretInput.read(prompt: "")
    } else {
      do throws(KeyStoreError) {
        line = try PassphraseFile(path: path).passphrase(for: path, attempt: 0)?.exposedBytes()
      } catch {
        guard case .passphraseUnusable(let why) = error.problem else { throw OwnerConsole.fail("\(error)", .dataError) }
        throw OwnerConsole.fail(localized("the PIN cannot be taken from \(path): \(why)"), .dataError)
      }
    }
    guard let line, let text = String(validating: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self),
      !text.isEmpty
    else {
      throw OwnerConsole.fail(
        localized("there is no PIN in \(path == "-" ? localized("the standard input") : path)"), .dataError)
    }
    return text
  }
}
