import KeyStorage
import Platform
import Processes
import Provider
import RPCRuntime
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The configuration, and whether files and folders are where they should be and closed to others.
extension CheckReport {
  /// Reads the configuration; `nil` if it cannot be read.
  mutating func configuration(_ choice: ConfigurationChoice) -> ProviderConfiguration? {
    let settings: ProviderConfiguration
    do throws(ConfigurationFault) {
      settings = try choice.source.read()
    } catch {
      add(
        .failure, on: localized("configuration"), error.words,
        advice: localized("Correct it; man provider.yml explains every key."))
      return nil
    }
    guard let path = choice.path else {
      add(
        .warning, on: localized("configuration"), localized("there is no file, so payd would offer made-up money only"),
        advice: SampleConfiguration.advice(program: ProgramLocation.folder, for: choice.standard))
      return settings
    }
    if let fault = settings.timeZoneFault {
      add(
        .failure, on: localized("configuration"), "\(path): \(fault)",
        advice: localized("Name a zone such as Europe/Berlin, or leave it empty."))
    } else {
      let count = settings.wallets.count
      add(
        .ok, on: localized("configuration"),
        count == 1 ? localized("\(path), 1 wallet") : localized("\(path), \(count) wallets"))
    }
    return settings
  }

  /// Checks that a file with a secret exists and that only its owner can read it.
  mutating func secretFile(_ path: String) {
    guard let facts = FileFacts(path) else {
      add(
        .failure, on: localized("secret file"), localized("\(path) is missing, or cannot be reached"),
        advice: localized("Create it, or correct its path."))
      return
    }
    guard facts.mode & 0o077 == 0 else {
      add(
        .failure, on: localized("secret file"), localized("others can read \(path) (its mode is \(facts.modeText))"),
        advice: localized("Type: chmod 600 \(path)"))
      return
    }
    guard access(path, R_OK) == 0 else {
      add(
        .failure, on: localized("secret file"), localized("you cannot read \(path)"),
        advice: localized("Type: sudo chown $USER \(path)"))
      return
    }
    add(.ok, on: localized("secret file"), localized("only you can read \(path)"))
  }

  /// Checks that a folder of payd's is closed to others and can be written, or could be made.
  mutating func folder(_ name: String, _ path: String) {
    guard let facts = FileFacts(path) else {
      let parent = Self.existingParent(of: path)
      if access(parent, W_OK | X_OK) == 0 {
        add(.ok, on: name, localized("\(path) will be made when payd starts"))
      } else {
        add(
          .failure, on: name, localized("\(path) does not exist and cannot be made in \(parent)"),
          advice: localized("Type: sudo install -d -m 700 -o $USER \(path)"))
      }
      return
    }
    if !facts.isFolder {
      add(
        .failure, on: name, localized("\(path) is not a folder, or is a link"),
        advice: localized("Move it away, or choose another folder."))
    } else if facts.owner != geteuid() {
      add(
        .failure, on: name, localized("\(path) belongs to the user id \(facts.owner)"),
        advice: localized("Type: sudo chown -R $USER \(path)")
      )
    } else if facts.mode & 0o077 != 0 {
      add(
        .failure, on: name, localized("others can enter \(path) (its mode is \(facts.modeText)), so payd refuses it"),
        advice: localized("Type: chmod 700 \(path)"))
    } else if access(path, W_OK | X_OK) != 0 {
      add(.failure, on: name, localized("\(path) cannot be written"), advice: localized("Type: chmod 700 \(path)"))
    } else {
      add(.ok, on: name, "\(path)")
    }
  }

  /// Checks that no file directly in the state folder can be read by others.
  mutating func contents(of state: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: state)) ?? []
    for name in names.sorted() {
      let path = state + "/" + name
      guard let facts = FileFacts(path), !facts.isSocket, facts.mode & 0o077 != 0 else { continue }
      add(
        .failure, on: localized("state file"),
        localized("others have access to \(path) (its mode is \(facts.modeText))"),
        advice: localized("Type: chmod go-rwx \(path)"))
    }
  }

  /// Checks that there is room for the ledger.
  mutating func disk(_ state: String) {
    var facts = statvfs()
    guard statvfs(Self.existingParent(of: state), &facts) == 0 else {
      add(.warning, on: localized("disk"), localized("the free space cannot be found out"))
      return
    }
    let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize) / 1_000_000
    let text = free < 10_000 ? localized("\(free) MB are free") : localized("\(free / 1000) GB are free")
    switch free {
    case ..<100:
      add(
        .failure, on: localized("disk"), text, advice: localized("Make room: payd ends if it cannot write its ledger."))
    case ..<1000:
      add(
        .warning, on: localized("disk"), text,
        advice: localized("Make room soon: payd ends if it cannot write its ledger."))
    default: add(.ok, on: localized("disk"), text)
    }
  }

  /// Checks how the key is kept, and that what is needed for that is there.
  mutating func key(_ directories: PayportDirectories, keeping: KeyKeeping?) {
    let path = directories.state + "/" + KeyManager.fileName
    var isInKeyring = keeping == .libsecret
    if FileFacts(path) != nil {
      do {
        let state = try ProviderIdentity.keys(in: directories).state()
        if case .keyring = state { isInKeyring = true }
        if case .sealed = state {
          add(
            .ok, on: localized("key"),
            localized("sealed by a passphrase, which payd run asks for or reads from --passphrase-file"))
        } else {
          add(.ok, on: localized("key"), isInKeyring ? localized("in the keyring") : localized("in \(path)"))
        }
      } catch {
        let words = (error as? ProviderStartError)?.words ?? (error as? KeyStoreError)?.description ?? "\(error)"
        add(.failure, on: localized("key"), words)
      }
    }
    guard isInKeyring else { return }
    guard KeyManager.hasKeyringTool else {
      add(
        .failure, on: localized("keyring"), localized("the key is kept in the keyring, and secret-tool is missing"),
        advice: localized("Type: sudo apt install libsecret-tools"))
      return
    }
    let isReachable = Self.sessionBus != nil
    add(
      isReachable ? .ok : .failure, on: localized("keyring"),
      isReachable
        ? localized("secret-tool and a session bus are there")
        : localized("there is no session bus, so no keyring can be asked"),
      advice: isReachable ? nil : localized("Start payd in a desktop session, or type: payd key move file"))
  }

  static func existingParent(of path: String) -> String {
    var path = path
    while FileFacts(path) == nil, let slash = path.unicodeScalars.lastIndex(of: "/"), path != "/" {
      path = slash == path.unicodeScalars.startIndex ? "/" : String(path[..<slash])
    }
    return path
  }
}

/// What the system tells of a file, not following a link at the end of the path.
struct FileFacts {
  /// The permission bits.
  let mode: UInt32
  let owner: UInt32
  let isFolder: Bool
  let isSocket: Bool

  /// `nil` if there is no file, or it cannot be reached.
  init?(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    mode = UInt32(status.st_mode) & 0o7777
    owner = status.st_uid
    isFolder = status.st_mode & S_IFMT == S_IFDIR
    isSocket = status.st_mode & S_IFMT == S_IFSOCK
  }

  var modeText: String { "0" + String(mode, radix: 8) }
}
