import MockWallet
import PaymentsModel
import Testing
import WalletBackend
import WalletContract

/// Tests that each clause detects a wallet that violates it. ``ExampleContractTests`` shows that correct wallets pass.
@Suite struct ContractTeethTests {
  @Test(arguments: WalletContract.allCases)
  func aBrokenWalletIsFoundOut(_ clause: WalletContract) async throws {
    let broken = Self.broken(clause)
    let wrap: (any WalletBackend, Memory) -> any WalletBackend = { broken.init(inner: $0, memory: $1) }
    let world: any WalletContractWorld =
      [.proving, .payouts].contains(clause.chapter)
      ? try MockedWorld(wrap: wrap) : ExampleWorld(patience: .milliseconds(200), wrap: wrap)
    await #expect(throws: (any Error).self, "\(broken)") { try await clause.check(world) }
  }

  @Test(arguments: WalletContract.allCases.filter { [.proving, .payouts].contains($0.chapter) })
  func aSoundWalletIsNot(_ clause: WalletContract) async throws {
    try await #expect(clause.check(MockedWorld { wallet, _ in wallet }) == .passed)
  }

  /// The wallet that violates a clause. Every new clause needs one.
  private static func broken(_ clause: WalletContract) -> any WrappedWallet.Type {
    switch clause {
    case .tellsAddressesApart: NarrowWallet.self
    case .knowsOneFormOfAnAddress: LiteralWallet.self
    case .followsATransfer: SlowWallet.self
    case .reportsEachTransferOfAnAddress: MergingWallet.self
    case .reportsALateTransfer: ForgetfulWallet.self
    case .readsFromAnyCursor: TerseWallet.self
    case .continuesOverARestart: VolatileWallet.self
    case .followsAReorganisation: HopefulWallet.self
    case .takesBackADoubleSpend: SilentWallet.self
    case .quotesWithoutSideEffects: EagerWallet.self
    case .refusesWhatCannotBePaid: VagueWallet.self
    case .refusesWhatIsSetAside: ModestWallet.self
    case .preparesWithoutSideEffects: HoardingWallet.self
    case .honoursTheFeeCap: GenerousWallet.self
    case .preparesWithDifferentInputs: CarelessWallet.self
    case .preparesConcurrently: RacingWallet.self
    case .freesReleasedInputs: StingyWallet.self
    case .commitsOnce: HastyWallet.self
    case .commitsOnceConcurrently: BusyWallet.self
    case .tellsConflicts: BlindWallet.self
    case .followsARaisedFee: StrictWallet.self
    case .refusesForeignTransactions: TrustingWallet.self
    case .listsWhatItSent: TellingOnceWallet.self
    case .keepsMarks: UnmarkedWallet.self
    case .findsTransactionsOfSends: NosyWallet.self
    case .followsARaisedSend: SelfishWallet.self
    case .isRecognised: ImpostorWallet.self
    case .paysAllByOneTransaction: RoundingWallet.self
    case .refusesAPayoutAsAWhole: ClingingWallet.self
    case .knowsAPayoutByEachPayment: OneSidedWallet.self
    case .sharesARaisedFee: WholeFeeWallet.self
    case .marksAllPayments: RepeatingWallet.self
    case .findsEachPaymentOfASend: WholeSendWallet.self
    case .paysNothingWhileLocked: MuteWallet.self
    case .isUnavailableWhileDown: InventiveWallet.self
    case .locksAgainAfterARestart: LazyWallet.self
    case .sparesCoinsWhoseLocksWereLost: TrustfulWallet.self
    case .paysOnceWhenKilledBetweenSteps: RebuildingWallet.self
    case .paysOnceWhenKilledInAStep: NervousWallet.self
    case .staysWholeWhenCancelled: LeakingWallet.self
    case .returnsWhenCancelled: StubbornWallet.self
    case .provesPaymentsMade: StaleProver.self
    case .provesPaymentsReceived: PayingProver.self
    case .provesAddresses: AnyAddressProver.self
    case .provesReserves: AnyAmountProver.self
    case .tellsFalseProofs: AnyPaymentProver.self
    case .refusesMalformedProofs: VagueProver.self
    case .provesNothingOfOthers: LyingProver.self
    case .provesNothingWhileDown: AbsentProver.self
    }
  }
}

/// Two wallets that can make proofs and pay several recipients by one transaction.
private struct MockedWorld: WalletContractWorld {
  let network: MockNetwork
  let payer: any WalletBackend
  let shop: any WalletBackend
  let wrongNetworkAddress = MockAddress.example(currency: "LTC", network: .test)

  init(wrap: (any WalletBackend, Memory) -> any WalletBackend) throws {
    network = try MockNetwork()
    payer = wrap(try #require(network.wallet("LTC", name: "payer")), Memory())
    shop = wrap(try #require(network.wallet("LTC", name: "shop")), Memory())
    // This fee cannot be divided equally among several payments.
    try network.control.setFee(Amount(atomicUnits: 20_011), currency: "LTC")
  }

  func mine(_ blocks: Int) throws { try network.control.mine(blocks, currency: "LTC") }

  func raiseFee(of transactionID: String) throws { try network.control.raiseFee(of: transactionID, currency: "LTC") }

  func crash() async throws { try network.control.setStatus(.unavailable, currency: "LTC") }

  func restart() async throws { try network.control.setStatus(.ready, currency: "LTC") }
}
