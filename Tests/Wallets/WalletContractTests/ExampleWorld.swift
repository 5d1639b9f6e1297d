import ExampleWallet
import PaymentsModel
import WalletBackend
import WalletContract

/// Two wallets of the toy coin. This is all that the author of a wallet has to write to run the contract.
struct ExampleWorld: WalletContractWorld {
  let node = ExampleNode(funded: ["payer"])
  let payer: any WalletBackend
  let shop: any WalletBackend
  let wrongNetworkAddress = ExampleAddress.make(1, prefix: "tst1")
  let patience: Duration
  /// The memory of the wallets in tests.
  let memory = Memory()

  /// - Parameter wrap: wraps a wallet so that it violates the contract, to test that this is detected.
  init(
    patience: Duration = .seconds(30),
    wrap: (any WalletBackend, Memory) -> any WalletBackend = { wallet, _ in wallet }
  ) {
    payer = wrap(ExampleWallet(node: node, name: "payer"), memory)
    shop = wrap(ExampleWallet(node: node, name: "shop"), memory)
    self.patience = patience
  }

  func mine(_ blocks: Int) { node.mine(blocks) }

  func takeBack(_ blocks: Int) { node.takeBack(blocks) }

  func doubleSpend(_ signedTransaction: SignedTransaction) throws {
    try node.doubleSpend(ExampleTransaction(signedTransaction))
  }

  func raiseFee(of transactionID: String) { node.raiseFee(of: transactionID) }

  func crash() async {
    node.crash()
    memory.forget()
  }

  func restart() { node.restart() }

  /// In the first round the calls have no effect. In the next one they take effect, but their answers are lost.
  func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async {
    if round == 0 { node.crash() } else { node.loseAnswers() }
    await calls()
    await crash()
  }

  func setLocked(_ isLocked: Bool) { node.setLocked(isLocked) }

  func setHanging(_ isHanging: Bool) { node.setHanging(isHanging) }

  func otherSpellings(of address: String) -> [String] { [address.uppercased()] }
}
