import Logging
import Orders
import PaymentsModel
import WalletBackend

/// A wallet whose calls are counted, with how long they took and how they failed. It does what the wallet does.
final class MeasuredWallet: WalletBackend {
  /// The wallet itself, which may be able to do more.
  let inner: any WalletBackend
  private let metrics: ProviderMetrics
  private let log: Logger

  init(_ inner: any WalletBackend, _ metrics: ProviderMetrics, _ log: Logger) {
    self.inner = inner
    self.metrics = metrics
    self.log = log
  }

  /// A call that is under way.
  private struct Call {
    let wallet: MeasuredWallet
    let name: String
    let begun = ContinuousClock.now

    func end() {
      wallet.metrics.time(
        .walletCallDuration, ContinuousClock.now - begun, [("currency", wallet.currency.code), ("call", name)])
    }

    func fail(_ error: WalletError) {
      end()
      let labels = [("currency", wallet.currency.code), ("call", name), ("error", labelText(of: error))]
      wallet.metrics.count(.walletCallFailures, labels)
      wallet.log.log(
        level: .detail, "a call of the wallet failed",
        metadata: Dictionary(uniqueKeysWithValues: labels.map { ($0.0, .string($0.1)) }))
    }
  }

  private func begin(_ name: String) -> Call { Call(wallet: self, name: name) }

  func newAddress(label: String) async throws(WalletError) -> String {
    let call = begin("new_address")
    do throws(WalletError) {
      let answer = try await inner.newAddress(label: label)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func newAddresses(_ count: Int) async throws(WalletError) -> [String] {
    let call = begin("new_addresses")
    do throws(WalletError) {
      let answer = try await inner.newAddresses(count)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func label(_ address: String, as text: String) async throws(WalletError) {
    let call = begin("label")
    do throws(WalletError) {
      try await inner.label(address, as: text)
      call.end()
    } catch {
      call.fail(error)
      throw error
    }
  }

  func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    let call = begin("check_address")
    do throws(WalletError) {
      let answer = try await inner.checkAddress(text)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let call = begin("transfers")
    do throws(WalletError) {
      let answer = try await inner.transfers(since: cursor, depth: depth)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func largestPayment() async throws(WalletError) -> Amount {
    let call = begin("largest_payment")
    do throws(WalletError) {
      let answer = try await inner.largestPayment()
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func balance() async throws(WalletError) -> WalletBalance {
    let call = begin("balance")
    do throws(WalletError) {
      let answer = try await inner.balance()
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    let call = begin("quote")
    do throws(WalletError) {
      let answer = try await inner.quote(intent)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    let call = begin("prepare")
    do throws(WalletError) {
      let answer = try await inner.prepare(payout, feeCap: feeCap)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let call = begin("commit")
    do throws(WalletError) {
      let answer = try await inner.commit(signedTransaction)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let call = begin("lookup")
    do throws(WalletError) {
      let answer = try await inner.lookup(signedTransaction)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("release")
    do throws(WalletError) {
      try await inner.release(signedTransaction)
      call.end()
    } catch {
      call.fail(error)
      throw error
    }
  }

  func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let call = begin("lock")
    do throws(WalletError) {
      try await inner.lock(signedTransaction)
      call.end()
    } catch {
      call.fail(error)
      throw error
    }
  }

  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage {
    let call = begin("sends")
    do throws(WalletError) {
      let answer = try await inner.sends(since: cursor)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError) {
    let call = begin("mark")
    do throws(WalletError) {
      try await inner.mark(signedTransaction, paying: addresses, as: text)
      call.end()
    } catch {
      call.fail(error)
      throw error
    }
  }

  func marks(paying addresses: [String]) async throws(WalletError) -> [String] {
    let call = begin("marks")
    do throws(WalletError) {
      let answer = try await inner.marks(paying: addresses)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction {
    let call = begin("signed_transaction")
    do throws(WalletError) {
      let answer = try await inner.signedTransaction(ofSend: transactionID, paying: intent, at: index)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func witness() async throws(WalletError) -> String {
    let call = begin("witness")
    do throws(WalletError) {
      let answer = try await inner.witness()
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] {
    let call = begin("unlisted_outputs")
    do throws(WalletError) {
      let answer = try await inner.unlistedOutputs(ofSend: transactionID)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("sent")
    do throws(WalletError) {
      let answer = try await inner.sent(among: transactionIDs)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func owned(among addresses: [String]) async throws(WalletError) -> Set<String> {
    let call = begin("owned")
    do throws(WalletError) {
      let answer = try await inner.owned(among: addresses)
      call.end()
      return answer
    } catch {
      call.fail(error)
      throw error
    }
  }

  func status() async -> WalletStatus { await inner.status() }

  func glance() async -> WalletGlance {
    let call = begin("glance")
    let glance = await inner.glance()
    call.end()
    return glance
  }
}

/// What costs no call.
extension MeasuredWallet {
  var currency: Currency { inner.currency }
  var transferAmounts: ClosedRange<Amount> { inner.transferAmounts }
  var mostRecipients: Int { inner.mostRecipients }
  var choosesCoinsInTurn: Bool { inner.choosesCoinsInTurn }
  var makesAddressesAhead: Bool { inner.makesAddressesAhead }
  var reservations: CoinReservations { inner.reservations }

  func news() -> AsyncStream<WalletHint> { inner.news() }

  func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try inner.coins(of: signedTransaction)
  }
}

extension WalletBackend {
  /// The wallet itself, to be asked whether it can do more than every wallet does.
  var itself: any WalletBackend { (self as? MeasuredWallet)?.inner ?? self }
}
