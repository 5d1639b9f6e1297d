import Cryptography

extension HandshakeFailure {
  /// Translates an error of the cryptographic functions that occurred while a message of the peer was read.
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
