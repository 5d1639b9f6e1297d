/// One method of the owner's socket: its name, and what it takes and answers.
package protocol OwnerMethod: Sendable {
  /// The parameters, which encode to a JSON object.
  associatedtype Params: Codable & Sendable
  /// The result, which encodes to a JSON object.
  associatedtype Result: Codable & Sendable

  static var name: String { get }
  /// One sentence that describes the method in generated documents.
  static var summary: String { get }
  /// The reasons that it may fail with, beside those of every method (``OwnerMethods/commonFailures``).
  static var failures: [OwnerFailure.Reason] { get }
}

extension OwnerMethod {
  /// None, unless a method says otherwise.
  package static var failures: [OwnerFailure.Reason] { [] }
}

/// Params or a result without members.
package struct OwnerNothing: Codable, Sendable, Equatable {
  /// No members.
  package init() {}
}

/// All methods of the owner's socket.
package enum OwnerMethods {
  /// The version of the door that is spoken.
  package static let version = 1

  /// A member that the params of every method may have: what the program that asks says it is. It is noted with the
  /// decisions that follow.
  package static let voiceMember = "via"
  /// What the console says it is.
  package static let consoleVoice = "console"

  /// The reasons that every method may fail with.
  package static let commonFailures: [OwnerFailure.Reason] = [
    .usage, .stopping, .unavailable, .atWriterOnly, .internalError,
  ]

  /// Every method that is answered once, in the order of the document.
  package static let all: [any OwnerMethod.Type] =
    [
      GetProviderStatus.self, ListApprovals.self, GetApproval.self, ApproveQuestion.self, DenyQuestion.self,
      ListPayments.self, ListIncomingPayments.self, GetPayment.self, AbandonOrder.self, LockWallet.self,
      UnlockWallet.self, GetPinStatus.self, SetPin.self, ClearPin.self,
      ListUnknownSends.self, SettleUnknownSend.self, PayHeldOrder.self, CancelHeldOrder.self, AcceptWallet.self,
      ListApps.self, RevokeApp.self, ListDaemons.self, AdmitDaemon.self, RevokeDaemon.self, RenameApp.self,
      ListGrants.self,
      GrantScopes.self, LimitApp.self, ChangeQuota.self,
      ListSessions.self, EndSession.self, ShowOpening.self, FinishOpening.self, BeginStatement.self,
      FetchStatement.self, ListAuditEntries.self, GetAuditHead.self, VerifyAuditLog.self, GetMetrics.self,
      NotifyOfNews.self, ReloadConfiguration.self, StageBackup.self,
      WatchApprovals.self,
    ] + ofMadeUpMoney

  /// Those of a made-up network, which are answered only where a wallet of one is configured.
  package static let ofMadeUpMoney: [any OwnerMethod.Type] = [
    MockReceive.self, MockMine.self, MockReorganise.self, MockRaiseFee.self, MockDoubleSpend.self,
    SetMockStatus.self, SetMockLatency.self, SetMockFee.self, InjectMockFault.self, ListMockBroadcasts.self,
  ]
}

/// Params of a method that may need the owner's PIN.
package protocol PinParams {
  /// The owner's PIN, where it is needed.
  var pin: String? { get set }
}

extension ApproveQuestion.Params: PinParams {}
extension AbandonOrder.Params: PinParams {}
extension UnlockWallet.Params: PinParams {}
extension SetPin.Params: PinParams {}
extension ClearPin.Params: PinParams {}
extension SettleUnknownSend.Params: PinParams {}
extension PayHeldOrder.Params: PinParams {}
extension AcceptWallet.Params: PinParams {}
extension GrantScopes.Params: PinParams {}
extension LimitApp.Params: PinParams {}
extension ChangeQuota.Params: PinParams {}
extension AdmitDaemon.Params: PinParams {}
