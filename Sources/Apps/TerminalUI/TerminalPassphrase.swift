package import Cryptography
package import KeyStorage

/// A passphrase that a person types at the terminal, where it is not shown.
package struct TerminalPassphrase: PassphraseSource {
  /// The smallest length of a new passphrase, in bytes.
  package static let minimumSize = 8

  /// The number of attempts, because people mistype.
  package var attempts: Int { 3 }

  /// Creates the source.
  package init() {}

  /// Asks for the passphrase; returns `nil` if there is no terminal.
  ///
  /// - Throws: ``KeyStoreError/Problem/cancelled``.
  package func passphrase(for path: String, attempt: Int) throws(KeyStoreError) -> SecretBytes? {
    let name = SafeText(path, limit: 400).text
    return try Self.ask(
      attempt > 0
        ? localized("That is not it. Passphrase of \(name): ") : localized("Passphrase of \(name): "), path)
  }

  /// Asks for a new passphrase twice; returns `nil` if there is no terminal.
  ///
  /// - Throws: ``KeyStoreError/Problem/cancelled``, and ``KeyStoreError/Problem/passphraseUnusable(_:)`` if it is too
  ///   short or the two differ.
  package static func choose(
    for path: String, prompt: String? = nil
  ) throws(KeyStoreError) -> SecretBytes? {
    guard let first = try ask(prompt ?? localized("New passphrase: "), path) else { return nil }
    try check(first, path)
    guard let second = try ask(localized("Once more: "), path) else { return nil }
    guard first == second else {
      throw KeyStoreError(.passphraseUnusable(localized("the two are not the same")), localized("the terminal"))
    }
    return first
  }

  /// Throws if a new passphrase is too short.
  ///
  /// - Throws: ``KeyStoreError/Problem/passphraseUnusable(_:)``.
  package static func check(_ passphrase: SecretBytes, _ path: String) throws(KeyStoreError) {
    guard passphrase.count >= minimumSize else {
      throw KeyStoreError(
        .passphraseUnusable(localized("a new one must have at least \(minimumSize) characters")), localized("the input")
      )
    }
  }

  private static func ask(_ prompt: String, _ path: String) throws(KeyStoreError) -> SecretBytes? {
    var answer = SecretInput.Answer.noTerminal
    let typed: SecretBytes
    do {
      typed = try SecretBytes(count: PassphraseFile.maximumSize) { (buffer) throws(TerminalError) in
        answer = try SecretInput.read(prompt: prompt, into: buffer)
      }
    } catch {
      throw KeyStoreError(.passphraseUnusable(error.description), localized("the terminal"))
    }
    switch answer {
    case .noTerminal: return nil
    case .cancelled: throw KeyStoreError(.cancelled, path)
    case .typed(let count):
      return typed.withUnsafeBytes { bytes in
        SecretBytes(count: count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
      }
    }
  }
}

extension TerminalPassphrase {
  /// Returns the source of the passphrase for a sealed key: the given file, the service manager's credential
  /// `payport-passphrase`, the file that `PAYPORT_PASSPHRASE_FILE` names, or the person at the terminal.
  package static func source(file: String?, descriptor: Int32? = nil) -> any PassphraseSource {
    if let descriptor { return PassphraseFile(descriptor: descriptor) }
    if let file { return PassphraseFile(path: file) }
    if let credential = PassphraseFile(credential: "payport-passphrase") { return credential }
    if let file = PassphraseFile.environmentVariable("PAYPORT_PASSPHRASE_FILE"), !file.isEmpty {
      return PassphraseFile(path: file)
    }
    return TerminalPassphrase()
  }

  /// Returns a new passphrase: the first line of the given file, or what the person types.
  ///
  /// - Throws: ``KeyStoreError``, ``KeyStoreError/Problem/passphraseNeeded`` if there is no terminal.
  package static func new(file: String?, for path: String) throws(KeyStoreError) -> SecretBytes {
    if let file, let passphrase = try PassphraseFile(path: file).passphrase(for: path, attempt: 0) {
      try check(passphrase, path)
      return passphrase
    }
    guard let passphrase = try choose(for: path) else {
      throw KeyStoreError(
        .passphraseUnusable(localized("there is no terminal; give --new-passphrase-file FILE")), localized("the input"))
    }
    return passphrase
  }
}
