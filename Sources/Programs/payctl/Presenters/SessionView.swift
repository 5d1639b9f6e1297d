import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats the session for people.
struct SessionView {
  let context: CommandContext

  /// Formats the two parties and the grants.
  func lines(_ session: GetSession.Result) -> [String] {
    let now = context.now()
    var list = KeyValueList()
    list.append("Provider", "\(session.provider.name) (\(session.provider.software))")
    list.append("Provider key", AppKey(rawValue: session.provider.providerID).fingerprint)
    list.append("App", "\(session.app.name) \(session.app.version) (\(session.app.appID))")
    list.append("App key", session.app.key.fingerprint)
    list.append("Status", SpecificationWord.text(session.status.rawValue))
    list.append("Approval", session.status == .pending ? session.questionID : nil)
    list.append(
      "May", session.grants.scopes.isEmpty ? localized("nothing yet") : Self.list(session.grants.scopes.map(\.rawValue))
    )
    list.append("Currencies", session.grants.currencies.map(Self.list) ?? localized("all"))
    list.append("Granted until", session.grants.expiresAt.map { MomentText.deadline($0, now: now) })
    for budget in session.budgets ?? [] {
      list.append("Budget \(budget.currency)", BudgetText.line(budget, now: now))
    }
    list.append("Paired", session.pairedAt.map(MomentText.full))
    list.append("Session ends", MomentText.deadline(session.expiresAt, now: now))
    list.append("Specification", localized("version \(session.specVersion)"))
    list.append("Documents", session.folder.map { localized("\($0.services), folder \($0.name)") })
    return list.lines(for: context.terminal)
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: ", ") }
}

extension GetSession.Result {
  /// The session without the document key, which is stored and must not be shown.
  var withoutSecrets: GetSession.Result {
    var copy = self
    copy.folder?.documentKey = nil
    return copy
  }
}
