import Orders
import PaymentsCore
import PaymentsModel
import TestSupport
import WalletBackend

@testable import MockWallet
@testable import Provider

/// What happens on the network, by nobody's or by the owner's hand.
extension World {
  /// All payments that the wallet has ever handed over, in that order.
  var payments: [MockControl.Broadcast] {
    // It fails for another currency only.
    (try? network.control.broadcasts(Self.currency)) ?? []
  }

  private var waitingForBlock: [MockControl.Broadcast] {
    payments.filter { if case .pool = $0.place { true } else { false } }
  }

  /// Whether each payment that is approved is handed over. What spends the change of a transaction dies with it; a real
  /// wallet tells that, and the made-up one does not. What is being built may spend it, too.
  private var isAllSent: Bool {
    let sent = Set(payments.map(\.transactionID))
    let orders = serving?.parts?.payments.orders.live.map(\.order)
    return orders?.allSatisfy { order in
      switch order.state {
      case .approved, .submitting, .inFlight:
        order.progress.signedTransaction.map { sent.contains($0.transactionID) } ?? false
      default: true
      }
    } ?? false
  }

  /// The owner raises the fee of a payment in the wallet.
  func raiseFee(_ random: inout SeededRandom) throws {
    guard isAllSent, let payment = random.pick(waitingForBlock) else { return }
    let paid = Set(waitingForBlock.filter { $0.transactionID == payment.transactionID }.map(\.address))
    for request in requests where paid.contains(request.address) { request.isRaised = true }
    // Where the change is too small for that, nothing happens.
    guard (try? network.control.raiseFee(of: payment.transactionID, currency: Self.currency)) != nil else { return }
    note("the owner raises the fee of \(payment.transactionID.prefix(8))")
  }

  /// Another device with the same coins spends them elsewhere.
  func doubleSpend(_ random: inout SeededRandom) throws {
    guard isAllSent, let payment = random.pick(waitingForBlock) else { return }
    note("the coins of \(payment.transactionID.prefix(8)) are spent elsewhere")
    try network.control.doubleSpend(payment.transactionID, currency: Self.currency)
  }

  /// The network forgets a transaction that waits for a block.
  func drop(_ random: inout SeededRandom) throws {
    // A wallet hands over again what it has replaced and what its owner has paid; the made-up one does not.
    let kept = byHand.union(requests.filter(\.isRaised).map(\.address))
    let droppable = waitingForBlock.filter { !kept.contains($0.address) }
    guard !isPayingByHand, let payment = random.pick(droppable) else { return }
    note("the network forgets \(payment.transactionID.prefix(8))")
    try network.control.drop(payment.transactionID, currency: Self.currency)
  }

  /// Whether a payment of the owner's own was begun last and is not handed over. It would take the coins of a transaction
  /// that the network forgets now; a real wallet does not spend the coins of what it has sent.
  private var isPayingByHand: Bool {
    lastByHand.map { address in !payments.contains { $0.address == address } } ?? false
  }

  /// The owner pays somebody in the wallet, without the provider.
  func spendByHand(_ random: inout SeededRandom) {
    guard !payments.contains(where: { $0.place == .dropped }) else { return }
    guard let wallet = network.wallet(Self.currency) else { return }
    let address = MockAddress.example(currency: Self.currency, number: 1_000_000 + byHand.count)
    byHand.insert(address)
    lastByHand = address
    let intent = PaymentIntent(address: address, amount: Amount(atomicUnits: UInt128(1000 + random.below(50_000))))
    note("the owner pays \(intent.amount.atomicUnits) in the wallet")
    Scheduler.within(.world) {
      _ = Task { [network] in
        // Where the wallet cannot, nothing happens.
        guard let signed = try? await wallet.prepare([intent], feeCap: Amount(atomicUnits: 100_000)).first,
          let payment = try? MockTransactionBlob.payment(signed)
        else { return }
        // What fails is for the provider.
        network.access { state in _ = try? state.broadcast(payment, on: 0) }
      }
    }
  }
}

extension MockControl.Broadcast {
  /// Whether it is, or may still come, in a block.
  var isAlive: Bool {
    switch place {
    case .pool, .block: true
    case .dropped, .conflicted, .replaced: false
    }
  }
}
