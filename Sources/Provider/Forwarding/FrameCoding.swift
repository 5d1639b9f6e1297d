import Transport

/// The bytes of frames: of each its kind, its session, the length of its content (1, 8 and 4 bytes, big-endian), and its
/// content. They are read only after they were authenticated, so that what cannot be read was written by another version.
enum FrameCoding {
  private enum Kind: UInt8 {
    case open, ask, answer, text, binary, taken, invited, authenticated, findProcess, process, close, cut, ping, pong
  }

  /// What was written by another version of this program.
  struct Unreadable: Error, Equatable {}

  static func encode(_ frame: SessionFrame, into bytes: inout [UInt8]) {
    var content: [UInt8] = []
    let kind: Kind
    switch frame.frame {
    case .open(let opening):
      kind = .open
      append(opening.discovery, to: &content)
      append(Array(opening.address.utf8), to: &content)
      append(UInt64(opening.port), to: &content)
      append(opening.user.map { UInt64($0) } ?? .max, to: &content)
      for text in [opening.offeredSubprotocols, opening.selectedSubprotocol, opening.authority] {
        append(Array(text.utf8), to: &content)
      }
    case .ask(let question): (kind, content) = (.ask, question)
    case .answer(let answer): (kind, content) = (.answer, answer)
    case .message(.text(let text)): (kind, content) = (.text, text)
    case .message(.binary(let binary)): (kind, content) = (.binary, binary)
    case .taken(let count):
      kind = .taken
      append(UInt64(count), to: &content)
    case .invited: kind = .invited
    case .authenticated: kind = .authenticated
    case .findProcess: kind = .findProcess
    case .process(let process):
      kind = .process
      guard let process else { break }
      append(UInt64(UInt32(bitPattern: process.identifier)), to: &content)
      append(Array((process.executablePath ?? "").utf8), to: &content)
    case .close(let code):
      kind = .close
      append(UInt64(code.rawValue), to: &content)
    case .cut: kind = .cut
    case .ping: kind = .ping
    case .pong: kind = .pong
    }
    bytes.append(kind.rawValue)
    append(frame.session, to: &bytes)
    append(content, to: &bytes)
  }

  /// - Throws: ``Unreadable``.
  static func decode(_ bytes: [UInt8]) throws(Unreadable) -> [SessionFrame] {
    var frames: [SessionFrame] = []
    var rest = bytes[...]
    while let first = rest.popFirst() {
      guard let kind = Kind(rawValue: first) else { throw Unreadable() }
      let session = try number(&rest)
      var content = try data(&rest)
      let frame = try frame(kind, &content)
      frames.append(SessionFrame(session: session, frame: frame))
    }
    return frames
  }

  private static func frame(_ kind: Kind, _ content: inout ArraySlice<UInt8>) throws(Unreadable) -> ForwardedFrame {
    switch kind {
    case .open:
      let (discovery, address) = (try data(&content), try text(&content))
      let (port, user) = (try number(&content), try number(&content))
      guard let port = UInt16(exactly: port) else { throw Unreadable() }
      return .open(
        ForwardedOpening(
          discovery: Array(discovery), address: address, port: port, user: UInt32(exactly: user),
          offeredSubprotocols: try text(&content), selectedSubprotocol: try text(&content),
          authority: try text(&content)))
    case .ask: return .ask(Array(content))
    case .answer: return .answer(Array(content))
    case .text: return .message(.text(Array(content)))
    case .binary: return .message(.binary(Array(content)))
    case .taken:
      guard let count = Int(exactly: try number(&content)) else { throw Unreadable() }
      return .taken(count)
    case .invited: return .invited
    case .authenticated: return .authenticated
    case .findProcess: return .findProcess
    case .process:
      if content.isEmpty { return .process(nil) }
      guard let identifier = UInt32(exactly: try number(&content)) else { throw Unreadable() }
      let path = try text(&content)
      return .process(.init(identifier: Int32(bitPattern: identifier), executablePath: path.isEmpty ? nil : path))
    case .close:
      guard let code = UInt16(exactly: try number(&content)) else { throw Unreadable() }
      return .close(CloseCode(rawValue: code))
    case .cut: return .cut
    case .ping: return .ping
    case .pong: return .pong
    }
  }

  private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.bigEndian) { bytes += $0 }
  }

  private static func append(_ data: [UInt8], to bytes: inout [UInt8]) {
    withUnsafeBytes(of: UInt32(data.count).bigEndian) { bytes += $0 }
    bytes += data
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) throws(Unreadable) -> UInt64 {
    guard bytes.count >= 8 else { throw Unreadable() }
    defer { bytes = bytes.dropFirst(8) }
    return bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func data(_ bytes: inout ArraySlice<UInt8>) throws(Unreadable) -> ArraySlice<UInt8> {
    guard bytes.count >= 4 else { throw Unreadable() }
    let count = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count - 4 >= count else { throw Unreadable() }
    defer { bytes = bytes.dropFirst(4 + count) }
    return bytes.dropFirst(4).prefix(count)
  }

  private static func text(_ bytes: inout ArraySlice<UInt8>) throws(Unreadable) -> String {
    String(decoding: try data(&bytes), as: UTF8.self)
  }
}
