import Dispatch
import PaymentsAPI
import Platform
import Processes
import Statements

/// Writes statements as files, one after the other, on a queue of its own and not on the threads that payments need.
final class StatementRenderer: Sendable {
  /// The path of the program that creates PDF files. It is a separate process, so that this process needs no memory for
  /// fonts and shares no secrets with it.
  private let program: String
  private let queue = DispatchQueue(label: "payport.statements", qos: .utility)

  /// Creates a renderer that runs the program at this path.
  init(program: String) {
    self.program = program
  }

  /// Creates a renderer that runs the program in the folder of the present program.
  convenience init() {
    self.init(program: ProgramLocation.folder + "/payport-statement")
  }

  /// Returns why no file of this format can be created, for the owner's log; `nil` if it can be tried.
  func obstacle(to format: StatementFormat) -> String? {
    guard format == .pdf, access(program, X_OK) != 0 else { return nil }
    return "PDF files are made by \(program), which is missing or cannot be run"
  }

  /// Returns the file; `nil` if the program failed.
  func file(_ draft: StatementMaker.Draft, _ format: StatementFormat) async -> [UInt8]? {
    await withCheckedContinuation { continuation in
      queue.async { [self] in continuation.resume(returning: bytes(of: draft.document, format)) }
    }
  }

  private func bytes(of document: StatementDocument, _ format: StatementFormat) -> [UInt8]? {
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
