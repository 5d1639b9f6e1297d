import PaymentsAPI
import PaymentsModel
import RPCRuntime
import ServiceHost

extension ProviderCore {
  /// The provider, as apps see it.
  var info: ProviderInfo { ProviderInfo(providerID: providerID, name: name, software: software) }

  /// Returns the session as `get_session` answers it. `newest` is the newest stored event.
  func describe(
    _ session: AppSession, newest: EventCursor, budgets: [Budget]?, folder: DocumentFolder?
  ) -> GetSession.Result {
    let admission = session.current
    return GetSession.Result(
      status: admission.status, sessionID: session.sessionID, specVersion: PaymentsMethods.specificationVersion,
      provider: info,
      app: AppInfo(
        appID: session.manifest.appID, name: session.manifest.name, version: session.manifest.version,
        key: session.app),
      grants: admission.grants.effective(at: clock.now()),
      limits: SessionLimits(
        maxMessageBytes: ConnectionOptions.messageBytes(isApproved: admission.status == .approved), maxBatch: 32,
        maxInFlight: limits.inFlight, maxDepth: 32,
        requestsPerSecond: limits.requestsPerSecond, burst: limits.burst),
      eventCursor: newest, expiresAt: session.openedAt.advanced(by: ConnectionOptions.sessionLifetime),
      pairedAt: admission.pairedAt, questionID: admission.questionID, budgets: budgets,
      folder: admission.status == .approved ? folder : nil)
  }
}
