import PaymentsAPI
import PaymentsModel
import WalletBackend

/// The rules for the params of the proof methods that their schemas do not contain.
enum ProofRules {
  /// Checks the app's message. It has to be short and in one line, so that it cannot look like another part of the
  /// signed text.
  static func message(_ text: String) throws(PaymentsFailure) {
    guard (1...256).contains(text.unicodeScalars.count) else {
      throw PaymentsFailure(.invalidParams, pointer: "/message", rule: "1 to 256 characters")
    }
    let isPlain = text.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
      default: !scalar.properties.isBidiControl
      }
    }
    guard isPlain else {
      throw PaymentsFailure(.invalidParams, pointer: "/message", rule: "no control characters and line breaks")
    }
  }

  /// Checks that only members of the requested kind of proof are present.
  static func members(_ params: ProofRequest.Params) throws(PaymentsFailure) {
    let present: [(String, Bool)] = [
      ("order_id", params.orderID != nil), ("invoice_id", params.invoiceID != nil),
      ("transaction_id", params.transactionID != nil), ("address", params.address != nil),
      ("amount", params.amount != nil),
    ]
    let allowed: Set<String> =
      switch params.kind {
      case .payment: params.orderID == nil ? ["invoice_id", "transaction_id"] : ["order_id"]
      case .address: ["address"]
      case .reserve: ["amount"]
      }
    for (name, isPresent) in present where isPresent && !allowed.contains(name) {
      throw PaymentsFailure(.invalidParams, pointer: "/\(name)", rule: "not with this kind")
    }
  }

  /// Returns the error for a missing member that the kind of proof needs.
  static func missing(_ name: String) -> PaymentsFailure {
    PaymentsFailure(.invalidParams, pointer: "", rule: "required: \(name)")
  }

  /// Returns the subject of a proof that is to be verified.
  static func subject(_ params: VerifyProof.Params, _ amount: Amount?) throws(PaymentsFailure) -> ProofSubject {
    guard (1...4096).contains(params.signedMessage.utf8.count) else {
      throw PaymentsFailure(.invalidParams, pointer: "/signed_message", rule: "1 to 4096 bytes")
    }
    guard (1...WalletProof.maximumLength).contains(params.proof.utf8.count) else {
      throw PaymentsFailure(.invalidParams, pointer: "/proof", rule: "1 to \(WalletProof.maximumLength) bytes")
    }
    if params.kind != .payment, params.transactionID != nil {
      throw PaymentsFailure(.invalidParams, pointer: "/transaction_id", rule: "not with this kind")
    }
    switch params.kind {
    case .payment:
      guard let transactionID = params.transactionID else { throw missing("transaction_id") }
      let isHash =
        transactionID.utf8.count == 64
        && transactionID.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
      guard isHash else {
        throw PaymentsFailure(.invalidParams, pointer: "/transaction_id", rule: "64 lowercase hexadecimal digits")
      }
      guard let address = params.address else { throw missing("address") }
      return .payment(PaymentProofSubject(transactionID: transactionID, address: address))
    case .address:
      guard let address = params.address else { throw missing("address") }
      guard amount == nil else {
        throw PaymentsFailure(.invalidParams, pointer: "/amount", rule: "not with this kind")
      }
      return .address(address)
    case .reserve:
      guard let amount else { throw missing("amount") }
      guard amount > .zero else { throw PaymentsFailure(.amountOutOfRange, pointer: "/amount", rule: "above 0") }
      return .reserve(amount, address: params.address)
    }
  }
}
