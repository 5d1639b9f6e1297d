import DisplayText
package import PaymentsAPI

/// What an app gets if the owner says yes to it without naming scopes, told in the same words wherever it is told.
package struct PairingGrant: Sendable, Equatable {
  /// What is granted.
  package let granted: [Scope]
  /// What the app asks for and gets only if the owner names it.
  package let withheld: [Scope]

  /// Creates the grant for what an app asks for.
  package init(asked: [Scope]) {
    granted = asked.filter(\.isGrantedByDefault)
    withheld = asked.filter { !$0.isGrantedByDefault }
  }

  /// `receive, pay; balance only if you name it`.
  package var words: String {
    guard !withheld.isEmpty else { return Self.list(granted) }
    let (granted, withheld) = (Self.list(granted), Self.list(withheld))
    return self.withheld.count == 1
      ? localized("\(granted); \(withheld) only if you name it")
      : localized("\(granted); \(withheld) only if you name them")
  }

  /// Scopes as people read them.
  package static func list(_ scopes: [Scope]) -> String {
    scopes.isEmpty ? localized("nothing") : scopes.map(\.rawValue).joined(separator: ", ")
  }
}
