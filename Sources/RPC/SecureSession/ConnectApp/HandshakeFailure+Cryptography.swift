import Cryptography

extension HandshakeFailure {
  /// What a refusal of the primitives means while a peer's message is read.
  init(reading error: CryptographyError) {
    self =
      switch error {
      case .authenticationFailure, .invalidSharedSecret: .authenticationFailed
      case .invalidLength, .invalidKey, .invalidEncoding: .malformedMessage
      case .invalidParameters: .unexpectedMessage
      case .randomnessUnavailable, .libraryFailure: .internalFailure
      }
  }
}
