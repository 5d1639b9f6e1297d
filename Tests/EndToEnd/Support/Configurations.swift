import TestSupport

/// Configurations of the daemons under test.
enum Configurations {
  /// Returns the configuration of a mock wallet whose blocks are mined on command. Small payments in LTC need no
  /// approval.
  ///
  /// - Parameters:
  ///   - times: the content of the section `times`, such as `approval: 2s`.
  ///   - limits: the content of the section `limits`.
  ///   - more: further sections.
  static func mock(times: String = "", limits: String = "", more: String = "") -> String {
    """
    name: test
    times: {poll: 1s\(times.isEmpty ? "" : ", " + times)}
    limits: {\(limits)}
    \(more)
    wallets:
      - type: mock
        currencies: [LTC, XMR]
        balance: 100
        limits: {LTC: {ask: above 0.1, per_period: 1000}}
    """
  }

  /// Returns the configuration of a mock wallet whose network is outside of the state folder, as a real network would
  /// be, so that it remembers what a restored provider does not know.
  ///
  /// - Parameter wallet: the name of the wallet on that network.
  static func mock(network: ScratchFolder, wallet: String = "wallet") -> String {
    """
    name: test
    times: {poll: 100ms, follow: 100ms, retry: 100ms}
    wallets:
      - type: mock
        currencies: [LTC, XMR]
        balance: 100
        network: \(network.path)/network
        wallet: \(wallet)
        limits: {LTC: {ask: above 0.1, per_period: 1000}}
    """
  }
}
