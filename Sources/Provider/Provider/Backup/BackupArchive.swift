package import Cryptography
import Files
import KeyStorage
package import OwnerAPI
import Platform
import Processes

/// A backup as one file, in the format of tar(1), which any system can list and unpack. What is in it is checked by its
/// manifest and not by tar. A sealed one has that format inside of a ``SealedStream``.
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
  /// - Parameter passphrase: seals the file; `nil` for one that everybody can read who has it.
  /// - Throws: ``OwnerFailure``.
  package func pack(_ staged: StagedBackup, sealedWith passphrase: SecretBytes?) throws(OwnerFailure) {
    defer { BackupStaging.removeStaged(staged.folder) }
    let create = ["--create", "--file=-", "--directory=" + staged.folder, "."]
    do throws(PrivateFileError) {
      try OutputFile.write(to: path) { (descriptor) throws(PrivateFileError) in
        let isWritten =
          passphrase.map { seal(create, to: descriptor, with: $0) }
          ?? tar(create, input: nil, output: descriptor)
        guard isWritten else { throw .system(call: "tar", code: ENOSPC) }
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
  /// - Parameter passphrase: asked for the passphrase if the file is sealed.
  /// - Throws: ``BackupFailure``. The folder may then contain something.
  func unpack(into folder: String, passphrase: any PassphraseSource = NoPassphrase()) throws(BackupFailure) {
    let input = open(path, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw BackupFailure("\(path) cannot be read: \(BackupManifest.systemWords())") }
    defer { close(input) }
    let options = ["--extract", "--file=-", "--directory=" + folder, "--no-same-owner", "--no-same-permissions"]
    let isUnpacked =
      SealedStream.begins(input)
      ? try unseal(input, to: options, passphrase) : tar(options, input: input, output: nil)
    guard isUnpacked else { throw damaged }
  }

  private var damaged: BackupFailure { BackupFailure("\(path) is damaged, or no backup") }

  /// Seals what tar writes; returns whether both succeeded.
  private func seal(_ arguments: [String], to output: Int32, with passphrase: SecretBytes) -> Bool {
    guard let pair = SocketPair(), let process = startTar(arguments, input: nil, output: pair.theirs) else {
      return false
    }
    pair.closeTheirs()
    let isSealed = (try? SealedStream.seal(from: pair.ours, to: output, with: passphrase)) != nil
    // Without a reader, tar ends too.
    pair.closeOurs()
    return ChildProgram.end(of: process) == 0 && isSealed
  }

  /// Passes on to tar what is in a sealed file; returns whether tar took it.
  private func unseal(
    _ input: Int32, to arguments: [String], _ passphrase: any PassphraseSource
  ) throws(BackupFailure) -> Bool {
    guard let pair = SocketPair(), let process = startTar(arguments, input: pair.theirs, output: nil) else {
      return false
    }
    pair.closeTheirs()
    var failure: (any Error)?
    do {
      try SealedStream.open(input) { attempt in
        attempt < max(1, passphrase.attempts) ? try asked(passphrase, attempt) : nil
      } take: { part in
        try pass(part, to: pair)
      }
    } catch {
      failure = error
    }
    pair.closeOurs()
    let status = ChildProgram.end(of: process)
    guard let failure else { return status == 0 }
    switch failure {
    case let failure as BackupFailure: throw failure
    case SealedStreamError.wrongPassphrase: throw BackupFailure("this is not the passphrase of \(path)")
    case SealedStreamError.system(let code):
      throw BackupFailure("\(path) cannot be read: \(String(cString: strerror(code)))")
    default: throw damaged
    }
  }

  private func asked(_ source: any PassphraseSource, _ attempt: Int) throws(BackupFailure) -> SecretBytes {
    let passphrase: SecretBytes?
    do throws(KeyStoreError) {
      passphrase = try source.passphrase(for: path, attempt: attempt)
    } catch {
      throw BackupFailure(error.sentence)
    }
    guard let passphrase else {
      throw BackupFailure(
        "\(path) is sealed, and there is no terminal to ask for its passphrase; give --passphrase-file FILE")
    }
    return passphrase
  }

  /// Writes all of it to tar. One that has ended takes no more, and what it says at its end counts.
  private func pass(_ bytes: [UInt8], to pair: SocketPair) throws(BackupFailure) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { pair.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
      if count < 0, errno == EINTR { continue }
      // tar reads no further than to the end of the archive; what is opened goes on to its end all the same.
      guard count > 0 else { return }
      sent += count
    }
  }

  /// Runs tar; returns whether it succeeded.
  private func tar(_ arguments: [String], input: Int32?, output: Int32?) -> Bool {
    startTar(arguments, input: input, output: output).map { ChildProgram.end(of: $0) == 0 } ?? false
  }

  private func startTar(_ arguments: [String], input: Int32?, output: Int32?) -> Int32? {
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard nothing >= 0, let program = ProgramLocation.find("tar", in: nil) else { return nil }
    defer { close(nothing) }
    let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C"]
    return ChildProgram(program, arguments, environment: environment).start(
      input: input ?? nothing, output: output ?? nothing, error: nil, closesOthers: true)
  }
}
