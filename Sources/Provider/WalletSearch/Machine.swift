/// What a search for wallets sees of a machine. A test describes one of its own.
///
/// Every search reads files through it, so that none of them can take the word of another user's program for a file that is
/// not that user's: see ``SettingsRule``.
package struct Machine: Sendable {
  /// Reads a file.
  ///
  /// - Parameter user: the user of the program for which it is read; `nil` for the one who searches, whose own files are
  ///   read.
  package typealias Reading = @Sendable (_ path: String, _ user: UInt32?) -> FileText

  /// The programs that run, whoever started them.
  package var programs: [RunningProgram]
  /// The home folder of the person who searches.
  package var home: String
  /// The home folders of other users whose programs run, by user id.
  package var homes: [UInt32: String]
  private let readFile: Reading

  /// Describes a machine.
  package init(
    programs: [RunningProgram], home: String, homes: [UInt32: String] = [:], readFile: @escaping Reading
  ) {
    self.programs = programs
    self.home = home
    self.homes = homes
    self.readFile = readFile
  }

  /// The home folder of the user whom a program belongs to; without one, that of the person who searches.
  func home(of program: RunningProgram?) -> String {
    program?.otherUser.map { homes[$0] ?? "/nonexistent" } ?? home
  }

  /// The wallets of programs that run, and what is in the home folder if no program of the one who searches, or of a service,
  /// does: what another person runs says nothing of that.
  ///
  /// - Parameter wallet: describes the wallet of a program; without one, that of the home folder, if there is any.
  func wallets(of running: [RunningProgram], _ wallet: (RunningProgram?) -> FoundWallet?) -> [FoundWallet] {
    let atRest = running.contains(where: \.isOwnOrService) ? nil : wallet(nil)
    return running.compactMap(wallet) + [atRest].compactMap { $0 }
  }

  /// What a file says of how a program is reached; `nil` where there is none that counts.
  ///
  /// - Parameter program: the program that named it, or in whose place it is; `nil` for a place of the one who searches.
  func settings(at path: String, of program: RunningProgram?) -> String? {
    guard case .text(let text) = readFile(path, program?.otherUser) else { return nil }
    return text
  }

  /// The path of a file with a credential, for a configuration that names it, so that it is read whenever the wallet is
  /// asked; `nil` where it must not be.
  ///
  /// A person could put a link to another file in its place at any later time, so that one is taken only of the programs of
  /// the one who searches, and of services.
  func credentialFile(_ path: String, of program: RunningProgram?) -> String? {
    guard let program, let user = program.otherUser else { return path }
    guard program.isOwnOrService, readFile(path, user) != .foreign else { return nil }
    return path
  }
}

/// What came of reading a small file.
package enum FileText: Sendable, Hashable {
  /// It says this.
  case text(String)
  /// There is none.
  case missing
  /// There is one, and it is not for the person who asks.
  case denied
  /// There is one, and it is neither of the user of the program that named it nor one that this user could read.
  case foreign
}

/// A program that runs.
package struct RunningProgram: Sendable, Hashable {
  /// Its process.
  package var process: Int32
  /// The name of its file, such as `litecoind`, which is a claim: whoever starts it can give it any.
  package var name: String
  /// What it was started with, without its own name.
  package var arguments: [String]
  /// The folder in which it was started; `nil` where the system does not tell.
  package var folder: String?
  /// The user whom it belongs to; `nil` for the one who searches.
  package var otherUser: UInt32?

  /// Whether no other person has started it.
  var isOwnOrService: Bool { otherUser.map(SystemUser.isService) ?? true }

  /// Describes a program.
  package init(
    process: Int32, name: String, arguments: [String] = [], folder: String? = nil, otherUser: UInt32? = nil
  ) {
    self.process = process
    self.name = name
    self.arguments = arguments
    self.folder = folder
    self.otherUser = otherUser
  }
}
