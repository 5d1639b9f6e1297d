import ArgumentParser
import ChatMessaging
import ChatPayments
import Consumer
import TerminalUI

/// The command line that opens the chat, for example `paychat --as alice`.
struct ChatCommandLine: TerminalCommand {
  static let configuration = CommandConfiguration(
    commandName: "chat", abstract: localized("Open the chat (what paychat alone does)."))

  @OptionGroup var person: PersonOptions

  @OptionGroup var network: NetworkOptions

  @Option(
    help: ArgumentHelp(localized("Which of your devices this is, where you open several at once."), valueName: "name"))
  var device: String?

  @Option(
    help: ArgumentHelp(localized("Read the lines from a file; - is standard input."), valueName: "file"),
    completion: .file())
  var script: String?

  @Option(help: ArgumentHelp(localized("How the app's key must be kept: file or libsecret."), valueName: "place"))
  var keys: KeyKeeping?

  @Option(
    help: ArgumentHelp(localized("The file with the passphrase of the app's sealed key."), valueName: "file"),
    completion: .file())
  var passphraseFile: String?

  func run(in terminal: Terminal) async throws -> TerminalUI.ExitStatus {
    let manifest = try person.manifest(orElse: network.simplex == nil ? nil : "simplex")
    let directories = person.folders.directories
    let input = try ScriptFile.terminal(script, terminal)
    let folder = directories.consumer(appID: manifest.appID)
    let network = try await network.join(as: person, files: folder + "/simplex" + suffix)
    let client = PaymentsClient(manifest, options: clientOptions(directories))
    do {
      let agent = try await CardAgent(
        transport: network.transport, wallet: client, folder: folder + "/cards" + suffix)
      let messaging = await messaging(for: agent, client: client, network: network, terminal: terminal)
      let program = try ChatProgram(
        network: network, agent: agent, client: client, messaging: messaging, terminal: input,
        history: folder + "/history", isScript: script != nil)
      let status = try await program.run()
      await messaging?.close()
      await client.close()
      await network.transport.close()
      return status
    } catch {
      await client.close()
      await network.transport.close()
      throw error
    }
  }

  /// Returns the service through which other apps can send messages; `nil` if it cannot be created, because the chat
  /// works without it.
  private func messaging(
    for agent: CardAgent, client: PaymentsClient, network: any ChatNetwork, terminal: Terminal
  ) async -> MessagingService? {
    let directories = person.folders.directories
    do {
      let service = try await MessagingPart.make(
        name: String("paychat-\(person.person ?? "simplex")\(suffix)".prefix(64)),
        folder: directories.consumer(appID: client.manifest.appID) + "/messaging" + suffix, directories: directories,
        transport: network.transport, agent: agent, client: client)
      try await service.open()
      return service
    } catch {
      // If this cannot be written, the chat continues anyway.
      try? terminal.writeLines(["paychat: " + localized("apps cannot ask for messages: \(error)")], to: .error)
      return nil
    }
  }

  /// What the names of the files of one of several devices end with.
  private var suffix: String { device.map { ".\($0)" } ?? "" }

  func validate() throws {
    guard device.map({ DiscoveryFile.isName($0) }) ?? true else {
      throw ValidationError(localized("A device's name is 1 to 64 of A-Z a-z 0-9 . _ -."))
    }
  }

  private func clientOptions(_ directories: PayportDirectories) -> ClientOptions {
    ClientOptions(
      directories: directories, keys: keys, passphrase: TerminalPassphrase.source(file: passphraseFile),
      // The patience is short, so that a person sees at once that the wallet is gone. The agent asks again by itself.
      provider: network.provider, patience: .seconds(1))
  }
}
