// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

/// Plays the network of the mock wallets: the rest of the world, and what goes wrong there.
package enum PlayMockNetwork: OwnerMethod {
  package static let name = "mock"

  /// The params of `mock`.
  package struct Params: OwnerObject {
    /// What is to happen.
    package var command: MockCommand
    /// The code of the currency.
    package var currency: String?
    /// With `receive`: the receiving address.
    package var address: String?
    /// With `receive` and `fee`: a decimal in the unit of the currency.
    package var amount: String?
    /// With `mine` and `reorganise`: how many blocks.
    package var count: Int?
    /// With `raise-fee` and `double-spend`: the transaction.
    package var transactionID: String?
    /// With `status`: `ready`, `syncing`, `locked` or `unavailable`.
    package var status: String?
    /// With `latency` and `fault`: the step, such as `prepare`.
    package var step: String?
    /// With `latency`: milliseconds; 0 for none.
    package var ms: Int?
    /// With `fault`: `before`, `after`, `nonsense`, `forget`, `reject` or `blind`.
    package var fault: String?
    /// With `before` and `after`: how it fails, such as `timeout`.
    package var error: String?
    /// With `fault`: how many calls; 1 where absent.
    package var times: Int?

    package init(
      command: MockCommand, currency: String? = nil, address: String? = nil, amount: String? = nil, count: Int? = nil,
      transactionID: String? = nil, status: String? = nil, step: String? = nil, ms: Int? = nil, fault: String? = nil,
      error: String? = nil, times: Int? = nil
    ) {
      (self.command, self.currency, self.address, self.amount) = (command, currency, address, amount)
      (self.count, self.transactionID, self.status, self.step) = (count, transactionID, status, step)
      (self.ms, self.fault, self.error, self.times) = (ms, fault, error, times)
    }
  }

  /// The result of `mock`.
  package struct Result: OwnerObject {
    /// With `receive`: the code of the currency.
    package var currency: String?
    /// With `receive`: the transaction; with `raise-fee`, the one that replaces it.
    package var transactionID: String?
    /// With `mine`, `reorganise` and `double-spend`: how many blocks the network has.
    package var height: Int?
    /// With `broadcasts`: the transactions.
    package var broadcasts: [MockBroadcast]?

    package init(
      currency: String? = nil, transactionID: String? = nil, height: Int? = nil, broadcasts: [MockBroadcast]? = nil
    ) {
      (self.currency, self.transactionID, self.height, self.broadcasts) = (currency, transactionID, height, broadcasts)
    }
  }
}
