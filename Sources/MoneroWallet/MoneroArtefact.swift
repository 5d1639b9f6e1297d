import JSON
import PaymentsModel
import WalletBackend

/// The blob of a payment: a JSON object with version 1.
struct MoneroArtefact: Sendable, Hashable {
  let transactionID: String
  /// The signed transaction as the network knows it, in hexadecimal.
  let hex: String
  /// What `relay_tx` takes: the transaction with what the wallet wants to remember of it, in hexadecimal.
  let metadata: String
  /// The secret keys of the transaction, by which anyone can be shown what it pays; they spend nothing.
  let transactionKey: String
  /// What marks its inputs as spent.
  let keyImages: [String]
  /// The height of the chain when it was built: its inputs were not spent in any block below.
  let height: Int

  func artefact(fee: Amount) -> PaymentArtefact {
    let blob: JSONValue = [
      "v": 1, "hex": .string(hex), "metadata": .string(metadata), "transaction_key": .string(transactionKey),
      "key_images": .array(keyImages.map { .string($0) }), "height": .integer(height),
    ]
    return PaymentArtefact(transactionID: transactionID, fee: fee, blob: blob.encoded())
  }

  /// From the result of `transfer`.
  init(transfer: JSONValue, height: Int) throws(WalletError) {
    transactionID = try transfer.hash("tx_hash")
    hex = try transfer.hexadecimal("tx_blob")
    metadata = try transfer.hexadecimal("tx_metadata")
    transactionKey = try transfer.hexadecimal("tx_key")
    keyImages = try Self.keyImages(transfer.member("spent_key_images"))
    self.height = height
  }

  /// - Throws: ``WalletError/protocolViolation(code:)`` for a blob of another backend or version.
  init(_ artefact: PaymentArtefact) throws(WalletError) {
    guard let value = try? JSONValue(parsing: artefact.blob, limits: JSONLimits(depth: 4, bytes: 16 << 20)),
      value["v"]?.integerValue() == 1, JSONValue.isHash(artefact.transactionID)
    else { throw .protocolViolation(code: nil) }
    transactionID = artefact.transactionID
    hex = try value.hexadecimal("hex")
    metadata = try value.hexadecimal("metadata")
    transactionKey = try value.hexadecimal("transaction_key")
    keyImages = try Self.keyImages(value)
    height = try value.integer("height")
  }

  private static func keyImages(_ value: JSONValue) throws(WalletError) -> [String] {
    let images = try value.list("key_images").compactMap(\.stringValue)
    guard !images.isEmpty, images.allSatisfy(JSONValue.isHash) else { throw .protocolViolation(code: nil) }
    return images
  }
}
