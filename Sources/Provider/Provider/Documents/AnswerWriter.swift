import Cryptography
import Documents
import PaymentsModel

/// Writes and reads the answers to one app: signed with the provider's key, and sealed where the document is.
struct AnswerWriter: Sendable {
  let provider: Ed25519.SigningKey
  let app: Ed25519.VerifyingKey
  let seal: DocumentKey
  let random: any RandomSource

  /// What goes into the file of an answer.
  func bytes(of answer: DocumentAnswer, _ name: DocumentName) throws(CryptographyError) -> [UInt8] {
    guard name.form == .sealed else { return answer.text }
    return try seal.seal(answer.text, file: name.answerFile, random: random)
  }

  /// The signature of such a file.
  func sign(_ bytes: [UInt8], _ name: DocumentName, at now: Timestamp) throws(CryptographyError) -> DocumentSignature {
    try DocumentSignature(.answer, bytes, file: name.answerFile, for: app, by: provider, at: now)
  }

  /// The answer in two files; `nil` where it is none of this provider's to this app.
  func read(_ bytes: [UInt8], _ signature: DocumentSignature, _ name: DocumentName) -> DocumentAnswer? {
    guard signature.key == provider.verifyingKey,
      signature.isValid(.answer, bytes, file: name.answerFile, for: app)
    else { return nil }
    guard name.form == .sealed else { return DocumentAnswer(parsing: bytes) }
    return (try? seal.open(bytes, file: name.answerFile)).flatMap { DocumentAnswer(parsing: $0) }
  }
}
