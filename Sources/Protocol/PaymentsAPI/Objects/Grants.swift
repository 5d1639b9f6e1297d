extension Scope {
  /// Whether the scope is granted if the app asks for it and the owner approves the app without naming scopes. The
  /// balance of the wallet and signatures with its keys are granted only by name.
  public var isGrantedByDefault: Bool {
    switch self {
    case .receive, .pay, .statement: true
    case .balance, .prove: false
    }
  }
}
