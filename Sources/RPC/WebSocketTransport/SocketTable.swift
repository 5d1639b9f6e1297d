import Platform

/// Rows of `/proc/net/tcp` and `/proc/net/tcp6` (proc(5)).
enum SocketTable {
  /// The row of one socket.
  struct Row: Equatable {
    var isEstablished: Bool
    var user: UInt32
    var inode: UInt64
  }

  /// The row of the socket at `source` that is connected to `target`. An IPv4 connection is also searched among the
  /// IPv6 sockets, which some clients use for it.
  static func row(from source: SocketAddress, to target: SocketAddress) -> Row? {
    if source.isIPv6 { return row(from: source, to: target, in: contents(of: "/proc/net/tcp6")) }
    return row(from: source, to: target, in: contents(of: "/proc/net/tcp"))
      ?? row(from: source.mapped, to: target.mapped, in: contents(of: "/proc/net/tcp6"))
  }

  /// The row of the socket at `source` that is connected to `target`, in the text of a table.
  static func row(from source: SocketAddress, to target: SocketAddress, in table: [UInt8]) -> Row? {
    let source = Array(source.tableForm.utf8)
    let target = Array(target.tableForm.utf8)
    for fields in rows(of: table) {
      guard fields.count > 9, fields[1].elementsEqual(source), fields[2].elementsEqual(target) else { continue }
      guard let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
        let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
      else { continue }
      return Row(isEstablished: fields[3].elementsEqual("01".utf8), user: user, inode: inode)
    }
    return nil
  }

  /// The number of connections that a server on loopback has at a port, whoever has made them.
  static func connections(toLoopback port: UInt16) -> Int {
    ["/proc/net/tcp", "/proc/net/tcp6"].reduce(0) { $0 + connections(to: port, in: contents(of: $1)) }
  }

  /// The number of established connections whose local end has a port, in the text of a table.
  static func connections(to port: UInt16, in table: [UInt8]) -> Int {
    let digits = String(port, radix: 16, uppercase: true)
    let ending = Array((":" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
    return rows(of: table).count { fields in
      fields.count > 3 && fields[1].suffix(ending.count).elementsEqual(ending)
        && fields[3].elementsEqual("01".utf8)
    }
  }

  /// The users who listen at a port where a connection over loopback may end; `nil` where the system has no tables.
  static func listeners(atLoopback port: UInt16) -> Set<UInt32>? {
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(contents).filter { !$0.isEmpty }
    return tables.isEmpty ? nil : tables.reduce(into: []) { $0.formUnion(listeners(at: port, in: $1)) }
  }

  /// The users who listen at a port of a loopback address or of all addresses, in the text of a table.
  static func listeners(at port: UInt16, in table: [UInt8]) -> Set<UInt32> {
    var users: Set<UInt32> = []
    for fields in rows(of: table) {
      guard fields.count > 9, fields[3].elementsEqual("0A".utf8),
        let address = SocketAddress(tableForm: String(decoding: fields[1], as: UTF8.self)), address.port == port,
        address.unmapped.isLoopback || address.unmapped.bytes.allSatisfy({ $0 == 0 }),
        let user = UInt32(String(decoding: fields[7], as: UTF8.self))
      else { continue }
      users.insert(user)
    }
    return users
  }

  /// The fields of each row, of which a table has one for each socket below its heading: sl, local, remote, state, queues,
  /// timer, retransmissions, user, timeout, inode.
  private static func rows(of table: [UInt8]) -> some Sequence<[ArraySlice<UInt8>]> {
    table.split(separator: UInt8(ascii: "\n")).dropFirst().lazy.map { $0.split(separator: UInt8(ascii: " ")) }
  }

  private static func contents(of path: String) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return all }
      all.append(contentsOf: buffer.prefix(count))
    }
  }
}

extension SocketAddress {
  /// This IPv4 address mapped to IPv6 (RFC 4291 section 2.5.5.2).
  fileprivate var mapped: SocketAddress { SocketAddress(bytes: Self.mapping + bytes, port: port) }

  /// What stands before an IPv4 address that is mapped.
  private static let mapping = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

  /// The IPv4 address that this one maps to IPv6; else this one.
  fileprivate var unmapped: SocketAddress {
    isIPv6 && bytes.starts(with: Self.mapping)
      ? SocketAddress(bytes: Array(bytes.dropFirst(Self.mapping.count)), port: port) : self
  }

  /// Reads an address as the kernel prints it.
  fileprivate init?(tableForm text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"))
    guard parts.count == 2, parts[0].count == 8 || parts[0].count == 32,
      let port = UInt16(String(decoding: parts[1], as: UTF8.self), radix: 16)
    else { return nil }
    var bytes: [UInt8] = []
    var rest = parts[0]
    while !rest.isEmpty {
      guard let word = UInt32(String(decoding: rest.prefix(8), as: UTF8.self), radix: 16) else { return nil }
      withUnsafeBytes(of: word) { bytes += $0 }
      rest = rest.dropFirst(8)
    }
    self.init(bytes: bytes, port: port)
  }

  /// The address as the kernel prints it: words of 32 bits in the machine's byte order, then the port.
  fileprivate var tableForm: String {
    var text = ""
    for word in 0..<bytes.count / 4 {
      let value = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: word * 4, as: UInt32.self) }
      text += hexadecimal(value, digits: 8)
    }
    return text + ":" + hexadecimal(UInt32(port), digits: 4)
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
