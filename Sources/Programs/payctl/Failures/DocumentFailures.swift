import Consumer
import Files
import JSON
import TerminalUI

extension DocumentError {
  /// The failure to report for a document that could not be processed, with advice.
  var commandFailure: CommandFailure {
    switch self {
    case .noFolder:
      CommandFailure(
        .unavailable, reason: "no_document_folder", sentence,
        advice: localized("payctl connect pairs it; documents: in payd's configuration says whether any are taken."))
    case .notAName:
      CommandFailure(
        .usage, reason: "not_a_document_name", sentence,
        advice: localized("Letters, digits, - and _, and .yml at the end: 20240320110125_payment_order.yml."))
    case .exists:
      CommandFailure(
        .dataError, reason: "document_exists", sentence,
        advice: localized("Give this one another name."))
    case .notFound:
      CommandFailure(
        .dataError, reason: "document_not_found", sentence,
        advice: localized("payctl document list --archived shows all."))
    case .underWay:
      CommandFailure(
        .dataError, reason: "document_under_way", sentence,
        advice: localized(
          "payctl cancel-order or cancel-invoice ends it where it can be; --force removes the document anyway."))
    case .refused(let refusal): Self.failure(refusal)
    case .forgedAnswer:
      CommandFailure(
        .protocolError, reason: "forged_answer",
        sentence,
        advice: localized("Do not believe it. payctl orders and payctl invoices tell what is true."))
    case .file(_, .unsafeFile), .file(_, .unsafeFolder):
      CommandFailure(
        .config, reason: "document_folder_unsafe", sentence,
        advice: localized("It must belong to you, and nobody else may change it."))
    case .file(_, .missing):
      CommandFailure(
        .unavailable, reason: "no_document_folder", sentence,
        advice: localized("payctl session asks the provider anew where it is."))
    case .file:
      CommandFailure(.ioError, reason: "document_file", sentence)
    case .cryptography:
      CommandFailure(
        .software, reason: "internal", sentence,
        advice: localized("payctl session asks the provider for the document key anew."))
    }
  }

  private static func failure(_ refusal: DocumentRefusal) -> CommandFailure {
    var data: JSONObject = [:]
    data["pointer"] = refusal.pointer.map(JSONValue.string)
    data["rule"] = refusal.rule.map(JSONValue.string)
    data["line"] = refusal.line.map { .integer($0) }
    data["column"] = refusal.column.map { .integer($0) }
    return CommandFailure(
      .dataError, reason: refusal.reason, refusal.sentence,
      advice: localized("Nothing was submitted. payctl document new shows how such a document looks."),
      code: refusal.code,
      data: .object(data))
  }
}

extension CatalogueError {
  /// The failure to report for a catalogue folder that cannot be used, with advice.
  var commandFailure: CommandFailure {
    switch self {
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      CommandFailure(
        .config, reason: "catalogue_unsafe", localized("The catalogue cannot be trusted: \(name), \(danger.sentence)."),
        advice: localized("Its owner must be you, the mode of files 0600 and that of folders 0700."))
    case .file(let name, let error):
      CommandFailure(
        .ioError, reason: "catalogue_unreadable", localized("\(name) of the catalogue cannot be read (\(error))."),
        advice: localized("Give --folder the .services folder in the state folder of payd."))
    case .document(let name, let failure):
      CommandFailure(
        .dataError, reason: "catalogue_malformed", localized("\(name) of the catalogue is wrong: \(failure)."))
    case .unknownService:
      CommandFailure(
        FailureReason.serviceNotFound.exitStatus, reason: FailureReason.serviceNotFound.rawValue,
        localized(text: FailureReason.serviceNotFound.message), advice: FailureReason.serviceNotFound.advice)
    }
  }
}
