import Files
package import OwnerAPI
import Platform
import Processes

/// A backup as one file, in the format of tar(1), which any system can list and unpack. What is in it is checked by its
/// manifest and not by tar.
package struct BackupArchive: Sendable {
  private let path: String

  /// The archive at a path.
  package init(_ path: String) { self.path = path }

  /// Refuses a path at which there is something already.
  ///
  /// - Throws: ``OwnerFailure``.
  package func checkIsFree() throws(OwnerFailure) {
    guard !OutputFile.exists(path) else {
      throw OwnerFailure(.conflict, "\(path) exists already; nothing was written")
    }
  }

  /// Writes a staged backup into a new file of mode 0600, and removes the staged one. Afterwards the file either exists
  /// whole and on the disk, or not at all.
  ///
  /// - Throws: ``OwnerFailure``.
  package func pack(_ staged: StagedBackup) throws(OwnerFailure) {
    defer { BackupStaging.removeStaged(staged.folder) }
    do throws(PrivateFileError) {
      try OutputFile.write(to: path) { (descriptor) throws(PrivateFileError) in
        guard tar(["--create", "--file=-", "--directory=" + staged.folder, "."], input: nil, output: descriptor) else {
          throw .system(call: "tar", code: ENOSPC)
        }
      }
    } catch {
      throw switch error {
      case .exists: OwnerFailure(.conflict, "\(path) exists already; nothing was written")
      case .missing: OwnerFailure(.notFound, "there is no folder for \(path)")
      case .system("tar", _):
        OwnerFailure(.unavailable, "\(path) could not be written: the disk is full, or tar cannot be run")
      case .system(_, let code):
        OwnerFailure(.unavailable, "\(path) cannot be written: \(String(cString: strerror(code)))")
      case .unsafeFile, .unsafeFolder, .tooLarge: OwnerFailure(.unavailable, "\(path) cannot be written: \(error)")
      }
    }
  }

  /// Unpacks the file into an empty folder.
  ///
  /// - Throws: ``BackupFailure``. The folder may then contain something.
  func unpack(into folder: String) throws(BackupFailure) {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw BackupFailure("\(path) cannot be read: \(BackupManifest.systemWords())") }
    defer { close(input) }
    let options = ["--extract", "--file=-", "--directory=" + folder, "--no-same-owner", "--no-same-permissions"]
    guard tar(options, input: input, output: nil) else { throw BackupFailure("\(path) is damaged, or no backup") }
  }

  /// Runs tar; returns whether it succeeded.
  private func tar(_ arguments: [String], input: Int32?, output: Int32?) -> Bool {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0 else { return false }
    defer { close(nothing) }
    let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"]
    guard let program = ProgramLocation.find("tar", in: nil),
      let process = ChildProgram(program, arguments, environment: environment).start(
        input: input ?? nothing, output: output ?? nothing, error: nil, closesOthers: true)
    else { return false }
    return ChildProgram.end(of: process) == 0
  }
}
