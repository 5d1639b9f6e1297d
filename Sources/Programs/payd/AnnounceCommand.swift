import ArgumentParser
import KeyStorage
import Provider
import TerminalUI

struct Announce: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Let apps find a daemon that their connection starts."),
    discussion: """
      For the service manager, which listens in place of the daemon and starts it for the first connection: it runs this \
      when it begins to listen, and with --withdraw when it stops. The unit payport.socket does so. It writes the file \
      through which apps find the daemon, which then stays while the daemon starts and ends. A new key is made where there \
      is none; the passphrase of a sealed one is not needed.
      """)
  @Option(help: "The TCP port on which the service manager listens, on 127.0.0.1.") var port: UInt16?
  @Flag(help: "Remove the file.") var withdraw = false
  @Option(help: "The configuration file.") var config: String?
  @OptionGroup var folders: FolderOptions

  func validate() throws {
    guard withdraw != (port ?? 0 > 0) else { throw ValidationError("give --port, or --withdraw") }
  }

  func run() throws {
    let directories = folders.directories
    let configuration = try ConfigurationChoice(path: config, directories).read()
    do throws(ProviderStartError) {
      let announcement = try ProviderAnnouncement(configuration, directories)
      if let port { try announcement.write(port: port) } else { try announcement.remove() }
    } catch {
      throw OwnerConsole.fail(error.words, error.exitStatus)
    }
  }
}
