import Consumer
import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Why the agent itself refuses a request.
enum AgentRefusal: Error, Sendable, Hashable {
  /// The app speaks another version of the lines.
  case version
  /// A member of the app has a form that no wallet accepts.
  case manifest
  /// The first request of the app is its hello.
  case helloFirst
  /// The app has said hello before.
  case helloAgain
  /// Another agent of the app delivers its events.
  case eventsInUse
  /// A payment has neither a name nor an identifier.
  case nameMissing
  /// A request has both a name and an identifier.
  case twoNames
  /// An event is acknowledged that was not delivered.
  case notDelivered
  /// A line of the app is longer than the limit.
  case lineTooLong

  /// One word for programs, and a sentence that says what to do.
  private var words: (reason: String, text: String) {
    switch self {
    case .version: ("unsupported_version", "This agent speaks version \(PaymentsAgent.version) of the lines only.")
    case .manifest: ("invalid_app", "The app's identifier, name or version is none that a wallet accepts.")
    case .helloFirst: ("hello_first", "The first request is hello, which says which app this is.")
    case .helloAgain: ("hello_again", "This agent serves an app already; another app starts an agent of its own.")
    case .eventsInUse:
      ("events_in_use", "Another agent of this app delivers its events. One process of an app takes them.")
    case .nameMissing:
      ("name_missing", "A payment has a name of the app's, by which it is made once however often it is asked for.")
    case .twoNames: ("two_names", "A request has a name or a request_id, not both.")
    case .notDelivered: ("not_delivered", "This event was not delivered since the agent started; it comes again.")
    case .lineTooLong: ("line_too_long", "The line is longer than 1 MiB, and was skipped.")
    }
  }

  /// The error object of a response.
  var rpcError: RPCError {
    RPCError(
      code: self == .helloFirst || self == .lineTooLong ? .invalidRequest : .invalidParams, message: words.text,
      data: ["reason": .string(words.reason)])
  }
}

/// Any failure as the error object of a response: its reason in one word, a sentence, and what to do.
enum AgentFailure {
  /// The words of failures that no provider has sent, with the same reasons that `payctl --json` has.
  private static let app = TerminalApp(name: "this app", forgetKey: "forget_provider", advice: { $0.remedy })

  /// Returns the error object.
  ///
  /// - Parameter isOpen: whether what was asked for may have been done nevertheless; `nil` where nothing is changed.
  static func rpcError(for error: any Error, isOpen: Bool?) -> RPCError {
    var failure = plain(error)
    guard case .object(var data) = failure.data ?? [:] else { return failure }
    data["advice"] = (data["advice"]?.stringValue ?? (error as? any ErrorInWords)?.remedy).map(JSONValue.string)
    data["outcome"] = isOpen.map { JSONValue.string($0 ? "unknown" : "nothing_done") }
    failure.data = .object(data)
    return failure
  }

  private static func plain(_ error: any Error) -> RPCError {
    switch error {
    case let error as AgentRefusal: return error.rpcError
    // A reason that this version does not know comes as the provider has sent it.
    case let error as RPCError: return error
    case let failure as PaymentsFailure:
      var error = failure.rpcError
      error.message = failure.sentence
      return error
    case let error as RequestNameError:
      let reason = error == .taken ? "request_conflict" : error == .unknown ? "unknown_name" : "invalid_params"
      return RPCError(
        code: error == .taken ? FailureReason.requestConflict.code : .invalidParams, message: error.sentence,
        data: ["reason": .string(reason), "pointer": "/name"])
    default:
      let failure = app.failure(for: error)
      var data: JSONObject = ["reason": .string(failure.reason)]
      data["retry_after_ms"] = (error as? PairingError)?.retryAfterMilliseconds.map { .integer($0) }
      data["advice"] = ((error as? any ErrorInWords)?.remedy ?? failure.advice).map(JSONValue.string)
      return RPCError(code: ErrorCode(rawValue: failure.code), message: failure.message, data: .object(data))
    }
  }

  /// Returns why there is no wallet, for the notification `wallet`.
  static func report(_ error: any Error) -> WalletReport {
    let failure = rpcError(for: error, isOpen: nil)
    let text = [failure.message, failure.data?["advice"]?.stringValue].compactMap(\.self).joined(separator: " ")
    return WalletReport(error, reason: failure.data?["reason"]?.stringValue ?? "internal", text: text)
  }
}
