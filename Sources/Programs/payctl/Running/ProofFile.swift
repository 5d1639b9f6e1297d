import JSON
import PaymentsAPI
import TerminalUI

/// A proof in a file: the result of `proof_request` as it travelled, one JSON document that a person can mail.
///
/// A proof that somebody else made is written by hand: `currency`, `kind`, `proof` and `signed_message`, with
/// `transaction_id`, `address` and `amount` as the kind needs them.
enum ProofFile {
  /// Larger than any proof.
  private static let limit = 1 << 20

  static func write(_ proof: ProofRequest.Result, to path: String) throws {
    let text = try JSONBytesEncoder().encodeValue(proof).text(style: .pretty) + "\n"
    try LocalFile.create(path, Array(text.utf8))
  }

  /// What a file asks to be verified.
  ///
  /// - Throws: ``CommandFailure`` where it is no proof.
  static func read(_ path: String) throws(CommandFailure) -> VerifyProof.Params {
    let bytes = try LocalFile.read(path, limit: limit)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw failure(path, "it is no JSON: \(error)")
    }
    // Members that a later version adds, and what binds it to an order or invoice of the one who made it, are let be.
    do {
      return try JSONValueDecoder().decode(VerifyProof.Params.self, from: value)
    } catch {
      let pointer = error.pointer.description
      throw failure(path, "\(pointer.isEmpty ? "the whole" : pointer) is missing or not of the form")
    }
  }

  private static func failure(_ path: String, _ text: String) -> CommandFailure {
    CommandFailure(
      .dataError, reason: "no_proof", "\(path) is no proof: \(text).",
      advice: "payctl prove … --output FILE writes such a file; one made by hand needs currency, kind, proof and "
        + "signed_message.")
  }
}
