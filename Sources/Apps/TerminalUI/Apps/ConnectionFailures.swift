package import Consumer
import PaymentsAPI

extension DiscoveryError {
  /// Returns the failure to report if no provider was found, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    let (status, reason) = classification
    return CommandFailure(status, reason: reason, sentence, advice: advice(for: app) ?? remedy)
  }

  private var classification: (ExitStatus, String) {
    switch self {
    case .notRunning, .stale: (.unavailable, "not_running")
    case .unsafeFile: (.config, "discovery_unsafe")
    case .malformed: (.protocolError, "discovery_malformed")
    case .unreadable: (.ioError, "discovery_unreadable")
    case .several: (.config, "several_providers")
    case .wrongKey: (.protocolError, "wrong_key")
    case .otherService: (.config, "other_service")
    case .otherVersions: (.protocolError, "other_versions")
    case .downgraded: (.protocolError, "downgraded")
    }
  }

  /// Advice that names a command or an option of the program; `nil` if the library's is all that can be said.
  private func advice(for app: TerminalApp) -> String? {
    switch self {
    case .several: localized("Choose one with --provider NAME.")
    case .wrongKey(let name):
      localized(
        "It may be another program in its place. Only if the owner tells you that the provider was set up anew: "
          + "\(app.forgetKey) --provider \(name).")
    case .downgraded(let name, _):
      localized("If an older payd was installed on purpose: \(app.forgetKey) --provider \(name).")
    default: nil
    }
  }
}

extension PairingError {
  /// Returns the failure to report if there is no session, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    guard let failure else {
      let (status, reason): (ExitStatus, String) =
        switch self {
        case .notProven: (.protocolError, "not_proven")
        case .timedOut: (.unavailable, "timed_out")
        case .busy: (.tryAgain, "busy")
        default: (.unavailable, "refused")
        }
      return CommandFailure(status, reason: reason, sentence, advice: remedy)
    }
    // The wait that the provider named says more than the reason alone.
    let isTimed = retryAfterMilliseconds != nil
    return CommandFailure(
      failure.exitStatus, reason: failure.rawValue, sentence, advice: isTimed ? remedy : app.advice(failure) ?? remedy,
      code: failure.code.rawValue)
  }

  /// The reason of the specification; `nil` if the provider gave none.
  private var failure: FailureReason? {
    switch self {
    case .denied, .deniedLately: .pairingDenied
    case .tooManyQuestions: .tooManyQuestions
    case .tooManySessions: .tooManySessions
    case .locked: .pairingLocked
    case .revoked: .appRevoked
    case .busy, .refused, .notProven, .timedOut: nil
    }
  }
}

extension ConnectionError {
  /// The failure to report if there is no answer, with advice.
  package var commandFailure: CommandFailure {
    switch self {
    case .closed(.violation), .malformedResponse:
      CommandFailure(.protocolError, reason: "protocol_violation", sentence, advice: remedy)
    case .closed: CommandFailure(.unavailable, reason: "connection_lost", sentence, advice: remedy)
    case .timedOut:
      CommandFailure(
        .tryAgain, reason: "timed_out", sentence,
        advice: localized("Try again; a request with the same --request-id is never done twice."))
    case .cancelled: .interrupted
    case .congested: CommandFailure(.tryAgain, reason: "congested", sentence, advice: remedy)
    case .messageTooLarge: CommandFailure(.dataError, reason: "message_too_large", sentence)
    }
  }
}

extension AppStateError {
  /// Returns the failure to report if the app's own files cannot be used, with advice.
  package func commandFailure(of app: TerminalApp) -> CommandFailure {
    let folder = localized("See the folder that --state or PAYPORT_STATE names.")
    return switch self {
    case .invalidManifest: CommandFailure(.software, reason: "invalid_manifest", sentence)
    case .file(_, .unsafeFile), .file(_, .unsafeFolder):
      CommandFailure(.config, reason: "state_unsafe", sentence, advice: folder)
    case .file: CommandFailure(.ioError, reason: "state_failed", sentence, advice: folder)
    case .key(let error): error.commandFailure(of: app)
    case .damaged: CommandFailure(.config, reason: "state_damaged", sentence, advice: remedy)
    case .requestOfOtherProvider: CommandFailure(.dataError, reason: "other_provider", sentence, advice: remedy)
    }
  }
}
