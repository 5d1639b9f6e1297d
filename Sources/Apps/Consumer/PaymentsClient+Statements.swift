public import PaymentsAPI
public import PaymentsModel

extension PaymentsClient {
  /// A statement of what this app received and paid, as a file; a scope of its own, which the owner has to grant.
  ///
  /// - Parameters:
  ///   - from: the first day or moment.
  ///   - to: the first day or moment that is not part of it.
  ///   - format: how it is written.
  ///   - currency: nil for all.
  ///   - requestID: a new one unless this request was made before.
  ///   - progress: is told how far it is.
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
