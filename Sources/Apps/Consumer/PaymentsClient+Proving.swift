public import PaymentsAPI
public import PaymentsModel

/// Proofs without paying; a scope of its own, `prove`, which owners grant by name only.
extension PaymentsClient {
  /// Proves that this app's order was paid, to whoever wants to read the message.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func proof(ofPaying order: OrderID, in currency: String, message: String) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self,
      ProofRequest.Params(currency: currency, kind: .payment, message: message, orderID: order))
  }

  /// Proves that money arrived for this app's invoice; names the transaction where several paid it.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func proof(
    ofReceiving invoice: InvoiceID, in currency: String, transactionID: String? = nil, message: String
  ) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self,
      ProofRequest.Params(
        currency: currency, kind: .payment, message: message, invoiceID: invoice, transactionID: transactionID))
  }

  /// Proves that the wallet has the key of one of this app's addresses.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func proof(ofAddress address: String, in currency: String, message: String) async throws -> ProofRequest.Result
  {
    try await call(
      ProofRequest.self, ProofRequest.Params(currency: currency, kind: .address, message: message, address: address))
  }

  /// Proves that the wallet holds at least so much; needs the scope `balance` as well.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func proof(
    ofReserves amount: DecimalAmount, in currency: String, message: String
  ) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self, ProofRequest.Params(currency: currency, kind: .reserve, message: message, amount: amount))
  }

  /// What a proof shows that anybody made.
  ///
  /// - Throws: see ``PaymentsClient``.
  public func verify(_ proof: VerifyProof.Params) async throws -> VerifyProof.Result {
    try await call(VerifyProof.self, proof)
  }
}
