import OwnerAPI
import Provider
import TerminalUI

/// What the console says of wallets.
extension ConsoleModel {
  /// Says which wallets are not ready and why, and which have become ready, once for each change.
  mutating func told(of reports: [CurrencyReport]) -> [Action] {
    let before = wallets
    wallets = reports
    return reports.flatMap { report -> [Action] in
      let known = before.first { $0.code == report.code }?.notices ?? []
      let news = (report.notices ?? []).filter { !known.contains($0) }
      return (change(of: report, before).map { [$0] } ?? [])
        + news.map { say("\(ApprovalText.safe(report.code)): \(ApprovalText.safe($0.sentence))", .warning) }
    }
  }

  private mutating func change(of report: CurrencyReport, _ before: [CurrencyReport]) -> Action? {
    let earlier = before.first { $0.code == report.code }
    let code = ApprovalText.safe(report.code)
    guard report.ready != "ready" else {
      return (earlier?.ready ?? "ready") == "ready"
        ? nil : say(localized("The wallet of \(code) is ready."), .good)
    }
    guard report.ready != earlier?.ready || report.trouble?.problem != earlier?.trouble?.problem,
      report.trouble?.problem != .notAsked
    else { return nil }
    let why = report.trouble.map { " " + ApprovalText.safe($0.sentence) } ?? ""
    return say(localized("The wallet of \(code) is \(ReadyText.words(report.ready)).\(why)"), .warning)
  }
}
