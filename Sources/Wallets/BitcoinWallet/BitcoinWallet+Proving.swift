import JSON
import PaymentsModel
package import WalletBackend

extension BitcoinWallet: ProvingWallet {
  /// Creates a proof: a signature by `signmessage` for an address, and a JSON document for a payment or a reserve.
  ///
  /// Descriptor wallets do not sign for segregated witness addresses, and therefore cannot create proofs.
  package func prove(_ subject: ProofSubject, message: String) async throws(WalletError) -> WalletProof {
    switch subject {
    case .address(let address):
      guard let address = try await validated(address) else { throw .invalidAddress }
      return WalletProof(text: try await signature(of: message, byKeyOf: address.script))
    case .payment(let payment):
      guard let recipient = try await validated(payment.address) else { throw .invalidAddress }
      if let signedTransaction = payment.signedTransaction {
        return try await proofOfPaying(
          signed(payment.transactionID, by: BitcoinTransactionBlob(signedTransaction)),
          transactionID: payment.transactionID,
          to: recipient, message: message)
      }
      return try await proofOfReceiving(payment.transactionID, at: recipient, message: message)
    case .reserve(let amount, _):
      return WalletProof(text: try await reserves(worth: amount, message).text)
    }
  }

  private func signature(of message: String, byKeyOf script: String) async throws(WalletError) -> String {
    guard let address = try await signingAddress(script: script) else { throw .cannotProve }
    return try await signature(of: message, by: address)
  }

  /// Returns the transaction that makes a payment, in hexadecimal. It is the payment's own or one that has replaced it.
  private func signed(_ transactionID: String, by payment: BitcoinTransactionBlob) async throws(WalletError) -> String {
    guard transactionID != payment.transactionID else { return payment.hex }
    guard let entry = try await walletTransaction(transactionID) else { throw .cannotProve }
    return try entry.string("hex")
  }

  /// Creates a proof that is signed with the key of the first input, which only the payer has.
  private func proofOfPaying(
    _ hex: String, transactionID: String, to recipient: ValidatedAddress, message: String
  ) async throws(WalletError) -> WalletProof {
    let decoded = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    guard let output = try DecodedOutputs(decoded, currency.decimals).first(paying: recipient.script),
      let input = try decoded.member("vin").elements().first, let address = try await signingAddress(input: input)
    else { throw .cannotProve }
    let document = PaymentDocument(
      transaction: hex, output: output, block: try await block(of: transactionID),
      signer: .payer(input: 0), signature: try await signature(of: message, by: address))
    return WalletProof(text: document.text)
  }

  /// Creates a proof that is signed with the key of the receiving address.
  private func proofOfReceiving(
    _ transactionID: String, at recipient: ValidatedAddress, message: String
  ) async throws(WalletError) -> WalletProof {
    let known: JSONValue
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): known = value
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: throw .cannotProve
    case .failure(let failure): throw failure.walletError
    }
    let hex = try known.string("hex")
    let decoded = try await rpc.result("decoderawtransaction", [.string(hex)], on: .node)
    guard let output = try DecodedOutputs(decoded, currency.decimals).first(paying: recipient.script) else {
      throw .cannotProve
    }
    let document = PaymentDocument(
      transaction: hex, output: output, block: known["blockhash"]?.stringValue, signer: .payee,
      signature: try await signature(of: message, byKeyOf: recipient.script))
    return WalletProof(text: document.text)
  }

  private func block(of transactionID: String) async throws(WalletError) -> String? {
    switch try await rpc.call("gettransaction", [.string(transactionID)]) {
    case .result(let value): return value["blockhash"]?.stringValue
    case .failure(let failure) where failure.code == DaemonFailure.invalidAddressOrKey: return nil
    case .failure(let failure): throw failure.walletError
    }
  }

  /// Proves the amount with as few outputs as possible, because each of them reveals something about the wallet.
  /// Outputs that are reserved for payments are left out, because they are about to be spent.
  private func reserves(worth amount: Amount, _ message: String) async throws(WalletError) -> ReserveDocument {
    let decimals = currency.decimals
    var coins = entries.read(try await rpc.result("listunspent", [1]).elements(), of: .coins, name: \.entryName) {
      entry throws(WalletError) -> (amount: Amount, address: String, script: String, outpoint: Outpoint)? in
      // An output without an address cannot be spent with a single key, and one in extension blocks has no script.
      guard try entry.bool("spendable"), let address = entry["address"]?.stringValue, !entry.isExtensionCoin else {
        return nil
      }
      let amount = try entry.member("amount").amount(decimals: decimals)
      return (amount, address, try entry.string("scriptPubKey"), try Outpoint(entry))
    }
    coins.sort { ($0.amount, $0.outpoint.transactionID) > ($1.amount, $1.outpoint.transactionID) }
    var total = Amount.zero
    var outputs: [String: [Outpoint]] = [:]
    var addresses: [(address: String, signing: String)] = []
    for coin in coins where total < amount {
      if outputs[coin.address] == nil {
        guard let signing = try await signingAddress(script: coin.script) else { continue }
        addresses.append((coin.address, signing))
      }
      outputs[coin.address, default: []].append(coin.outpoint)
      total = try total.plus(coin.amount)
    }
    guard total >= amount else { throw .insufficientFunds }
    guard outputs.values.reduce(0, { $0 + $1.count }) <= ReserveDocument.mostOutputs else { throw .cannotProve }
    var holdings: [ReserveDocument.Holding] = []
    for (address, signing) in addresses {
      holdings.append(
        .init(
          address: address, signature: try await signature(of: message, by: signing), outputs: outputs[address] ?? []))
    }
    return ReserveDocument(holdings: holdings)
  }
}

/// The outputs of a transaction that the daemon has decoded.
struct DecodedOutputs: Sendable {
  private let outputs: [(script: String, amount: Amount)]

  init(_ transaction: JSONValue, _ decimals: Int) throws(WalletError) {
    var outputs: [(String, Amount)] = []
    for output in try transaction.member("vout").elements() {
      // Outputs of extension blocks have no script and no amount.
      let script = output["scriptPubKey"]?["hex"]?.stringValue ?? ""
      outputs.append((script, script.isEmpty ? .zero : try output.member("value").amount(decimals: decimals)))
    }
    self.outputs = outputs
  }

  /// Returns how many outputs have this script and amount.
  func count(_ output: PaidOutput) -> Int {
    outputs.count { $0.script == output.script && $0.amount == output.amount }
  }

  func first(paying script: String) -> Int? { outputs.firstIndex { $0.script == script } }

  func pays(_ script: String, at index: Int) -> Bool {
    outputs.indices.contains(index) && outputs[index].script == script
  }

  /// Returns the sum of all outputs with the script.
  func amount(to script: String) throws(WalletError) -> Amount {
    var sum = Amount.zero
    for output in outputs where output.script == script { sum = try sum.plus(output.amount) }
    return sum
  }
}
