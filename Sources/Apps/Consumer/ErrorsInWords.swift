import DisplayText
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
/// amounts, addresses or keys, so that both can be written to a log. The words are English, but
/// for the programs of payport, which talk with people in their language.
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
      return localized("The wallet's owner has not granted this app the permission \(rule).")
    }
    let message = localized(text: reason.message)
    guard let pointer else { return message }
    let place = Self.field(pointer)
    // Paths of the schema say nothing to people.
    guard let rule, rule.utf8.first != UInt8(ascii: "/") else { return "\(message) (\(place))" }
    // Unknown members are refused by the schema as a whole, whose path is empty.
    return rule.isEmpty
      ? localized("\(message) (\(place): not allowed)")
      : "\(message) (\(place): \(localized(text: Self.words(rule))))"
  }

  /// What the person can do.
  public var remedy: String? { wallet?.remedy ?? reason.remedy }

  /// The field that a JSON Pointer names, as people read it: `max fee` for `/max_fee`.
  private static func field(_ pointer: String) -> String {
    pointer.isEmpty
      ? localized("the request")
      : pointer.unicodeScalars.split(separator: "/").map { localized(text: words(String($0))) }.joined(separator: ", ")
  }

  private static func words(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "_" ? " " : $0 }))
  }
}

extension DiscoveryError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .notRunning(nil): localized("No provider is running.")
    case .notRunning(let name?): localized("The provider \(name) is not running.")
    case .stale(let name): localized("The provider \(name) ended without tidying up.")
    case .unsafeFile(nil, let danger): localized("The discovery files' folder cannot be trusted: \(danger.sentence).")
    case .unsafeFile(let name?, let danger):
      localized("The discovery file of \(name) cannot be trusted: \(danger.sentence).")
    case .malformed(let name, let error): localized("The discovery file of \(name) is damaged (\(error)).")
    case .unreadable(nil, let error): localized("The discovery files cannot be read (\(error)).")
    case .unreadable(let name?, let error): localized("The discovery file of \(name) cannot be read (\(error)).")
    case .several(let names): localized("Several providers run: \(names.joined(separator: ", ")).")
    case .wrongKey(let name):
      localized("The provider \(name) has another key than when it was first met; nothing was sent to it.")
    case .otherService(let name, let services):
      localized("\(name) does not offer this: it offers \(services.joined(separator: ", ")).")
    case .otherVersions(let name, let speaks, let wanted):
      localized(
        "The provider \(name) speaks version \(speaks) of this, and this app version \(wanted); nothing was sent to it."
      )
    case .downgraded(let name, let highest):
      localized("The provider \(name) offers only versions below \(highest), which it offered before.")
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .notRunning: localized("Start it with payd run, with the same --runtime folder.")
    case .stale: localized("Start it again with payd run.")
    case .unsafeFile, .unreadable: localized("The owner of the file must be you, its mode 0600 and its folder's 0700.")
    case .malformed: localized("Stop payd, remove the file from the runtime folder, and start payd again.")
    case .several: localized("Choose one of them.")
    case .wrongKey:
      localized(
        "It may be another program in its place. Forget the old key only if the owner tells you that the provider was set "
          + "up anew.")
    case .otherService: localized("Wallets offer payments, chats offer messaging: choose another provider.")
    case .otherVersions: localized("Install compatible versions of both.")
    case .downgraded: localized("If an older payd was installed on purpose, forget the provider's key.")
    }
  }
}

extension PairingError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .denied: localized(text: FailureReason.pairingDenied.message)
    case .deniedLately(let wait):
      localized("The owner refused this app a short while ago; it may ask again in \(Self.words(wait)).")
    case .tooManyQuestions(nil): localized("The owner is asked too much already.")
    case .tooManyQuestions(let wait?):
      localized("The owner is asked too much already; this app may ask again in \(Self.words(wait)).")
    case .tooManySessions: localized(text: FailureReason.tooManySessions.message)
    case .locked: localized(text: FailureReason.pairingLocked.message)
    case .revoked: localized(text: FailureReason.appRevoked.message)
    case .busy: localized("The provider is busy, or about to start or to end.")
    case .refused: localized("The provider refused the connection.")
    case .notProven(let failure): localized("The answering program did not prove to be the provider (\(failure)).")
    case .timedOut: localized("The provider did not answer in time.")
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .denied: FailureReason.pairingDenied.remedy
    case .deniedLately: localized("If that was a mistake, connect again then.")
    case .tooManyQuestions: FailureReason.tooManyQuestions.remedy
    case .tooManySessions: FailureReason.tooManySessions.remedy
    case .locked: FailureReason.pairingLocked.remedy
    case .revoked: FailureReason.appRevoked.remedy
    case .busy: localized("Try again in a few seconds. If it stays, see payd status and payd's log.")
    case .refused:
      localized("See payd status and payd's log: it may have too many connections, or run for another user.")
    case .notProven: localized("Try again if payd was just restarted; otherwise another program may be in its place.")
    case .timedOut: localized("See payd's log.")
    }
  }

  private static func words(_ milliseconds: Int) -> String {
    let seconds = max(1, (milliseconds + 999) / 1000)
    if seconds < 120 { return seconds == 1 ? localized("1 second") : localized("\(seconds) seconds") }
    return localized("\((seconds + 59) / 60) minutes")
  }
}

extension ConnectionError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .closed(.violation), .malformedResponse: localized("The provider broke the protocol.")
    case .closed: localized("The connection to the provider was lost.")
    case .timedOut: localized("The provider did not answer in time.")
    case .cancelled: localized("Interrupted.")
    case .congested: localized("The provider reads too slowly; nothing was sent.")
    case .messageTooLarge: localized("The request is too large; nothing was sent.")
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .closed(.violation), .malformedResponse: localized("See payd's log.")
    case .closed: localized("Check that payd runs, then try again.")
    case .timedOut: localized("Try again; the same request is never done twice.")
    case .congested: localized("Try again.")
    case .cancelled, .messageTooLarge: nil
    }
  }
}

extension AppStateError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .invalidManifest: localized("The app's own manifest is wrong.")
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      localized("The app's own files cannot be trusted: \(name), \(danger.sentence).")
    case .file(let name, let error): localized("The app's own file \(name) cannot be used (\(error)).")
    case .key(let error): localized("The app's own key cannot be used: \(error.sentence).")
    case .damaged(let name): localized("The app's own file \(name) is damaged.")
    case .requestOfOtherProvider(let name):
      localized("A request with this id was made to another provider, \(name), and its outcome is not known.")
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .invalidManifest, .key: nil
    case .file: localized("See the app's folder in the state folder.")
    case .damaged: localized("Move it away to begin anew; a new key must be paired again.")
    case .requestOfOtherProvider(let name): localized("Ask \(name) for its outcome before you make the request here.")
    }
  }
}

extension EventGap: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    localized("The provider keeps events for some time only: those after \(lastSeen) and up to \(oldest) are gone.")
  }

  /// What the person can do.
  public var remedy: String? { localized("The lists of invoices and orders show how everything stands.") }
}

extension StatementDamaged: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String { localized("The received file is not the one that the provider announced.") }

  /// What the person can do.
  public var remedy: String? { localized("Ask for it again.") }
}
