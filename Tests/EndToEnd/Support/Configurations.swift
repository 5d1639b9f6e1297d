/// Configurations of the daemons under test.
enum Configurations {
  /// A mock wallet whose blocks come on command; small payments in LTC need no question.
  ///
  /// - Parameters:
  ///   - times: the section of that name, such as `approval: 2s`.
  ///   - limits: the section of that name.
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
}
