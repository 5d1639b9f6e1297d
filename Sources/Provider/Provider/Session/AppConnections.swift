import ServiceHost

/// What the sessions of all apps share: who is connected, who waits to be paired, how much an app may ask for, and the
/// methods that answer it.
final class AppConnections: Sendable {
  let core: ProviderCore
  let methods: MethodTable
  let sessions: SessionDirectory
  let pairing: PairingService
  let notices: OwnerNotices
  let allowances: AppAllowances
  let lastConnections = LastConnections()

  init(_ core: ProviderCore, methods: MethodTable, sessions: SessionDirectory, notices: OwnerNotices) {
    self.core = core
    self.methods = methods
    self.sessions = sessions
    self.notices = notices
    pairing = PairingService(clock: core.clock)
    allowances = AppAllowances(perSecond: core.limits.requestsPerSecond, burst: core.limits.burst)
  }
}
