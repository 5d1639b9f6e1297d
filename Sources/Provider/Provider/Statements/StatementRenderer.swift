import Dispatch
import PaymentsAPI
import Platform
import Processes
import Statements

/// Writes statements as files, one after the other on a queue of its own: not on the threads that payments need.
final class StatementRenderer: Sendable {
  /// The program that makes PDF files: it is not part of this process, which so needs no memory for fonts and gives it
  /// no secrets.
  private let program: String
  private let queue = DispatchQueue(label: "payport.statements", qos: .utility)

  /// A renderer that runs the program at this path.
  init(program: String) {
    self.program = program
  }

  /// The program beside the running one.
  convenience init() {
    self.init(program: ProgramLocation.folder + "/payport-statement")
  }

  /// Why a file in this format cannot be made at all, for the owner's log; `nil` where it can be tried.
  func obstacle(to format: StatementFormat) -> String? {
    guard format == .pdf, access(program, X_OK) != 0 else { return nil }
    return "PDF files are made by \(program), which is missing or cannot be run"
  }

  /// The file; `nil` where the program failed.
  func file(_ draft: StatementMaker.Draft, _ format: StatementFormat) async -> [UInt8]? {
    let program = program
    return await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Self.file(draft.document, format, program))
      }
    }
  }

  private static func file(_ document: StatementDocument, _ format: StatementFormat, _ program: String) -> [UInt8]? {
    switch format {
    case .csv: return CSVStatement.bytes(document)
    case .text: return TextStatement.bytes(document)
    case .json: return try? JSONStatement.bytes(document)
    case .pdf:
      guard let json = try? JSONStatement.bytes(document) else { return nil }
      return RenderingProcess(program).run(input: json)
    }
  }
}
