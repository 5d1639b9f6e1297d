import DesktopNotifications
import DisplayText

/// Formulates the desktop notification for a question.
enum NoticeWording {
  static let approveKey = "approve"
  static let denyKey = "deny"
  /// A click on the text itself.
  static let openKey = "default"

  /// What is asked comes first, the app's own words last: whatever they are, they cannot push it away.
  ///
  /// - Parameters:
  ///   - console: where the owner types what a click cannot say, such as `payd console`.
  ///   - opens: whether a click on the text shows the question in the owner's window.
  static func notification(for notice: OwnerNotice, console: String, opens: Bool = false) -> DesktopNotification {
    let problem = notice.problem.map { [NotificationLine(strong: localized(message: $0))] } ?? []
    let way = notice.isApprovable ? [] : [NotificationLine(strong: wayToApprove(notice, console))]
    let approve = DesktopNotification.Action(key: approveKey, label: localized("Approve"))
    let deny = DesktopNotification.Action(key: denyKey, label: localized("Deny"))
    let open = DesktopNotification.Action(key: openKey, label: localized("Show"))
    return DesktopNotification(
      summary: summary(notice), body: problem + facts(notice) + way + claims(notice),
      actions: (opens ? [open] : []) + (notice.isApprovable ? [approve, deny] : [deny]),
      urgency: notice.kind == .payment ? .critical : .normal, expires: .never)
  }

  /// What happened comes first, the app's own words last. It asks nothing, so that the server may remove it by itself.
  static func notification(for notice: MoneyNotice) -> DesktopNotification {
    let address = notice.address.map { [recipient($0, notice.lightningNode)] } ?? []
    let app = notice.appName.map { [NotificationLine(strong: localized("App"), claim: $0)] } ?? []
    return DesktopNotification(
      summary: notice.summary, body: address + notice.lines.map { NotificationLine($0) } + app)
  }

  private static func summary(_ notice: OwnerNotice) -> String {
    switch notice.kind {
    case .pairing: localized("An app wants to be paired")
    case .payment: notice.payment.map { localized("Pay \($0.amount)?") } ?? localized("A payment waits for you")
    }
  }

  /// A Lightning invoice is too long for a notification, and nobody could compare it with anything.
  private static func recipient(_ address: String, _ lightningNode: String?) -> NotificationLine {
    if let lightningNode { return NotificationLine(strong: localized("To the Lightning node"), grouped: lightningNode) }
    return NotificationLine(strong: localized("To"), grouped: address)
  }

  private static func facts(_ notice: OwnerNotice) -> [NotificationLine] {
    guard let payment = notice.payment else { return notice.lines.map { NotificationLine($0) } }
    var lines = [NotificationLine(strong: localized("Amount"), " " + payment.amount)]
    if let fee = payment.fee {
      let most = payment.feeCap.map { $0 == fee ? "" : localized(", at most \($0)") } ?? ""
      lines.append(NotificationLine(strong: localized("Fee"), " " + fee + most))
    }
    if let total = payment.total { lines.append(NotificationLine(strong: localized("Total"), " " + total)) }
    lines.append(recipient(payment.address, payment.lightningNode))
    lines.append(NotificationLine(payment.history.prefix(1).uppercased() + payment.history.dropFirst() + "."))
    return lines
  }

  private static func claims(_ notice: OwnerNotice) -> [NotificationLine] {
    var lines: [NotificationLine] = []
    if let name = notice.payment?.ownerName {
      lines.append(NotificationLine(strong: localized("You call the app"), " " + name))
    }
    lines.append(NotificationLine(strong: localized("Key of the app"), " " + notice.fingerprint))
    lines.append(
      NotificationLine(strong: localized("It calls itself"), claim: notice.payment?.claimedName ?? notice.appName))
    if let memo = notice.payment?.memo {
      lines.append(NotificationLine(strong: localized("It says it is for"), claim: memo, limit: 100))
    }
    return lines
  }

  private static func wayToApprove(_ notice: OwnerNotice, _ console: String) -> String {
    if notice.kind == .pairing { return localized("To approve, open \(console) and type the code that the app shows.") }
    let way =
      notice.needsPIN
      ? localized("To approve, open \(console): it needs your PIN.") : localized("To approve, open \(console).")
    // The PIN was mentioned in the text above.
    guard !notice.needsPIN, let obstacle = notice.payment?.obstacle else { return way }
    return localized("\(obstacle.prefix(1).uppercased() + obstacle.dropFirst()). Open \(console).")
  }
}

extension OwnerNotice {
  /// Whether a click can approve the question.
  var isApprovable: Bool { kind == .payment && canAnswer && !needsPIN }
}
