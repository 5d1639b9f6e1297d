/// What a search for wallets sees of a machine. A test describes one of its own.
package struct Machine: Sendable {
  /// The programs that run, whoever started them.
  package var programs: [RunningProgram]
  /// The home folder of the person who searches.
  package var home: String
  /// The home folders of other users whose programs run, by user id.
  package var homes: [UInt32: String]
  /// What a file says.
  package var readFile: @Sendable (_ path: String) -> FileText

  /// Describes a machine.
  package init(
    programs: [RunningProgram], home: String, homes: [UInt32: String] = [:],
    readFile: @escaping @Sendable (_ path: String) -> FileText
  ) {
    self.programs = programs
    self.home = home
    self.homes = homes
    self.readFile = readFile
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
}

/// A program that runs.
package struct RunningProgram: Sendable, Hashable {
  /// Its process.
  package var process: Int32
  /// The name of its file, such as `litecoind`.
  package var name: String
  /// What it was started with, without its own name.
  package var arguments: [String]
  /// The folder in which it was started; `nil` where the system does not tell.
  package var folder: String?
  /// The user whom it belongs to; `nil` for the one who searches.
  package var otherUser: UInt32?

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
