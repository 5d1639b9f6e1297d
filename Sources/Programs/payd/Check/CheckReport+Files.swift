import KeyStorage
import Platform
import Processes
import Provider
import RPCRuntime

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
      add(.failure, on: "configuration", error.words, advice: "Correct it; man provider.yml explains every key.")
      return nil
    }
    guard let path = choice.path else {
      add(
        .warning, on: "configuration", "there is no file, so payd would offer made-up money only",
        advice: SampleConfiguration.advice(program: ProgramLocation.folder, for: choice.standard))
      return settings
    }
    if let fault = settings.timeZoneFault {
      add(
        .failure, on: "configuration", "\(path): \(fault)",
        advice: "Name a zone such as Europe/Berlin, or leave it empty.")
    } else {
      let count = settings.wallets.count
      add(.ok, on: "configuration", "\(path), \(count) \(count == 1 ? "wallet" : "wallets")")
    }
    return settings
  }

  /// Checks that a file with a secret exists and that only its owner can read it.
  mutating func secretFile(_ path: String) {
    guard let facts = FileFacts(path) else {
      add(
        .failure, on: "secret file", "\(path) is missing, or cannot be reached",
        advice: "Create it, or correct its path.")
      return
    }
    guard facts.mode & 0o077 == 0 else {
      add(
        .failure, on: "secret file", "others can read \(path) (its mode is \(facts.modeText))",
        advice: "Type: chmod 600 \(path)")
      return
    }
    guard access(path, R_OK) == 0 else {
      add(.failure, on: "secret file", "you cannot read \(path)", advice: "Type: sudo chown $USER \(path)")
      return
    }
    add(.ok, on: "secret file", "only you can read \(path)")
  }

  /// Checks that a folder of payd's is closed to others and can be written, or could be made.
  mutating func folder(_ name: String, _ path: String) {
    guard let facts = FileFacts(path) else {
      let parent = Self.existingParent(of: path)
      if access(parent, W_OK | X_OK) == 0 {
        add(.ok, on: name, "\(path) will be made when payd starts")
      } else {
        add(
          .failure, on: name, "\(path) does not exist and cannot be made in \(parent)",
          advice: "Type: sudo install -d -m 700 -o $USER \(path)")
      }
      return
    }
    if !facts.isFolder {
      add(
        .failure, on: name, "\(path) is not a folder, or is a link", advice: "Move it away, or choose another folder.")
    } else if facts.owner != geteuid() {
      add(
        .failure, on: name, "\(path) belongs to the user id \(facts.owner)", advice: "Type: sudo chown -R $USER \(path)"
      )
    } else if facts.mode & 0o077 != 0 {
      add(
        .failure, on: name, "others can enter \(path) (its mode is \(facts.modeText)), so payd refuses it",
        advice: "Type: chmod 700 \(path)")
    } else if access(path, W_OK | X_OK) != 0 {
      add(.failure, on: name, "\(path) cannot be written", advice: "Type: chmod 700 \(path)")
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
        .failure, on: "state file", "others have access to \(path) (its mode is \(facts.modeText))",
        advice: "Type: chmod go-rwx \(path)")
    }
  }

  /// Checks that there is room for the ledger.
  mutating func disk(_ state: String) {
    var facts = statvfs()
    guard statvfs(Self.existingParent(of: state), &facts) == 0 else {
      add(.warning, on: "disk", "the free space cannot be found out")
      return
    }
    let free = UInt64(facts.f_bavail) * UInt64(facts.f_frsize) / 1_000_000
    let text = free < 10_000 ? "\(free) MB are free" : "\(free / 1000) GB are free"
    switch free {
    case ..<100: add(.failure, on: "disk", text, advice: "Make room: payd ends if it cannot write its ledger.")
    case ..<1000: add(.warning, on: "disk", text, advice: "Make room soon: payd ends if it cannot write its ledger.")
    default: add(.ok, on: "disk", text)
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
          add(.ok, on: "key", "sealed by a passphrase, which payd run asks for or reads from --passphrase-file")
        } else {
          add(.ok, on: "key", isInKeyring ? "in the keyring" : "in \(path)")
        }
      } catch {
        let words = (error as? ProviderStartError)?.words ?? (error as? KeyStoreError)?.description ?? "\(error)"
        add(.failure, on: "key", words)
      }
    }
    guard isInKeyring else { return }
    guard KeyManager.hasKeyringTool else {
      add(
        .failure, on: "keyring", "the key is kept in the keyring, and secret-tool is missing",
        advice: "Type: sudo apt install libsecret-tools")
      return
    }
    let isReachable = Self.sessionBus != nil
    add(
      isReachable ? .ok : .failure, on: "keyring",
      isReachable ? "secret-tool and a session bus are there" : "there is no session bus, so no keyring can be asked",
      advice: isReachable ? nil : "Start payd in a desktop session, or type: payd key move file")
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
