@testable import WalletSearch

extension Machine {
  /// A machine whose files are all of the user for whom they are read.
  init(
    programs: [RunningProgram], home: String, homes: [UInt32: String] = [:],
    files: @escaping @Sendable (String) -> FileText
  ) {
    self.init(programs: programs, home: home, homes: homes) { path, _ in files(path) }
  }

  /// A machine with files of users, which others can read if this person can.
  init(programs: [RunningProgram], home: String, files: [String: (user: UInt32, text: String)]) {
    self.init(programs: programs, home: home) { path, user in
      guard let file = files[path] else { return .missing }
      let rule = SettingsRule(user: user ?? file.user, groups: [])
      let facts = SettingsRule.Facts(user: file.user, group: file.user, mode: 0o600)
      return rule.allows(facts, in: []) ? .text(file.text) : .foreign
    }
  }
}
