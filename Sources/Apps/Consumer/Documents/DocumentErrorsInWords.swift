import DisplayText
import Documents
import Files

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DocumentError: ErrorInWords {
  /// What is wrong, in one sentence.
  public var sentence: String {
    switch self {
    case .noFolder: localized("The provider takes no documents of this app.")
    case .notAName(let name): localized("'\(Self.shown(name))' is no name of a document.")
    case .exists(let name): localized("Another document \(name) lies in the folder already.")
    case .notFound(let name): localized("There is no document \(name).")
    case .underWay(let name): localized("The request of \(name) goes on; removing it would not end that.")
    case .refused(let refusal): refusal.sentence
    case .forgedAnswer(let name): localized("The answer \(name) is not the provider's: its signature does not fit.")
    case .file(let name, .unsafeFile), .file(let name, .unsafeFolder):
      localized("\(name) cannot be trusted: somebody else may own or change it.")
    case .file(let name, .missing): localized("\(name) is not there.")
    case .file(let name, let error): localized("\(name) cannot be read or written (\(error)).")
    case .cryptography: localized("The document cannot be signed or sealed.")
    }
  }

  /// What the person can do.
  public var remedy: String? {
    switch self {
    case .noFolder: localized("Pair the app first; documents: in payd's configuration says whether any are taken.")
    case .notAName: localized("Letters, digits, - and _, and .yml at the end: 20240320110125_payment_order.yml.")
    case .exists: localized("Give this one another name.")
    case .notFound: localized("Documents that have ended are in the archive.")
    case .underWay: localized("Cancel the order or the invoice where that is still possible.")
    case .refused: localized("Nothing was submitted: correct the document and submit it again.")
    case .forgedAnswer: localized("Do not believe it. The lists of invoices and orders tell what is true.")
    case .file(_, .unsafeFile), .file(_, .unsafeFolder):
      localized("It must belong to you, and nobody else may change it.")
    case .file(_, .missing), .cryptography: localized("Ask the provider for the folder anew.")
    case .file: nil
    }
  }

  private static func shown(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(60)))
  }
}
