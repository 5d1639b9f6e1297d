import ArgumentParser
import OwnerAPI
import PaymentsModel
import Provider
import RPCRuntime
import TerminalUI

struct Daemons: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("List the daemons that share the ledger, admit one, or send one away."),
    discussion: """
      Several payd may keep one ledger in PostgreSQL. One writes it; the others stand by, and pass on to it what apps say. \
      Each has a key of its own, in daemon.json of its state folder and in no backup, and passes on nothing before you have \
      admitted it at the one that writes:

      payd daemons add payd2 "$(payd daemons key --state STATE_OF_PAYD2)"
      """, subcommands: [List.self, Add.self, RevokeOne.self, Key.self], defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: localized("List the daemons that were admitted."))
    @OptionGroup var output: OutputOptions

    func run() throws {
      try output.show(output.folders.ask(ListDaemons.self)) { answer, terminal in
        guard !answer.daemons.isEmpty else { return [localized("The ledger is a file, which no other daemon shares.")] }
        let rows = answer.daemons.map { daemon in
          [
            daemon.name, daemon.key, daemon.addedAt.text,
            daemon.present ? "now" : daemon.lastSeen?.text ?? "never",
            daemon.revokedAt.map { "sent away \($0.text)" }
              ?? (daemon.writer ? "writes" : "admitted"),
          ]
        }
        let columns: [Table.Column] = [
          .init("NAME"), .init("KEY", overflow: .truncate, importance: .extra), .moment("ADDED", .useful),
          .moment("LAST SEEN", .useful), .init("STATE"),
        ]
        return Table(columns, rows: rows).lines(for: terminal)
      }
    }
  }

  struct Add: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Admit a daemon, which may pass on what apps say from now on."),
      discussion: """
        Type it at the daemon that writes. Take the key from the machine of the other daemon, where payd daemons key shows \
        it and its log tells it, and not from a message.
        """)
    @Argument(help: "The name of the daemon: 1 to 32 of a-z, 0-9 and -.") var name: String
    @Argument(help: "Its own public key.") var key: String
    @OptionGroup var pin: PinOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      let plain = key.hasPrefix("key:") ? String(key.dropFirst(4)) : key
      try output.show(output.folders.ask(AdmitDaemon.self, .init(name: name, key: plain), pin: pin)) { answer, _ in
        [localized("Admitted \(answer.name). To send it away again: payd daemons revoke \(answer.name)")]
      }
    }
  }

  struct RevokeOne: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "revoke", abstract: localized("Send a daemon away, at once."),
      discussion: """
        It passes on nothing any more, and does not start again. Its machine may still have the password of the database: \
        change that, too.
        """)
    @Argument(help: "The name of the daemon, or the beginning of its key.") var daemon: String
    @OptionGroup var output: OutputOptions

    func run() throws {
      let plain = daemon.hasPrefix("key:") ? String(daemon.dropFirst(4)) : daemon
      try output.show(output.folders.ask(RevokeDaemon.self, .init(daemon: plain))) { answer, _ in
        [
          localized(
            "Sent \(answer.name) away. Change the password of the database as well, if its machine is not yours any more."
          )
        ]
      }
    }
  }

  struct Key: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized(
        "Show the public key of the daemon of this state folder, for payd daemons add at the one that writes."),
      discussion: "It needs no daemon that runs. Where there is no key yet it is made.")
    @OptionGroup var passphrase: PassphraseOptions
    @OptionGroup var folders: FolderOptions

    func run() throws {
      do throws(ProviderStartError) {
        let identity = try ProviderIdentity(in: folders.directories, keeping: nil, passphrase: passphrase.source)
        try show(DaemonIdentity(of: identity, in: folders.directories).publicKey)
      } catch {
        throw OwnerConsole.fail(error.words, error.exitStatus)
      }
    }

    private func show(_ key: String) throws(ProviderStartError) {
      // Nobody reads any more, or everything was written.
      try? Terminal.standard.writeLines([key])
    }
  }
}
