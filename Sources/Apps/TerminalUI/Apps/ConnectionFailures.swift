package import Consumer
package import Files

extension DiscoveryError {
  /// Returns the failure to report if no provider was found, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    let other = "The owner of the file must be you, its mode 0600 and its folder's 0700."
    switch self {
    case .notRunning(let name):
      let which = name.map { "The provider \($0)" } ?? "No provider"
      return CommandFailure(
        .unavailable, reason: "not_running", "\(which) is \(name == nil ? "" : "not ")running.",
        advice: "Start it with payd run, with the same --runtime folder.")
    case .stale(let name):
      return CommandFailure(
        .unavailable, reason: "not_running", "The provider \(name) ended without tidying up.",
        advice: "Start it again with payd run.")
    case .unsafeFile(let name, let danger):
      return CommandFailure(
        .config, reason: "discovery_unsafe",
        "The discovery file\(name.map { " of \($0)" } ?? "s' folder") cannot be trusted: \(danger.sentence).",
        advice: other)
    case .malformed(let name, let error):
      return CommandFailure(
        .protocolError, reason: "discovery_malformed", "The discovery file of \(name) is damaged (\(error)).",
        advice: "Stop payd, remove the file from the runtime folder, and start payd again.")
    case .unreadable(let name, let error):
      return CommandFailure(
        .ioError, reason: "discovery_unreadable",
        "The discovery file\(name.map { " of \($0)" } ?? "s") cannot be read (\(error)).", advice: other)
    case .several(let names):
      return CommandFailure(
        .config, reason: "several_providers", "Several providers run: \(names.joined(separator: ", ")).",
        advice: "Choose one with --provider NAME.")
    case .wrongKey(let name):
      return CommandFailure(
        .protocolError, reason: "wrong_key",
        "The provider \(name) has another key than when it was first met; nothing was sent to it.",
        advice:
          "It may be another program in its place. Only if the owner tells you that the provider was set up anew: "
          + "\(app.forgetKey) --provider \(name).")
    case .otherService(let name, let services):
      return CommandFailure(
        .config, reason: "other_service", "\(name) does not offer this: it offers \(services.joined(separator: ", ")).",
        advice: "Wallets offer payments, chats offer messaging: choose another provider.")
    case .otherVersions(let name, let speaks, let wanted):
      return CommandFailure(
        .protocolError, reason: "other_versions",
        "The provider \(name) speaks version \(speaks) of this, and \(app.name) version \(wanted); nothing was sent to it.",
        advice: "Install compatible versions of both.")
    case .downgraded(let name, let highest):
      return CommandFailure(
        .protocolError, reason: "downgraded",
        "The provider \(name) offers only versions below \(highest), which it offered before.",
        advice: "If an older payd was installed on purpose: \(app.forgetKey) --provider \(name).")
    }
  }
}

extension PrivateFileError.Danger {
  /// A description of the danger that ends a sentence.
  package var sentence: String {
    switch self {
    case .symbolicLink: "it is a symbolic link"
    case .wrongKind: "it is not a file or folder of the expected kind"
    case .owner(let user): "it belongs to user \(user)"
    case .names(let count): "it has \(count) names"
    case .permissions(let bits): "its mode 0\(String(bits, radix: 8)) lets others in"
    }
  }
}

extension PairingError {
  /// Returns the failure to report if there is no session, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    switch self {
    case .denied: Self.failure(.pairingDenied, app)
    case .deniedLately(let wait):
      CommandFailure(
        .notPermitted, reason: FailureReason.pairingDenied.rawValue,
        "The owner refused this app a short while ago; it may ask again in \(Self.words(wait)).",
        advice: "If that was a mistake, connect again then.", code: FailureReason.pairingDenied.code.rawValue)
    case .tooManyQuestions(let wait):
      CommandFailure(
        .tryAgain, reason: FailureReason.tooManyPrompts.rawValue,
        "The owner is asked too much already\(wait.map { "; this app may ask again in \(Self.words($0))" } ?? "").",
        advice: "The owner answers with payd approvals, payd approve ID and payd deny ID.",
        code: FailureReason.tooManyPrompts.code.rawValue)
    case .tooManySessions: Self.failure(.tooManySessions, app)
    case .locked: Self.failure(.pairingLocked, app)
    case .revoked: Self.failure(.appRevoked, app)
    case .refused:
      CommandFailure(
        .unavailable, reason: "refused", "The provider refused the connection.",
        advice: "It may have too many connections, or run for another user; see payd's log and payd status.")
    case .notProven(let failure):
      CommandFailure(
        .protocolError, reason: "not_proven", "The answering program did not prove to be the provider (\(failure)).",
        advice: "Try again if payd was just restarted; otherwise another program may be in its place.")
    case .timedOut:
      CommandFailure(
        .unavailable, reason: "timed_out", "The provider did not answer in time.", advice: "See payd's log.")
    }
  }

  private static func words(_ milliseconds: Int) -> String {
    let seconds = max(1, (milliseconds + 999) / 1000)
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\((seconds + 59) / 60) minutes"
  }

  private static func failure(_ reason: FailureReason, _ app: TerminalApp) -> CommandFailure {
    CommandFailure(
      reason.exitStatus, reason: reason.rawValue, reason.message, advice: app.advice(reason),
      code: reason.code.rawValue)
  }
}

extension ConnectionError {
  /// The failure to report if there is no answer, with advice.
  package var commandFailure: CommandFailure {
    switch self {
    case .closed(.violation), .malformedResponse:
      CommandFailure(
        .protocolError, reason: "protocol_violation", "The provider broke the protocol.", advice: "See payd's log.")
    case .closed:
      CommandFailure(
        .unavailable, reason: "connection_lost", "The connection to the provider was lost.",
        advice: "Check that payd runs, then try again.")
    case .timedOut:
      CommandFailure(
        .tryAgain, reason: "timed_out", "The provider did not answer in time.",
        advice: "Try again; a request with the same --request-id is never done twice.")
    case .cancelled: .interrupted
    case .congested:
      CommandFailure(
        .tryAgain, reason: "congested", "The provider reads too slowly; nothing was sent.", advice: "Try again.")
    case .messageTooLarge:
      CommandFailure(.dataError, reason: "message_too_large", "The request is too large; nothing was sent.")
    }
  }
}

extension AppStateError {
  /// Returns the failure to report if the app's own files cannot be used, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    let own = "\(app.name)'s own"
    let folder = "See the folder that --state or PAYPORT_STATE names."
    switch self {
    case .invalidManifest:
      return CommandFailure(.software, reason: "invalid_manifest", "\(own) manifest is wrong.")
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      return CommandFailure(
        .config, reason: "state_unsafe", "\(own) files cannot be trusted: \(name), \(danger.sentence).",
        advice: folder)
    case .file(let name, let error):
      return CommandFailure(
        .ioError, reason: "state_failed", "\(own) file \(name) cannot be used (\(error)).", advice: folder)
    case .key(let error): return error.commandFailure(of: app)
    case .damaged(let name):
      return CommandFailure(
        .config, reason: "state_damaged", "\(own) file \(name) is damaged.",
        advice: "Move it away to begin anew; a new key must be paired again.")
    }
  }
}
