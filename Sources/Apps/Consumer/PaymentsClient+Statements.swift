public import PaymentsAPI
public import PaymentsModel

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
