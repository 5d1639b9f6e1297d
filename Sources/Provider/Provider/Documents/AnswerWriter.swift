import Cryptography
import Documents
import PaymentsModel

/// Writes and reads the answers to one app. They are signed with the provider's key, and sealed if the document is
/// sealed.
struct AnswerWriter: Sendable {
  let provider: Ed25519.SigningKey
  let app: Ed25519.VerifyingKey
  let seal: DocumentKey
  let random: any RandomSource

  /// Returns the content of an answer's file.
  func bytes(of answer: DocumentAnswer, _ name: DocumentName) throws(CryptographyError) -> [UInt8] {
    guard name.form == .sealed else { return answer.text }
    return try seal.seal(answer.text, file: name.answerFile, random: random)
  }

  /// Signs the content of an answer's file.
  func sign(_ bytes: [UInt8], _ name: DocumentName, at now: Timestamp) throws(CryptographyError) -> DocumentSignature {
    try DocumentSignature(.answer, bytes, file: name.answerFile, for: app, by: provider, at: now)
  }

  /// Returns the answer in a file and its signature; `nil` if it is not an answer of this provider to this app.
  func read(_ bytes: [UInt8], signature: DocumentSignature, of name: DocumentName) -> DocumentAnswer? {
    guard signature.key == provider.verifyingKey,
      signature.isValid(.answer, bytes, file: name.answerFile, for: app)
    else { return nil }
    guard name.form == .sealed else { return DocumentAnswer(parsing: bytes) }
    return (try? seal.open(bytes, file: name.answerFile)).flatMap { DocumentAnswer(parsing: $0) }
  }
}
