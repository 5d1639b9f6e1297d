import DisplayText
import Files
import Platform

extension KeyStoreError: CustomStringConvertible {
  /// The problem and the advice, in one sentence each.
  public var description: String { text(for: "payd") }

  /// The problem and the advice for a program's commands, in one sentence each.
  public func text(for program: String) -> String {
    let advice = advice(for: program)
    return advice.isEmpty ? sentence : "\(sentence). \(advice)"
  }

  /// The problem as a sentence without a full stop.
  public var sentence: String {
    switch problem {
    case .none: localized("there is no key yet in \(path)")
    case .exists: localized("there is a key already: \(path)")
    case .unsafeFile(let danger): localized("the key file \(path) cannot be trusted: \(danger.words)")
    case .unsafeFolder(let danger): localized("the folder \(folder) cannot be trusted with keys: \(danger.words)")
    case .damaged(let why): localized("the key file \(path) is damaged: \(why)")
    case .unknownVersion: localized("the key file \(path) was written by a later version of this program")
    case .passphraseNeeded:
      localized("the key in \(path) is sealed, and there is no terminal to ask for its passphrase")
    case .wrongPassphrase: localized("this is not the passphrase of the key in \(path)")
    case .passphraseUnusable(let why): localized("the passphrase cannot be taken from \(path): \(why)")
    case .cancelled: localized("no passphrase was given for the key in \(path)")
    case .keptOtherwise(.file):
      localized("the key is kept in the file \(path), and not in the keyring as was asked for")
    case .keptOtherwise(.libsecret):
      localized("the key is kept in the keyring, and not in the file \(path) as was asked for")
    case .keyringUnavailable(let why): localized("the keyring cannot be used: \(why)")
    case .keyringLocked: localized("the keyring that holds the key is locked")
    case .notInKeyring: localized("the key that \(path) speaks of is not in the keyring")
    case .system(let call, let code):
      localized("the key file \(path) cannot be used: \(call): \(String(cString: strerror(code)))")
    case .cryptography: localized("the system's cryptographic library failed")
    }
  }

  /// The advice, as whole sentences with the commands to type; empty if there is none.
  ///
  /// - Parameter program: `payd` or `payctl`.
  public func advice(for program: String) -> String {
    let file = Self.quoted(path)
    switch problem {
    case .none: return localized("It is made when it is first needed.")
    case .exists: return localized("It is never replaced unasked.")
    case .unsafeFile(.permissions):
      return localized(
        """
        Others may have read it. If you are sure that nobody did: chmod 600 \(file) - otherwise move it away, and pair \
        anew.
        """)
    case .unsafeFolder(.permissions): return localized("Make it yours alone: chmod 700 \(Self.quoted(folder))")
    case .unsafeFile(.symbolicLink):
      return
        localized(
          "Put the file itself there: cp --remove-destination \"$(readlink -f \(file))\" \(file) && chmod 600 \(file)")
    case .unsafeFolder(.symbolicLink): return localized("Name the folder that the link leads to.")
    case .unsafeFile(.names):
      return localized(
        """
        Find its other names with find \(Self.quoted(folder)) -xdev -samefile \(file), look why they are there, and \
        remove them.
        """)
    case .unsafeFile(.owner(let user)), .unsafeFolder(.owner(let user)):
      return localized(
        "It belongs to user id \(user), and this program runs as \(geteuid()). Run it as the user whose key it is.")
    case .unsafeFile(.wrongKind), .unsafeFolder(.wrongKind), .unsafeFolder(.names): return localized("Move it away.")
    case .damaged:
      return localized("Restore it from a backup, or move it away to begin with a new key, which must be paired anew.")
    case .unknownVersion: return localized("Install that version, or name another folder with --state.")
    case .passphraseNeeded:
      return localized("Give --passphrase-file FILE, or a systemd credential named payport-passphrase.")
    case .wrongPassphrase:
      return localized(
        "Try again. (A file that was altered on purpose looks the same; one damaged by accident does not.)")
    case .passphraseUnusable: return ""
    case .cancelled: return ""
    case .keptOtherwise(let kept):
      let other = kept == .file ? KeyKeeping.libsecret : .file
      return localized("Move it with: \(program) key move \(other.rawValue) - or ask for \(kept.rawValue).")
    case .keyringUnavailable:
      return localized("It needs a desktop session with a keyring, and the package libsecret-tools.")
    case .keyringLocked:
      return localized("Unlock it, by logging in or in the desktop's password manager, and try again.")
    case .notInKeyring:
      return localized(
        """
        Restore the keyring, or move the file away to begin with a new key, which must be paired anew.
        """)
    case .system(_, ENOSPC), .system(_, EDQUOT): return localized("Make room on the disk.")
    case .system, .cryptography: return ""
    }
  }

  private var folder: String {
    path.unicodeScalars.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  /// A path, quoted for the shell.
  private static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+,@%".utf8.contains(byte)
    }
    return plain && !path.isEmpty
      ? path
      : "'\(path.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false).map(String.init).joined(separator: "'\\''"))'"
  }
}

extension PrivateFileError.Danger {
  fileprivate var words: String {
    switch self {
    case .symbolicLink: localized("it is a symbolic link")
    case .wrongKind: localized("it is not of the kind that it must be")
    case .owner(let user): localized("it belongs to the user id \(user)")
    case .permissions(let bits): localized("its mode is 0\(String(bits, radix: 8)), which lets others in")
    case .names(let count): localized("it has \(count) names (hard links)")
    }
  }
}
