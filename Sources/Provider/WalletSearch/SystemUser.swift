import Platform

/// A user of the machine, as the programs that run here belong to one.
package struct SystemUser: Sendable, Hashable {
  /// The user id.
  package let id: UInt32
  /// The name; the id in words where the system has none.
  package let name: String
  /// The home folder, where the system knows one.
  let home: String?
  /// The groups that the user is in.
  let groups: Set<UInt32>

  /// Looks a user up.
  package init(_ id: UInt32) {
    self.id = id
    var record = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var memory = [CChar](repeating: 0, count: 16_384)
    guard getpwuid_r(id, &record, &memory, memory.count, &found) == 0, found != nil, let name = record.pw_name else {
      (self.name, home, groups) = ("\(id)", nil, [])
      return
    }
    self.name = String(cString: name)
    home = record.pw_dir.map { String(cString: $0) }
    groups = Self.groups(of: name, record.pw_gid)
  }

  /// Whether it is no person: the users below 1000 are root and those that packages make for their services.
  package static func isService(_ id: UInt32) -> Bool { id < 1000 }

  private static func groups(of name: UnsafePointer<CChar>, _ first: gid_t) -> Set<UInt32> {
    #if os(Linux)
      var count: Int32 = 1024
      var groups = [gid_t](repeating: 0, count: Int(count))
      guard getgrouplist(name, first, &groups, &count) >= 0 else { return [first] }
      return Set(groups.prefix(Int(count)))
    #else
      return [first]
    #endif
  }
}
