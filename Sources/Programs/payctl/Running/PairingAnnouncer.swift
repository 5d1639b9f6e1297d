import Consumer
import JSON
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Shows the pairing code and how the owner approves it, and waits for the approval.
struct PairingAnnouncer: Sendable {
  let terminal: Terminal
  let isJSON: Bool
  /// Whether to wait at all. Otherwise an app that is not paired is a failure at once.
  var waits = true

  /// Waits until the owner has approved. Each new connection has its own code, which is shown again.
  ///
  /// - Throws: ``CommandFailure`` for an interruption, and the errors of the client.
  func wait(for client: PaymentsClient) async throws {
    guard waits else {
      let reason = FailureReason.pairingPending
      throw CommandFailure(
        .notPermitted, reason: reason.rawValue, localized(text: reason.message),
        advice: localized(
          "payctl connect shows six digits, which the owner types with payd approve; --pair waits for that here."),
        code: reason.code.rawValue)
    }
    try await terminal.wait(
      interrupted: localized("Pairing was interrupted."),
      advice: localized("payctl connect begins it anew, with another code.")
    ) { _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await client.waitUntilApproved() }
        group.addTask { try await announce(client) }
        // The task that announces the code ends only with an error.
        try await group.next()
      }
    }
    if !isJSON { try terminal.writeLines([localized("Approved.")], to: .error) }
  }

  /// Shows the code, and shows it again whenever it changes. Errors are ignored here, because the task that waits for
  /// the approval reports them.
  private func announce(_ client: PaymentsClient) async throws {
    var shown: String?
    while true {
      if case .pending(let code?, let questionID)? = try? await client.pairing(), code.digits != shown {
        shown = code.digits
        try show(code.digits, questionID)
      }
      try await Task.sleep(for: .seconds(1))
    }
  }

  private func show(_ digits: String, _ questionID: String?) throws {
    if isJSON {
      var pairing: JSONObject = ["code": .string(digits)]
      pairing["question_id"] = questionID.map(JSONValue.string)
      return try terminal.write(
        SafeJSON.text(JSONValue.object(["pairing": .object(pairing)]).text()) + "\n", to: .error)
    }
    try terminal.writeParagraphs(
      [
        localized("The wallet's owner has to let this app in. Pairing code:"), "", "    \(digits)", "",
        localized("The owner types it at the owner's console:"), "", "    payd approve --code \(digits)", "",
        localized("Waiting for that; Ctrl-C gives up."),
      ], to: .error)
  }
}
