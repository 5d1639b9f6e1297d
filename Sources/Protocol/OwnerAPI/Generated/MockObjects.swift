// Written by scripts/swift_types.py from protocol/owner: change the schemas, and `make spec`.

/// A payment of a transaction that the mock wallet handed to the network. A transaction that makes several payments is
/// listed once for each of them.
package struct MockBroadcast: OwnerObject {
  /// The transaction.
  package var transactionID: String
  /// Where it pays to.
  package var address: String
  /// How much, in the smallest unit of the currency.
  package var atomicUnits: String
  /// How often the provider handed it over.
  package var commits: Int

  package init(transactionID: String, address: String, atomicUnits: String, commits: Int) {
    (self.transactionID, self.address, self.atomicUnits, self.commits) = (transactionID, address, atomicUnits, commits)
  }
}

/// What is to happen on the made-up network. The first five are what the rest of the world does; the others go wrong,
/// for trials.
package enum MockCommand: String, Codable, Sendable, Hashable, CaseIterable {
  /// Somebody pays `address` the `amount`.
  case receive
  /// The network finds `count` blocks.
  case mine
  /// The network takes `count` blocks back.
  case reorganise
  /// The owner of the transaction raises its fee.
  case raiseFee = "raise-fee"
  /// Another transaction in a block spends what this one spends.
  case doubleSpend = "double-spend"
  /// The wallet of `currency` has the `status` from now on.
  case status
  /// The wallet takes `ms` for a `step` from now on.
  case latency
  /// Each transaction costs `amount` from now on.
  case fee
  /// The next calls of a `step` go wrong.
  case fault
  /// Lists what the wallet handed to the network.
  case broadcasts
}
