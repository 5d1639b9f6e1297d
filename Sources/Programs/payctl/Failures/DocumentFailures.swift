import Consumer
import Files
import TerminalUI

extension DocumentError {
  /// The failure to report for a document that could not be processed, with advice.
  var commandFailure: CommandFailure {
    switch self {
    case .noFolder:
      CommandFailure(
        .unavailable, reason: "no_document_folder", "The provider takes no documents of this app.",
        advice: "payctl connect pairs it; documents: in payd's configuration says whether any are taken.")
    case .notAName(let name):
      CommandFailure(
        .usage, reason: "not_a_document_name", "'\(name.prefix(60))' is no name of a document.",
        advice: "Letters, digits, - and _, and .yml at the end: 20240320110125_payment_order.yml.")
    case .exists(let name):
      CommandFailure(
        .dataError, reason: "document_exists", "Another document \(name) lies in the folder already.",
        advice: "Give this one another name.")
    case .notFound(let name):
      CommandFailure(
        .dataError, reason: "document_not_found", "There is no document \(name).",
        advice: "payctl document list --archived shows all.")
    case .underWay(let name):
      CommandFailure(
        .dataError, reason: "document_under_way", "The request of \(name) goes on; removing it would not end that.",
        advice: "payctl cancel-order or cancel-invoice ends it where it can be; --force removes the document anyway.")
    case .refused(let refusal): Self.failure(refusal)
    case .forgedAnswer(let name):
      CommandFailure(
        .protocolError, reason: "forged_answer",
        "The answer \(name) is not the provider's: its signature does not fit.",
        advice: "Do not believe it. payctl orders and payctl invoices tell what is true.")
    case .file(let name, .unsafeFile), .file(let name, .unsafeFolder):
      CommandFailure(
        .config, reason: "document_folder_unsafe", "\(name) cannot be trusted: somebody else may own or change it.",
        advice: "It must belong to you, and nobody else may change it.")
    case .file(let name, .missing):
      CommandFailure(
        .unavailable, reason: "no_document_folder", "\(name) is not there.",
        advice: "payctl session asks the provider anew where it is.")
    case .file(let name, let error):
      CommandFailure(.ioError, reason: "document_file", "\(name) cannot be read or written (\(error)).")
    case .cryptography:
      CommandFailure(
        .software, reason: "internal", "The document cannot be signed or sealed.",
        advice: "payctl session asks the provider for the document key anew.")
    }
  }

  private static func failure(_ refusal: DocumentRefusal) -> CommandFailure {
    let place = refusal.line.map { " (line \($0)\(refusal.column.map { ", column \($0)" } ?? ""))" } ?? ""
    let rule = [refusal.pointer, refusal.rule].compactMap(\.self).joined(separator: ": ")
    return CommandFailure(
      .dataError, reason: refusal.reason, refusal.message + place + (rule.isEmpty ? "" : " " + rule),
      advice: "payctl document new shows how such a document looks.", code: refusal.code)
  }
}

extension CatalogueError {
  /// The failure to report for a catalogue folder that cannot be used, with advice.
  var commandFailure: CommandFailure {
    switch self {
    case .file(let name, .unsafeFile(let danger)), .file(let name, .unsafeFolder(let danger)):
      CommandFailure(
        .config, reason: "catalogue_unsafe", "The catalogue cannot be trusted: \(name), \(danger.sentence).",
        advice: "Its owner must be you, the mode of files 0600 and that of folders 0700.")
    case .file(let name, let error):
      CommandFailure(
        .ioError, reason: "catalogue_unreadable", "\(name) of the catalogue cannot be read (\(error)).",
        advice: "Give --folder the .services folder in the state folder of payd.")
    case .document(let name, let failure):
      CommandFailure(.dataError, reason: "catalogue_malformed", "\(name) of the catalogue is wrong: \(failure).")
    case .unknownService:
      CommandFailure(
        FailureReason.serviceNotFound.exitStatus, reason: FailureReason.serviceNotFound.rawValue,
        FailureReason.serviceNotFound.message, advice: FailureReason.serviceNotFound.advice)
    }
  }
}
