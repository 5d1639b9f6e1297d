package import MessagingAPI
package import PaymentsAPI
package import PaymentsModel
import ServiceHost
import Transport

/// An app that asks to be approved. The person types the six digits that the app shows, so they are not part of the
/// question.
package struct PairingQuestion: Sendable, Hashable {
  /// The identifier to answer the question with.
  package let id: String
  /// The app's public key, which it has proven to hold.
  package let app: AppKey
  /// The manifest of the app. Its content is claimed and untrusted.
  package let manifest: Manifest
  /// A description of the program that holds the connection. It is a hint and no proof.
  package let process: String?
  /// Whether another app, admitted or waiting, claims the same identifier. Either one of the two is false, or the app
  /// has a new key.
  package let isNamesake: Bool
  /// The end of the time in which the question can be answered.
  package let until: Timestamp

  init(_ question: PairingRequests.Question, isNamesake: Bool) {
    self.isNamesake = isNamesake
    id = question.id
    app = question.app
    manifest = question.manifest
    process = question.applicants.first?.peer.knownProcess?.words
    until = question.until
  }
}

/// Why an answer to a ``PairingQuestion`` was not accepted.
package enum PairingAnswerError: Error, Sendable, Hashable {
  /// No such question exists, or it exists no longer.
  case notFound
  /// The code is wrong; the value tells how many tries are left.
  case wrongCode(triesLeft: Int)
  /// Too many wrong codes were typed. No app can be paired before the given time.
  case locked(until: Timestamp)

  init(_ refusal: PairingRequests.Refusal) {
    switch refusal {
    case .notFound: self = .notFound
    case .codeMissing: self = .wrongCode(triesLeft: PairingRequests.triesAllowed)
    case .wrongCode(let left): self = .wrongCode(triesLeft: left)
    case .locked(let until): self = .locked(until: until)
    }
  }
}

/// A change that a ``MessagingService`` reports to the program around it.
package enum MessagingChange: Sendable, Hashable {
  /// An app has begun to wait for admission, or has stopped waiting.
  case pairings
  /// A message is new or has changed.
  case message(PaymentMessageID)
  /// Something could not be written to the disk and was therefore not done.
  case notKept
}
