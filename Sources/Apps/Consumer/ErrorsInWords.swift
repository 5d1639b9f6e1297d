public import PaymentsAPI
public import RPCRuntime

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An error of this library in words for people, for an app that shows it as it is.
///
/// `errorDescription`, and so `localizedDescription`, is ``sentence``; `recoverySuggestion` is ``remedy``. Neither has
/// amounts, addresses or keys, so that both can be written to a log. The words are English.
public protocol ErrorInWords: LocalizedError {
  /// What is wrong, in one sentence.
  var sentence: String { get }
  /// What the person can do, in one or two sentences; `nil` if nothing can be said.
  var remedy: String? { get }
}

extension ErrorInWords {
  /// What is wrong, in one sentence.
  public var errorDescription: String? { sentence }
  /// What the person can do.
  public var recoverySuggestion: String? { remedy }
}

extension PaymentsFailure: ErrorInWords {
  /// What the provider said, with the place that it named.
  public var sentence: String {
    if let wallet { return wallet.sentence }
    if reason == .scopeNotGranted, pointer == nil, let rule {
      return "The wallet's owner has not granted this app the permission \(rule)."
    }
    guard let pointer else { return reason.message }
    let place = Self.field(pointer)
    // Unknown members are refused by the schema as a whole, whose path is empty. Other paths of the schema say nothing to
    // people.
    let broken =
      rule.map { $0.isEmpty ? ": not allowed" : $0.utf8.first == UInt8(ascii: "/") ? "" : ": \(Self.words($0))" } ?? ""
    return "\(reason.message) (\(place)\(broken))"
  }

  /// What the person can do.
  public var remedy: String? { wallet?.remedy ?? reason.remedy }

  /// The field that a JSON Pointer names, as people read it: `max fee` for `/max_fee`.
  private static func field(_ pointer: String) -> String {
    pointer.isEmpty
      ? "the request" : pointer.unicodeScalars.split(separator: "/").map { words(String($0)) }.joined(separator: ", ")
  }

  private static func words(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "_" ? " " : $0 }))
  }
}

extension DiscoveryError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .notRunning(nil): "No provider is running."
    case .notRunning(let name?): "The provider \(name) is not running."
    case .stale(let name): "The provider \(name) ended without tidying up."
    case .unsafeFile(let name, let danger):
      "The discovery file\(name.map { " of \($0)" } ?? "s' folder") cannot be trusted: \(danger.sentence)."
    case .malformed(let name, let error): "The discovery file of \(name) is damaged (\(error))."
    case .unreadable(let name, let error):
      "The discovery file\(name.map { " of \($0)" } ?? "s") cannot be read (\(error))."
    case .several(let names): "Several providers run: \(names.joined(separator: ", "))."
    case .wrongKey(let name):
      "The provider \(name) has another key than when it was first met; nothing was sent to it."
    case .otherService(let name, let services):
      "\(name) does not offer this: it offers \(services.joined(separator: ", "))."
    case .otherVersions(let name, let speaks, let wanted):
      "The provider \(name) speaks version \(speaks) of this, and this app version \(wanted); nothing was sent to it."
    case .downgraded(let name, let highest):
      "The provider \(name) offers only versions below \(highest), which it offered before."
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .notRunning: "Start it with payd run, with the same --runtime folder."
    case .stale: "Start it again with payd run."
    case .unsafeFile, .unreadable: "The owner of the file must be you, its mode 0600 and its folder's 0700."
    case .malformed: "Stop payd, remove the file from the runtime folder, and start payd again."
    case .several: "Choose one of them."
    case .wrongKey:
      "It may be another program in its place. Forget the old key only if the owner tells you that the provider was set "
        + "up anew."
    case .otherService: "Wallets offer payments, chats offer messaging: choose another provider."
    case .otherVersions: "Install compatible versions of both."
    case .downgraded: "If an older payd was installed on purpose, forget the provider's key."
    }
  }
}

extension PairingError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .denied: FailureReason.pairingDenied.message
    case .deniedLately(let wait):
      "The owner refused this app a short while ago; it may ask again in \(Self.words(wait))."
    case .tooManyQuestions(let wait):
      "The owner is asked too much already\(wait.map { "; this app may ask again in \(Self.words($0))" } ?? "")."
    case .tooManySessions: FailureReason.tooManySessions.message
    case .locked: FailureReason.pairingLocked.message
    case .revoked: FailureReason.appRevoked.message
    case .busy: "The provider is busy, or about to start or to end."
    case .refused: "The provider refused the connection."
    case .notProven(let failure): "The answering program did not prove to be the provider (\(failure))."
    case .timedOut: "The provider did not answer in time."
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .denied: FailureReason.pairingDenied.remedy
    case .deniedLately: "If that was a mistake, connect again then."
    case .tooManyQuestions: FailureReason.tooManyQuestions.remedy
    case .tooManySessions: FailureReason.tooManySessions.remedy
    case .locked: FailureReason.pairingLocked.remedy
    case .revoked: FailureReason.appRevoked.remedy
    case .busy: "Try again in a few seconds. If it stays, see payd status and payd's log."
    case .refused:
      "See payd status and payd's log: it may have too many connections, or run for another user."
    case .notProven: "Try again if payd was just restarted; otherwise another program may be in its place."
    case .timedOut: "See payd's log."
    }
  }

  private static func words(_ milliseconds: Int) -> String {
    let seconds = max(1, (milliseconds + 999) / 1000)
    if seconds < 120 { return seconds == 1 ? "1 second" : "\(seconds) seconds" }
    return "\((seconds + 59) / 60) minutes"
  }
}

extension ConnectionError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .closed(.violation), .malformedResponse: "The provider broke the protocol."
    case .closed: "The connection to the provider was lost."
    case .timedOut: "The provider did not answer in time."
    case .cancelled: "Interrupted."
    case .congested: "The provider reads too slowly; nothing was sent."
    case .messageTooLarge: "The request is too large; nothing was sent."
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .closed(.violation), .malformedResponse: "See payd's log."
    case .closed: "Check that payd runs, then try again."
    case .timedOut: "Try again; the same request is never done twice."
    case .congested: "Try again."
    case .cancelled, .messageTooLarge: nil
    }
  }
}

extension AppStateError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .invalidManifest: "The app's own manifest is wrong."
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      "The app's own files cannot be trusted: \(name), \(danger.sentence)."
    case .file(let name, let error): "The app's own file \(name) cannot be used (\(error))."
    case .key(let error): "The app's own key cannot be used: \(error.sentence)."
    case .damaged(let name): "The app's own file \(name) is damaged."
    case .requestOfOtherProvider(let name):
      "A request with this id was made to another provider, \(name), and its outcome is not known."
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .invalidManifest, .key: nil
    case .file: "See the app's folder in the state folder."
    case .damaged: "Move it away to begin anew; a new key must be paired again."
    case .requestOfOtherProvider(let name): "Ask \(name) for its outcome before you make the request here."
    }
  }
}

extension EventGap: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    "The provider keeps events for some time only: those after \(lastSeen) and up to \(oldest) are gone."
  }

  /// What the person can do.
  public var remedy: String? { "The lists of invoices and orders show how everything stands." }
}

extension StatementDamaged: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String { "The received file is not the one that the provider announced." }

  /// What the person can do.
  public var remedy: String? { "Ask for it again." }
}
