public import PaymentsAPI
public import PaymentsModel

/// Proofs, which pay nothing. They need the scope `prove`, which an owner has to grant explicitly.
extension PaymentsClient {
  /// Returns a proof that this app's order was paid. The message is part of what is signed.
  public func proof(ofPaying order: OrderID, in currency: String, message: String) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self,
      ProofRequest.Params(currency: currency, kind: .payment, message: message, orderID: order))
  }

  /// Returns a proof that money arrived for this app's invoice. If several transactions paid it, name one of them.
  public func proof(
    ofReceiving invoice: InvoiceID, in currency: String, transactionID: String? = nil, message: String
  ) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self,
      ProofRequest.Params(
        currency: currency, kind: .payment, message: message, invoiceID: invoice, transactionID: transactionID))
  }

  /// Returns a proof that the wallet has the key of one of this app's addresses.
  public func proof(ofAddress address: String, in currency: String, message: String) async throws -> ProofRequest.Result
  {
    try await call(
      ProofRequest.self, ProofRequest.Params(currency: currency, kind: .address, message: message, address: address))
  }

  /// Returns a proof that the wallet holds at least this amount. It also needs the scope `balance`.
  public func proof(
    ofReserves amount: DecimalAmount, in currency: String, message: String
  ) async throws -> ProofRequest.Result {
    try await call(
      ProofRequest.self, ProofRequest.Params(currency: currency, kind: .reserve, message: message, amount: amount))
  }

  /// Verifies a proof, whoever has made it.
  public func verify(_ proof: VerifyProof.Params) async throws -> VerifyProof.Result {
    try await call(VerifyProof.self, proof)
  }
}
