import ArgumentParser
import OwnerAPI
import PaymentsAPI
import PaymentsModel
import TerminalUI

struct Sessions: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("List the connections of apps that are open, or end one."), subcommands: [List.self, End.self],
    defaultSubcommand: List.self)

  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("List the connections that are open."),
      discussion: """
        An app that waits to be paired is pending. The program is what this machine says holds the connection: it may have \
        handed it on, so it is advice. Names are what apps call themselves, unless you gave one.
        """)
    @OptionGroup var output: OutputOptions

    func run() throws {
      try output.show(output.folders.ask(ListSessions.self)) { answer, terminal in
        guard !answer.sessions.isEmpty else { return [localized("No app is connected.")] }
        let rows = answer.sessions.map { session in
          [
            session.id, session.app.name, session.app.fingerprint, session.state.rawValue,
            session.since.text, "\(session.calls)", session.process ?? "",
          ]
        }
        let columns: [Table.Column] = [
          .identifier("ID"), .init("APP", overflow: .truncate),
          .init("KEY", overflow: .truncate, importance: .extra), .init("STATE"), .moment("SINCE", .useful),
          .init("CALLS", importance: .useful), .init("PROGRAM (ADVICE)", overflow: .truncate, importance: .extra),
        ]
        return Table(columns, rows: rows).lines(for: terminal)
      }
    }
  }

  struct End: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("End a connection, at once."),
      discussion: """
        What the app asked for before goes on. The app may connect again: to keep out one that you let in, use payd revoke; \
        for one that waits to be paired, payd deny.
        """)
    @Argument(
      help: .localized("The id that `payd sessions` shows, or the beginning or end of it."),
      completion: OwnerCompletion.sessions)
    var id: String
    @OptionGroup var output: OutputOptions

    func run() throws {
      try output.show(output.folders.ask(EndSession.self, .init(id: id))) { answer, _ in
        let name = ApprovalText.safe(answer.app.name)
        let lasting =
          answer.state == .pending
          ? localized("It may ask again.")
          : localized("It may connect again; to keep it out: payd revoke \(answer.app.key.rawValue)")
        return [localized("Ended the session of \(name) (\(answer.app.fingerprint))."), lasting]
      }
    }
  }
}
