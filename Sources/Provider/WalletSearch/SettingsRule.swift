/// Which files may say how a program of another user is reached.
///
/// The command line of such a program is the word of its user: it can name any file, and any port at which that user then
/// listens. What is read is read with the rights of the person who searches, and is sent to that port. So a file counts only
/// if it belongs to the program's user, or is one of root that this user could read as well.
struct SettingsRule {
  /// What the system says of a file or a folder.
  struct Facts {
    let user: UInt32
    let group: UInt32
    let mode: UInt32
  }

  /// The user of the program.
  let user: UInt32
  /// The groups of that user.
  let groups: Set<UInt32>

  /// Whether a file counts.
  ///
  /// - Parameter folders: those on the way to it.
  func allows(_ file: Facts, in folders: [Facts]) -> Bool {
    if file.user == user { return true }
    guard file.user == 0 else { return false }
    return grants(0o4, file) && folders.allSatisfy { grants(0o1, $0) }
  }

  private func grants(_ bit: UInt32, _ facts: Facts) -> Bool {
    let shift: UInt32 = facts.user == user ? 6 : groups.contains(facts.group) ? 3 : 0
    return facts.mode >> shift & bit != 0
  }
}
