import JSON

/// Somebody pays an address of the mock wallet.
package enum MockReceive: OwnerMethod {
  package static let name = "mock.receive"
  package static let summary = "Somebody pays an address of the mock wallet."

  package struct Params: Codable, Sendable, Equatable {
    /// The receiving address.
    package var address: String
    /// The amount, a decimal.
    package var amount: String

    package init(address: String, amount: String) {
      self.address = address
      self.amount = amount
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The code of the currency.
    package var currency: String
    /// The transaction.
    package var transactionID: String

    package init(currency: String, transactionID: String) {
      self.currency = currency
      self.transactionID = transactionID
    }
  }
}

/// The mock network finds blocks.
package enum MockMine: OwnerMethod {
  package static let name = "mock.mine"
  package static let summary = "The mock network finds blocks."

  package struct Params: Codable, Sendable, Equatable {
    /// How many.
    package var count: Int

    package init(count: Int) {
      self.count = count
    }
  }

  package typealias Result = MockHeight
}

/// The mock network takes blocks back.
package enum MockReorganise: OwnerMethod {
  package static let name = "mock.reorganise"
  package static let summary = "The mock network takes blocks back."

  package struct Params: Codable, Sendable, Equatable {
    /// How many.
    package var count: Int

    package init(count: Int) {
      self.count = count
    }
  }

  package typealias Result = MockHeight
}

/// How many blocks the mock network has.
package struct MockHeight: Codable, Sendable, Equatable {
  /// The height.
  package var height: Int

  package init(height: Int) {
    self.height = height
  }
}

/// The owner of a transaction of the mock network raises its fee.
package enum MockRaiseFee: OwnerMethod {
  package static let name = "mock.raise-fee"
  package static let summary = "The owner of a transaction of the mock network raises its fee."

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The code of the currency.
    package var currency: String
    /// The transaction.
    package var transactionID: String

    package init(currency: String, transactionID: String) {
      self.currency = currency
      self.transactionID = transactionID
    }
  }

  package struct Result: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The transaction that replaces it.
    package var transactionID: String

    package init(transactionID: String) {
      self.transactionID = transactionID
    }
  }
}

/// Another transaction in a block of the mock network spends what this one spends.
package enum MockDoubleSpend: OwnerMethod {
  package static let name = "mock.double-spend"
  package static let summary = "Another transaction in a block of the mock network spends what this one spends."

  package struct Params: Codable, Sendable, Equatable, SnakeCaseMembers {
    /// The code of the currency.
    package var currency: String
    /// The transaction.
    package var transactionID: String

    package init(currency: String, transactionID: String) {
      self.currency = currency
      self.transactionID = transactionID
    }
  }

  package typealias Result = MockHeight
}

/// The mock wallet is `ready`, `syncing`, `locked` or `unavailable` from now on.
package enum SetMockStatus: OwnerMethod {
  package static let name = "mock.status"
  package static let summary = "The mock wallet is `ready`, `syncing`, `locked` or `unavailable` from now on."

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String
    /// The status.
    package var status: String

    package init(currency: String, status: String) {
      self.currency = currency
      self.status = status
    }
  }

  package typealias Result = OwnerNothing
}

/// The mock wallet takes so long for a step from now on.
package enum SetMockLatency: OwnerMethod {
  package static let name = "mock.latency"
  package static let summary = "The mock wallet takes so long for a step from now on."

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String
    /// The step, such as `prepare`.
    package var step: String
    /// Milliseconds; 0 for none.
    package var milliseconds: Int

    package init(currency: String, step: String, milliseconds: Int) {
      self.currency = currency
      self.step = step
      self.milliseconds = milliseconds
    }

    private enum CodingKeys: String, CodingKey {
      case currency, step
      case milliseconds = "ms"
    }
  }

  package typealias Result = OwnerNothing
}

/// Each transaction of the mock wallet costs so much from now on.
package enum SetMockFee: OwnerMethod {
  package static let name = "mock.fee"
  package static let summary = "Each transaction of the mock wallet costs so much from now on."

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String
    /// The fee, a decimal.
    package var fee: String

    package init(currency: String, fee: String) {
      self.currency = currency
      self.fee = fee
    }
  }

  package typealias Result = OwnerNothing
}

/// The next calls of a step of the mock wallet go wrong.
package enum InjectMockFault: OwnerMethod {
  package static let name = "mock.fault"
  package static let summary = "The next calls of a step of the mock wallet go wrong."

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String
    /// The step, such as `commit`.
    package var step: String
    /// `before`, `after`, `nonsense`, `forget` or `reject`.
    package var fault: String
    /// With `before` and `after`: how it fails, such as `timeout`.
    package var error: String?
    /// How many calls; 1 where absent.
    package var times: Int?

    package init(currency: String, step: String, fault: String, error: String? = nil, times: Int? = nil) {
      self.currency = currency
      self.step = step
      self.fault = fault
      self.error = error
      self.times = times
    }
  }

  package typealias Result = OwnerNothing
}

/// Lists the transactions that the mock wallet handed to the network.
package enum ListMockBroadcasts: OwnerMethod {
  package static let name = "mock.broadcasts"
  package static let summary = "Lists the transactions that the mock wallet handed to the network."

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String

    package init(currency: String) {
      self.currency = currency
    }
  }

  package struct Result: Codable, Sendable, Equatable {
    /// The transactions.
    package var broadcasts: [MockBroadcastReport]

    package init(broadcasts: [MockBroadcastReport]) {
      self.broadcasts = broadcasts
    }
  }
}

/// A payment of a transaction that the mock wallet handed to the network. A transaction that makes several payments is
/// listed once for each of them.
package struct MockBroadcastReport: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The transaction.
  package var transactionID: String
  /// Where it pays to.
  package var address: String
  /// How much, in the smallest unit of the currency.
  package var atomicUnits: String
  /// How often the provider handed it over.
  package var commits: Int

  package init(transactionID: String, address: String, atomicUnits: String, commits: Int) {
    self.transactionID = transactionID
    self.address = address
    self.atomicUnits = atomicUnits
    self.commits = commits
  }
}
