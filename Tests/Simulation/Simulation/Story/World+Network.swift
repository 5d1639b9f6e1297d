import PaymentsModel
import WalletBackend

@testable import MockWallet

/// What happens on the network, by nobody's or by the owner's hand.
extension World {
  /// A payment that the wallet has handed to the network.
  struct Payment {
    let transaction: String
    let address: String
    let amount: Amount
    let fee: Amount
    let place: MockPlace

    /// Whether it is, or may still come, in a block.
    var isAlive: Bool {
      switch place {
      case .pool, .block: true
      case .dropped, .conflicted, .replaced: false
      }
    }
  }

  /// All payments that the wallet has ever handed over, in that order.
  var payments: [Payment] {
    network.access { state in
      state.chains[0].sent.flatMap { id -> [Payment] in
        guard let entry = state.chains[0].entries[id] else { return [] }
        return zip(entry.transaction.outputs, entry.transaction.places).map { output, place in
          Payment(
            transaction: id, address: output.address, amount: Amount(atomicUnits: output.amount),
            fee: place.share(of: Amount(atomicUnits: entry.transaction.fee)), place: entry.place)
        }
      }
    }
  }

  private var waitingForBlock: [Payment] {
    payments.filter { if case .pool = $0.place { true } else { false } }
  }

  /// The owner raises the fee of a payment in the wallet.
  func raiseFee(_ random: inout SeededRandom) throws {
    guard let payment = random.pick(waitingForBlock) else { return }
    let paid = Set(waitingForBlock.filter { $0.transaction == payment.transaction }.map(\.address))
    for request in requests where paid.contains(request.address) { request.isRaised = true }
    // Where the change is too small for that, nothing happens.
    guard (try? network.control.raiseFee(of: payment.transaction, currency: Self.currency)) != nil else { return }
    note("the owner raises the fee of \(payment.transaction.prefix(8))")
  }

  /// Another device with the same coins spends them elsewhere.
  func doubleSpend(_ random: inout SeededRandom) throws {
    guard let payment = random.pick(waitingForBlock) else { return }
    note("the coins of \(payment.transaction.prefix(8)) are spent elsewhere")
    try network.control.doubleSpend(payment.transaction, currency: Self.currency)
  }

  /// The network forgets a transaction that waits for a block.
  func drop(_ random: inout SeededRandom) throws {
    // A wallet hands over again what it has replaced; the made-up one does not.
    let raised = Set(requests.filter(\.isRaised).map(\.address))
    guard let payment = random.pick(waitingForBlock.filter { !raised.contains($0.address) }) else { return }
    note("the network forgets \(payment.transaction.prefix(8))")
    try network.control.drop(payment.transaction, currency: Self.currency)
  }

  /// The owner pays somebody in the wallet, without the provider.
  func spendByHand(_ random: inout SeededRandom) {
    guard let wallet = network.wallet(Self.currency) else { return }
    let address = MockAddress.example(currency: Self.currency, number: 1_000_000 + byHand.count)
    byHand.insert(address)
    let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: UInt128(1000 + random.below(50_000))))
    note("the owner pays \(intent.amount.atomicUnits) in the wallet")
    Scheduler.within(.world) {
      _ = Task {
        // Where the wallet cannot, nothing happens.
        guard let signed = try? await wallet.prepare([intent], feeCap: Amount(atomicUnits: 100_000)).first else {
          return
        }
        _ = try? await wallet.commit(signed)
      }
    }
  }
}
