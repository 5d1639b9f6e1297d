import JSON
import PaymentsAPI
import TerminalUI

/// A proof in a file. The file contains the result of `proof_request` as one JSON document, which can be sent to
/// others.
///
/// For a proof that was made by another program, the file is written by hand with `currency`, `kind`, `proof` and
/// `signed_message`, and `transaction_id`, `address` and `amount` as the kind requires.
enum ProofFile {
  /// The largest size of a file in bytes, which is larger than any proof.
  private static let limit = 1 << 20

  static func write(_ proof: ProofRequest.Result, to path: String) throws {
    let text = try JSONBytesEncoder().encodeValue(proof).text(style: .pretty) + "\n"
    try LocalFile.create(path, Array(text.utf8))
  }

  /// Reads the params for verifying the proof in a file.
  ///
  /// - Throws: ``CommandFailure`` if the file is no proof.
  static func read(_ path: String) throws(CommandFailure) -> VerifyProof.Params {
    let bytes = try LocalFile.read(path, limit: limit)
    let value: JSONValue
    do {
      value = try JSONValue(parsing: bytes)
    } catch {
      throw failure(path, localized("it is no JSON: \(error)"))
    }
    // Members of later versions are ignored, and so are the order or invoice, which mean something to the prover only.
    do {
      return try JSONValueDecoder().decode(VerifyProof.Params.self, from: value)
    } catch {
      let pointer = error.pointer.description
      throw failure(
        path,
        pointer.isEmpty
          ? localized("the whole is missing or not of the form") : localized("\(pointer) is missing or not of the form")
      )
    }
  }

  private static func failure(_ path: String, _ text: String) -> CommandFailure {
    CommandFailure(
      .dataError, reason: "no_proof", localized("\(path) is no proof: \(text)."),
      advice: localized(
        "payctl prove … --output FILE writes such a file; one made by hand needs currency, kind, proof and "
          + "signed_message."))
  }
}
