import PaymentsModel
import WalletBackend

extension LightningContractClauses {
  func waitsForAnAttemptThatHangs() async throws {
    let (wallet, decision, _) = try await decided(patience: impatient)
    try await world.attempt(.waits)
    try await requireDoubt("the node has told nothing of it") { try await committed(decision, by: wallet) }
    try await waitForAttempt()
    for tale in [LightningTale.underway, .failed, .nothing, .underway] {
      try await world.tell(tale)
      try await world.advance(by: .seconds(70))
      if tale == .nothing {
        try await requireDoubt("it goes on, and nobody tells") { try await committed(decision, by: wallet) }
        try await requireDoubt("it goes on, and nobody tells") { try await wallet.lookup(decision) }
      } else {
        try require(try await committed(decision, by: wallet) == .attempting, "it goes on for minutes")
        try require(try await wallet.lookup(decision) == .attempting, "it goes on for minutes")
      }
    }
    try await world.tell(.paid)
    // The proof counts, whether or not the call ends.
    guard case .settled(let fee) = try await wallet.lookup(decision) else {
      throw ContractViolation(description: "it is settled")
    }
    try await world.endAttempt()
    try require(try await settled(decision, by: wallet) == fee, "the same result")
    try await requireAttempts(1, "it is paid once")
  }

  func doubtsALostAnswer() async throws {
    let (wallet, decision, _) = try await decided()
    try await world.attempt(.breaks(.nothing))
    try await requireDoubt("the node may begin later") { try await committed(decision, by: wallet) }
    try await world.tell(.underway)
    for wallet in [wallet, try await world.payer(patience: patient)] {
      try require(try await committed(decision, by: wallet) == .attempting, "it goes on, also after a restart")
    }
    try await world.tell(.paid)
    _ = try await settled(decision, by: wallet)
    try await requireAttempts(1, "it is paid once")
  }

  func keepsWhatWasProven() async throws {
    let (wallet, decision, intent) = try await decided()
    let fee = try await settled(decision, by: wallet)
    for tale in [LightningTale.underway, .failedWithMoneyUnderway, .failed, .nothing, .paidWithOtherPreimage] {
      try await world.tell(tale)
      try require(try await wallet.lookup(decision) == .settled(fee: fee), "it stays settled")
      try require(try await committed(decision, by: wallet) == .settled(fee: fee), "it stays settled")
      wallet.reservations.giveBack(try wallet.coins(of: decision))
      try await require(.alreadyPaid) { _ = try await wallet.prepare(intent, feeCap: anyFee) }
    }
    try await requireAttempts(1, "it is paid once")
  }

  func believesNoFailureWhileMoneyIsUnderway() async throws {
    let (wallet, decision, _) = try await decided()
    try await world.attempt(.answers(.failedWithMoneyUnderway))
    try require(try await committed(decision, by: wallet) == .attempting, "money is under way")
    try await world.advance(by: .seconds(120))
    for tale in [LightningTale.failedWithMoneyUnderway, .underway] {
      try await world.tell(tale)
      try require(try await wallet.lookup(decision) == .attempting, "money is under way")
      try require(try await committed(decision, by: wallet) == .attempting, "money is under way")
    }
    try await world.tell(.paid)
    _ = try await settled(decision, by: wallet)
    try await requireAttempts(1, "it is paid once")
  }

  func believesOnlyTheRightPreimage() async throws {
    try await requiresNoProof(.paidWithOtherPreimage)
  }

  func refusesAnswersAboutOthers() async throws { try await requiresNoProof(.paidForAnother) }

  func refusesInexactNumbers() async throws {
    for number in InexactNumber.allCases { try await requiresNoProof(.paidWithNumber(number)) }
  }

  /// Such an answer settles nothing, and nothing is attempted while it is given. The right one then does.
  private func requiresNoProof(_ tale: LightningTale) async throws {
    try await world.tell(.nothing)
    let (wallet, decision, intent) = try await decided()
    try await world.tell(tale)
    try await requireDoubt("\(tale) is no proof") { try await wallet.lookup(decision) }
    try await requireDoubt("\(tale) is no proof") { try await committed(decision, by: wallet) }
    try await requireAttempts(0, "nothing is attempted")
    let next = try await world.payer(patience: patient)
    do {
      _ = try await next.prepare(intent, feeCap: anyFee)
      throw ContractViolation(description: "\(tale): no other order begins while that is told")
    } catch is WalletError {}
    try await world.tell(.paid)
    _ = try await settled(decision, by: wallet)
    try await requireAttempts(0, "nothing is attempted")
  }

  func understandsNoProse() async throws {
    let (wallet, decision, _) = try await decided()
    try await world.speakProse(true)
    try await requireDoubt("prose says nothing") { try await wallet.lookup(decision) }
    try await requireDoubt("prose says nothing") { try await committed(decision, by: wallet) }
    try await requireAttempts(0, "nothing is attempted")
    try await world.speakProse(false)
    try require(try await wallet.lookup(decision) == .untried, "nothing came of it")
    _ = try await settled(decision, by: wallet)
    try await requireAttempts(1, "it is paid once")
  }
}
