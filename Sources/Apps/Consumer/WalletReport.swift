package import JSON
import SecureSession

/// How the wallet stands, as an agent tells the program that has started it (19.4, 20.4).
package struct WalletReport: Sendable, Equatable {
  /// `ready`, `pairing`, `unavailable` or `refused`.
  package let state: String
  /// Why it is not there, in one word.
  package let reason: String?
  /// A sentence for people.
  package let text: String
  /// The provider's name.
  package let provider: String?
  /// The pairing code and the question that the owner finds it by.
  private let pairing: (digits: String?, questionID: String?)

  /// Whether the owner has let the app in.
  package init(_ pairing: Pairing, provider: String?) {
    reason = nil
    self.provider = provider
    switch pairing {
    case .paired:
      state = "ready"
      text = "The wallet is connected."
      self.pairing = (nil, nil)
    case .pending(let code, let questionID):
      state = "pairing"
      text = "The wallet's owner has to let this app in, and types the six digits there: payd questions"
      self.pairing = (code?.digits, questionID)
    }
  }

  /// Why there is no wallet at the moment; or that its owner has refused the app, which is not asked again by itself.
  package init(_ error: any Error, reason: String, text: String) {
    state = (error as? PairingError)?.isTransient == false ? "refused" : "unavailable"
    self.reason = reason
    self.text = text
    provider = nil
    pairing = (nil, nil)
  }

  /// The members of the line.
  package var members: JSONObject {
    var members: JSONObject = ["state": .string(state), "text": .string(text)]
    members["reason"] = reason.map(JSONValue.string)
    members["provider"] = provider.map(JSONValue.string)
    members["code"] = pairing.digits.map(JSONValue.string)
    members["question_id"] = pairing.questionID.map(JSONValue.string)
    return members
  }

  /// Whether two say the same.
  package static func == (left: WalletReport, right: WalletReport) -> Bool { left.members == right.members }
}
