package import MessagingAPI
package import PaymentsAPI
package import PaymentsModel
import ServiceHost
import Transport

/// A message that the person is asked about. All that it says comes from the app: untrusted, to be shown made safe.
package struct ConsentQuestion: Sendable, Hashable {
  /// The message.
  package let id: PaymentMessageID
  /// Who asks: proven is the key alone.
  package let source: MessageSource
  /// To whom it would go.
  package let target: MessageTarget
  /// The payment that the app names.
  package let payment: PaymentReference
  /// What the contact would read.
  package let text: String
  /// What would go with it.
  package let files: [MessageFile]
  /// When it was asked.
  package let since: Timestamp
  /// Until when it can be answered.
  package let until: Timestamp

  init?(_ message: OutgoingMessage) {
    guard message.phase == .waiting, let target = message.target, let payment = message.payment,
      let text = message.text
    else { return nil }
    id = message.id
    source = message.source
    self.target = target
    self.payment = payment
    self.text = text
    files = message.files
    since = message.createdAt
    until = message.expiresAt
  }
}

/// An app that wants to be let in. The person types the six digits that the app shows; here they are not shown.
package struct PairingQuestion: Sendable, Hashable {
  /// The name under which it is answered.
  package let id: String
  /// The app's identity, which it has proven.
  package let app: AppKey
  /// What the app claims to be: untrusted.
  package let manifest: Manifest
  /// The program that holds the connection, as advice.
  package let process: String?
  /// Whether another app that was let in, or waits as well, says that it is the same: one of the two is not, or has a
  /// new key.
  package let isNamesake: Bool
  /// Until when it waits.
  package let until: Timestamp

  init(_ prompt: PairingRequests.Prompt, isNamesake: Bool) {
    self.isNamesake = isNamesake
    id = prompt.id
    app = prompt.app
    manifest = prompt.manifest
    process = prompt.applicants.first?.peer.knownProcess?.words
    until = prompt.until
  }
}

/// Why an answer to a ``PairingQuestion`` was not taken.
package enum PairingAnswerError: Error, Sendable, Hashable {
  /// No such app waits, or not any more.
  case notFound
  /// The code is another one; how many tries are left.
  case wrongCode(triesLeft: Int)
  /// Too many wrong codes were typed: nobody can pair until then.
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

/// What a ``MessagingService`` tells the program around it.
package enum MessagingChange: Sendable, Hashable {
  /// An app wants to be let in, or does not any more.
  case pairings
  /// A message is new or has changed.
  case message(PaymentMessageID)
  /// Something could not be written down, and so was not done.
  case notKept
}
