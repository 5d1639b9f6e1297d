import Consumer

/// Keeps the connection to the wallet up, and tells the app how the wallet stands whenever that changes.
actor AgentWallet {
  private let client: PaymentsClient
  private let output: AgentOutput
  private let again = ChangeSignal()
  private let changed = ChangeSignal()
  private var told: WalletReport?
  private var isReady = false

  init(client: PaymentsClient, output: AgentOutput) {
    self.client = client
    self.output = output
  }

  /// Watches the wallet until the task is cancelled.
  func run() async {
    await WalletWatch(client: client, again: again).run { state in
      switch state {
      case .success(let pairing): await self.tell(WalletReport(pairing, provider: await self.client.providerName))
      case .failure(let error): await self.tell(AgentFailure.report(error))
      }
    }
  }

  /// Asks the owner again, after a refusal.
  func retry() { again.bump() }

  /// Waits until the owner has let the app in.
  ///
  /// - Throws: `CancellationError`.
  func untilReady() async throws {
    while true {
      let version = changed.version
      if isReady { return }
      try await changed.wait(beyond: version)
    }
  }

  private func tell(_ report: WalletReport) async {
    isReady = report.state == "ready"
    changed.bump()
    guard report != told else { return }
    told = report
    await output.tell(.wallet, report.members)
  }
}
