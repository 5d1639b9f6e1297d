package import JSON
package import PaymentsModel
package import WalletBackend

/// The content of a signed transaction's blob: a JSON object with version 1, the signed transaction in hexadecimal, its
/// inputs, the outputs of all payments that it makes, and the place of this payment among them.
package struct BitcoinTransactionBlob: Sendable, Hashable {
  /// The id of the transaction.
  package let transactionID: String
  /// The signed transaction in hexadecimal.
  package let hex: String
  /// What the transaction spends.
  package let inputs: [Outpoint]
  /// The outputs of all payments of the transaction, in their order. Blobs of earlier versions have only that of this
  /// payment, or none.
  package let payout: [PaidOutput]
  /// The place of the payment among those of the transaction. It is absent in the blob of a payment that is alone.
  package let place: PayoutPlace

  /// The recipient's output; `nil` in blobs of earlier versions.
  package var output: PaidOutput? { payout.count == place.count ? payout[place.index] : payout.first }

  /// Returns the signed transaction of the payment.
  ///
  /// - Parameter fee: the share of the fee that the payment bears.
  package func signedTransaction(fee: Amount) -> SignedTransaction {
    var blob: JSONObject = ["v": 1, "hex": .string(hex), "inputs": .array(inputs.map(\.json))]
    blob["pays"] = output?.json
    if place != .alone {
      blob["place"] = [.integer(place.index), .integer(place.count)]
      if payout.count == place.count { blob["payout"] = .array(payout.map(\.json)) }
    }
    return SignedTransaction(transactionID: transactionID, fee: fee, blob: JSONValue.object(blob).encoded())
  }

  /// Creates the content of a blob.
  package init(
    transactionID: String, hex: String, inputs: [Outpoint], payout: [PaidOutput] = [], place: PayoutPlace = .alone
  ) {
    self.transactionID = transactionID
    self.hex = hex
    self.inputs = inputs
    self.payout = payout
    self.place = place
  }

  /// Reads the blob of a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  package init(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let value = try? JSONValue(parsing: signedTransaction.blob), value["v"]?.integerValue() == 1,
      JSONValue.isHash(signedTransaction.transactionID)
    else { throw .protocolViolation(code: nil) }
    transactionID = signedTransaction.transactionID
    hex = try value.string("hex")
    guard JSONValue.isHexadecimal(hex) else { throw .protocolViolation(code: nil) }
    var inputs: [Outpoint] = []
    for input in try value.member("inputs").elements() { inputs.append(try Outpoint(input)) }
    guard !inputs.isEmpty else { throw .protocolViolation(code: nil) }
    self.inputs = inputs
    place = try value["place"].map { place throws(WalletError) in try PayoutPlace(place) } ?? .alone
    let payout = value["payout"]?.arrayValue?.compactMap { PaidOutput($0) } ?? []
    self.payout = payout.count == place.count ? payout : value["pays"].flatMap { PaidOutput($0) }.map { [$0] } ?? []
  }
}

/// A reference to an output of a transaction.
package struct Outpoint: Sendable, Hashable {
  /// The transaction that has the output.
  package let transactionID: String
  /// The place of the output in it, from 0.
  package let index: Int

  /// Creates a reference.
  package init(transactionID: String, index: Int) {
    self.transactionID = transactionID
    self.index = index
  }

  /// Creates a reference from an object with `txid` and `vout`, as the daemon writes inputs.
  package init(_ value: JSONValue) throws(WalletError) {
    transactionID = try value.member("txid").hash()
    index = try value.integer("vout")
    guard index >= 0 else { throw .protocolViolation(code: nil) }
  }

  /// The identifier of the output among the reservations.
  package var coin: CoinID { CoinID(rawValue: "\(transactionID):\(index)") }

  /// The form in a blob, and as the daemon reads it.
  package var json: JSONValue { ["txid": .string(transactionID), "vout": .number(JSONNumber(index))] }
}

extension PayoutPlace {
  /// Reads a place from its form in a blob, the index and the count.
  fileprivate init(_ value: JSONValue) throws(WalletError) {
    let numbers = try value.elements().compactMap { $0.integerValue(as: Int.self) }
    guard numbers.count == 2, let place = PayoutPlace(index: numbers[0], count: numbers[1]) else {
      throw .protocolViolation(code: nil)
    }
    self = place
  }
}

/// The output by which a payment pays its recipient. Another transaction with the same output makes the same payment.
package struct PaidOutput: Sendable, Hashable {
  /// The recipient's script in hexadecimal.
  package let script: String
  /// What it pays.
  package let amount: Amount

  /// Creates an output.
  package init(script: String, amount: Amount) {
    self.script = script
    self.amount = amount
  }

  /// Creates an output from its form in a blob; `nil` if the value has another form.
  init?(_ value: JSONValue) {
    guard let script = value[0]?.stringValue, JSONValue.isHexadecimal(script),
      let units = value[1]?.stringValue.flatMap({ UInt128($0) })
    else { return nil }
    self.script = script
    amount = Amount(atomicUnits: units)
  }

  /// The form in a blob.
  var json: JSONValue { [.string(script), .string(String(amount.atomicUnits))] }
}
