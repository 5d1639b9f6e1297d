package import JSON

extension MoneroRegtest {
  /// Mines blocks. The payer can spend their coins 60 blocks later.
  package func mine(_ blocks: Int = 1) async throws {
    try await mine(blocks, to: address(.payer))
  }

  private func mine(_ blocks: Int, to address: String) async throws {
    var left = blocks
    while left > 0 {
      // Each call mines only a few blocks. On a busy machine a block takes more than a second, and a call must not last
      // too long.
      let count = min(left, 10)
      try await daemon("generateblocks", ["amount_of_blocks": .integer(count), "wallet_address": .string(address)])
      left -= count
    }
  }

  /// Removes the newest blocks. Their transactions wait for a block again.
  package func takeBack(_ blocks: Int) async throws {
    try await daemon(path: "/pop_blocks", ["nblocks": .integer(blocks)])
  }

  /// Returns the primary address of a wallet.
  package func address(_ wallet: Wallet) async throws -> String {
    try await text("address", rpc("get_address", ["account_index": 0], wallet: wallet))
  }

  /// Returns a new subaddress of a wallet.
  package func newAddress(_ wallet: Wallet) async throws -> String {
    try await text("address", rpc("create_address", ["account_index": 0, "label": ""], wallet: wallet))
  }

  private func text(_ name: String, _ value: JSONValue) throws -> String {
    guard let text = value[name]?.stringValue else { throw RegtestError.failed("no \(name)") }
    return text
  }

  /// Returns the transfers that a wallet has received: those in blocks, the oldest first, and then those that wait.
  package func received(_ wallet: Wallet) async throws -> [JSONValue] {
    try await rpc("refresh", wallet: wallet)
    let lists = try await rpc("get_transfers", ["in": true, "pool": true, "account_index": 0], wallet: wallet)
    return (lists["in"]?.arrayValue ?? []) + (lists["pool"]?.arrayValue ?? [])
  }

  /// Spends one of the coins with these key images by another transaction in a new block.
  ///
  /// - Parameter transactionID: the transaction that spends them now. It is in no block and is removed from the pool.
  package func doubleSpend(_ keyImages: [JSONValue], insteadOf transactionID: String) async throws {
    try await daemon("flush_txpool", ["txids": [.string(transactionID)]])
    // A wallet undoes what it read from a block only when there is a longer chain without the block. It undoes its own
    // sends only when it is told to ask for each coin.
    try await mine(2)
    try await rpc("refresh", wallet: .payer)
    try await rpc("rescan_spent", wallet: .payer)
    for image in keyImages { try await rpc("thaw", ["key_image": image], wallet: .payer) }
    try await rpc(
      "sweep_single",
      ["address": .string(try await address(.payer)), "key_image": keyImages[0], "account_index": 0], wallet: .payer)
    try await mine()
  }

  /// Gives the payer spendable coins: 20 blocks go to somebody else, and 80 to the payer, of which 20 are mature.
  func fund() async throws {
    try await mine(20, to: Self.somebody)
    // A transfer must not follow after exactly 85 blocks, because at that height the wallet looks for decoys without
    // end.
    try await mine(80)
  }

  /// Restores the initial state of a test: everything runs, nothing waits, no coin is frozen, and the payer has
  /// spendable coins.
  func refill() async throws {
    // A test that failed may have left a wallet suspended.
    for wallet in Wallet.allCases { try await pause(wallet, false) }
    try await start()
    let node = try await daemon("get_info")
    if let height: Int = node["height"]?.integerValue(), height <= 100 { try await fund() }
    if node["tx_pool_size"]?.integerValue() != 0 { try await mine() }
    try await rpc("refresh", wallet: .payer)
    var ready = 0
    let coins = try await rpc(
      "incoming_transfers", ["transfer_type": "available", "account_index": 0], wallet: .payer)
    for coin in coins["transfers"]?.arrayValue ?? [] {
      if coin["frozen"]?.boolValue == true {
        try await rpc("thaw", ["key_image": coin["key_image"] ?? .null], wallet: .payer)
      }
      let amount = coin["amount"]?.integerValue(as: UInt64.self) ?? 0
      if coin["unlocked"]?.boolValue == true, amount > 100_000_000_000 { ready += 1 }
    }
    if ready < Self.coins {
      try await mine(Self.coins - ready)
      try await rpc("refresh", wallet: .payer)
    }
    for wallet in Wallet.allCases { try await rpc("store", wallet: wallet) }
  }

  /// An address whose keys nobody has here.
  private static let somebody =
    "44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A"
  /// The number of coins for one test, with two for each payment.
  private static let coins = 14
}
