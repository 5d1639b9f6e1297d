import Cryptography
public import PaymentsAPI
public import PaymentsModel

/// A statement with its file.
public struct StatementFile: Sendable {
  /// The description of the statement.
  public let statement: Statement
  /// The complete file, which was checked against its digest.
  public let bytes: [UInt8]
}

/// The received parts do not form the file that the provider announced.
public struct StatementDamaged: Error, Sendable {}

/// Waits until a statement is ready, and downloads its file.
public struct StatementDownload: Sendable {
  /// A closure that requests a part of a statement.
  public typealias Part = @Sendable (GetStatementPart.Params) async throws -> GetStatementPart.Result

  /// The progress of a download.
  public struct Progress: Sendable {
    /// The statement, which may still be in preparation.
    public let statement: Statement
    /// The number of parts that were received.
    public let parts: Int
  }

  private let begun: RequestStatement.Result
  private let part: Part

  /// Creates a download that continues after an answer to `statement_request`.
  public init(_ begun: RequestStatement.Result, part: @escaping Part) {
    self.begun = begun
    self.part = part
  }

  /// Downloads the file.
  ///
  /// - Parameter progress: a closure that is called after each step.
  /// - Throws: `PaymentsFailure` if the statement could not be made; ``StatementDamaged``; the errors of `part`.
  public func file(_ progress: (Progress) async throws -> Void = { _ in }) async throws -> StatementFile {
    var (statement, data) = (begun.statement, begun.data)
    while statement.state == .preparing {
      try await progress(Progress(statement: statement, parts: 0))
      let answer = try await part(
        .init(statementID: statement.statementID, after: statement.version, waitMilliseconds: 10_000))
      (statement, data) = (answer.statement, answer.data)
    }
    guard statement.state == .ready else {
      throw PaymentsFailure(statement.reason.flatMap(FailureReason.init(rawValue:)) ?? .internalError)
    }
    var bytes: [UInt8] = []
    for index in 0..<(statement.parts ?? 0) {
      if index > 0 || data == nil {
        data = try await part(.init(statementID: statement.statementID, part: index)).data
      }
      guard let part = data.flatMap({ try? Base64URL.decode($0) }) else { throw StatementDamaged() }
      bytes += part
      try await progress(Progress(statement: statement, parts: index + 1))
    }
    guard bytes.count == statement.size, try SHA256.hash(bytes).hexadecimal == statement.sha256 else {
      throw StatementDamaged()
    }
    return StatementFile(statement: statement, bytes: bytes)
  }
}

extension PaymentsClient {
  /// Returns a statement of what this app received and paid, as a file. It needs a scope that the owner has to grant.
  ///
  /// - Parameters:
  ///   - from: the first day or moment of the period.
  ///   - to: the first day or moment after the period.
  ///   - format: the format of the file.
  ///   - currency: the currency; `nil` for all.
  ///   - requestID: a new identifier, unless this request was made before.
  ///   - progress: a closure that is called with the progress of the download.
  /// - Throws: see ``PaymentsClient``; ``StatementDamaged``.
  public func statement(
    from: StatementBound, to: StatementBound, format: StatementFormat, currency: String? = nil,
    requestID: PaymentRequestID = .random(), progress: (StatementDownload.Progress) async throws -> Void = { _ in }
  ) async throws -> StatementFile {
    let begun = try await call(
      RequestStatement.self,
      RequestStatement.Params(requestID: requestID, from: from, to: to, format: format, currency: currency))
    return try await StatementDownload(begun) { try await self.call(GetStatementPart.self, $0) }.file(progress)
  }
}
