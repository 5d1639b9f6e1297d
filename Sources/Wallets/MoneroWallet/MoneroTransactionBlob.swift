import JSON
import PaymentsModel
import WalletBackend

/// The content of a signed transaction's blob: a JSON object with version 1.
struct MoneroTransactionBlob: Sendable, Hashable {
  let transactionID: String
  /// The signed transaction as the network receives it, in hexadecimal.
  let hex: String
  /// The parameter of `relay_tx` in hexadecimal: the transaction with data that the wallet needs to remember it. It is
  /// empty for a transaction that was found in the wallet's list.
  let metadata: String
  /// The secret keys of the transaction in hexadecimal. They prove what the transaction pays, and cannot spend
  /// anything. It is empty if the wallet has lost them.
  let transactionKey: String
  /// The key images, which mark the inputs as spent.
  let keyImages: [String]
  /// The height of the chain when the transaction was built. No block below it has spent the inputs.
  let height: Int
  /// All payments of the transaction, in their order. Blobs of earlier versions have only this payment, or none.
  private(set) var payout: [PaymentIntent] = []
  /// The place of the payment among those of the transaction. It is absent in the blob of a payment that is alone.
  private(set) var place = PayoutPlace.alone

  /// The recipient and the amount; `nil` in blobs of earlier versions.
  var recipient: PaymentIntent? { payout.count == place.count ? payout[place.index] : payout.first }

  func signedTransaction(fee: Amount) -> SignedTransaction {
    var blob: JSONObject = [
      "v": 1, "hex": .string(hex), "metadata": .string(metadata), "transaction_key": .string(transactionKey),
      "key_images": .array(keyImages.map { .string($0) }), "height": .integer(height),
    ]
    blob["pays"] = recipient.map(Self.json)
    if place != .alone {
      blob["place"] = [.integer(place.index), .integer(place.count)]
      if payout.count == place.count { blob["payout"] = .array(payout.map(Self.json)) }
    }
    return SignedTransaction(transactionID: transactionID, fee: fee, blob: JSONValue.object(blob).encoded())
  }

  /// Creates the content from the result of `transfer`.
  init(transfer: JSONValue, height: Int) throws(WalletError) {
    transactionID = try transfer.hash("tx_hash")
    hex = try transfer.hexadecimal("tx_blob")
    metadata = try transfer.hexadecimal("tx_metadata")
    transactionKey = try transfer.hexadecimal("tx_key")
    keyImages = try Self.keyImages(transfer.member("spent_key_images"))
    self.height = height
  }

  /// Returns the content of the blob for one of the payments that the transaction makes.
  ///
  /// - Parameter payout: all payments of the transaction, or this one alone where the others are not known.
  func paying(_ payout: [PaymentIntent], at place: PayoutPlace) -> MoneroTransactionBlob {
    var payment = self
    payment.payout = payout
    payment.place = place
    return payment
  }

  private static func json(_ intent: PaymentIntent) -> JSONValue {
    [.string(intent.address), .string(String(intent.amount.atomicUnits))]
  }

  private static func intent(_ value: JSONValue) -> PaymentIntent? {
    guard let address = value[0]?.stringValue, let units = value[1]?.stringValue.flatMap({ UInt128($0) }) else {
      return nil
    }
    return PaymentIntent(address: address, amount: Amount(atomicUnits: units))
  }

  /// Creates the content from the wallet's and the daemon's records of a transaction that was sent.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` if there are no key images.
  init(
    sent transactionID: String, hex: String, keyImages: [String], transactionKey: String, height: Int
  ) throws(WalletError) {
    guard !keyImages.isEmpty, keyImages.allSatisfy(JSONValue.isHash) else { throw .protocolViolation(code: nil) }
    self.transactionID = transactionID
    self.hex = hex
    metadata = ""
    self.transactionKey = transactionKey
    self.keyImages = keyImages
    self.height = height
  }

  /// Reads the blob of a signed transaction.
  ///
  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  init(_ signedTransaction: SignedTransaction) throws(WalletError) {
    guard let value = try? JSONValue(parsing: signedTransaction.blob, limits: JSONLimits(depth: 4, bytes: 16 << 20)),
      value["v"]?.integerValue() == 1, JSONValue.isHash(signedTransaction.transactionID)
    else { throw .protocolViolation(code: nil) }
    transactionID = signedTransaction.transactionID
    hex = try value.hexadecimal("hex")
    metadata = try value.string("metadata").isEmpty ? "" : value.hexadecimal("metadata")
    transactionKey = try value.string("transaction_key").isEmpty ? "" : value.hexadecimal("transaction_key")
    keyImages = try Self.keyImages(value)
    height = try value.integer("height")
    if let numbers = value["place"] {
      guard let index: Int = numbers[0]?.integerValue(), let count: Int = numbers[1]?.integerValue(),
        let place = PayoutPlace(index: index, count: count)
      else { throw .protocolViolation(code: nil) }
      self.place = place
    }
    let all = value["payout"]?.arrayValue?.compactMap(Self.intent) ?? []
    payout = all.count == place.count ? all : value["pays"].flatMap(Self.intent).map { [$0] } ?? []
  }

  private static func keyImages(_ value: JSONValue) throws(WalletError) -> [String] {
    let images = try value.list("key_images").compactMap(\.stringValue)
    guard !images.isEmpty, images.allSatisfy(JSONValue.isHash) else { throw .protocolViolation(code: nil) }
    return images
  }
}
