import OwnerAPI
import TerminalUI
import Testing

@testable import payd

/// What the owner is told of a failure: what the provider says, which names no program, and what to type next.
@Suite struct FailureWordsTests {
  @Test(arguments: [
    (OwnerFailure.Reason.appNotFound, "no paired app is called x; see: payd apps"),
    (.walletLocked, "no paired app is called x: payd unlock"), (.conflict, "no paired app is called x"),
    (.overLimit, "no paired app is called x: raise the limit with payd limit, or deny it"),
    (.notRunning, "no paired app is called x: payd is not running here; start it with: payd run"),
  ]) func theNextStepFollowsTheMessage(reason: OwnerFailure.Reason, words: String) {
    #expect(OwnerFailure(reason, "no paired app is called x").words == words)
  }

  @Test func triesAndWaitsOfThePINAreData() {
    func words(_ data: OwnerFailure.Data) -> String {
      OwnerFailure(.wrongPin, "this is not your PIN", data).words
    }
    #expect(words(.init(triesLeft: 1)) == "this is not your PIN; 1 try is left before you have to wait")
    #expect(words(.init(triesLeft: 4)) == "this is not your PIN; 4 tries are left before you have to wait")
    let soon = OwnerFailure.Data(triesLeft: 0, retryAfterMilliseconds: 29_001)
    #expect(words(soon) == "this is not your PIN; the next try is in 30 seconds")
    let late = OwnerFailure.Data(triesLeft: 0, retryAfterMilliseconds: 3_600_000)
    #expect(words(late) == "this is not your PIN; the next try is in 60 minutes")
  }

  @Test func theExitStatusFollowsFromTheKind() {
    let statuses: [OwnerFailure.Reason: TerminalUI.ExitStatus] = [
      .usage: .usage, .codeRequired: .usage, .appNotFound: .dataError, .feeRisen: .dataError, .wrongCode: .notPermitted,
      .insufficientFunds: .notPermitted, .payingStopped: .tryAgain, .lockedInWallet: .tryAgain,
      .notRunning: .unavailable, .stopping: .unavailable, .internalError: .software,
    ]
    for (reason, status) in statuses { #expect(OwnerFailure(reason, "").exitStatus == status, "\(reason)") }
  }
}
