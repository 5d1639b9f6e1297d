import CSimulation

/// The functions by which libpq reaches the simulated servers.
enum ServerSeam {
  static func install() {
    var server = simulation_server(
      connect: { connection, keywords, values in
        guard let connection, let keywords, let values else { return nil }
        for host in ServerSeam.host(keywords, values).split(separator: ",") {
          guard let session = SimulatedServer.named(String(host))?.connect(connection) else { continue }
          return Unmanaged.passRetained(session).toOpaque()
        }
        return nil
      },
      receive: { session, sql, count, types, values, lengths in
        guard let session = ServerSeam.session(session), let sql else { return }
        let parameters = (0..<Int(count)).map { index -> ServerValue in
          guard let type = types?[index], let bytes = values?[index], let length = lengths?[index] else { return .null }
          return ServerValue(type, UnsafeRawBufferPointer(start: bytes, count: Int(length)))
        }
        session.receive(ServerSession.Received(sql: String(cString: sql), values: parameters))
      },
      carry_out: { ServerSeam.session($0)?.carryOut() },
      close: { session in
        guard let session else { return }
        Unmanaged<ServerSession>.fromOpaque(session).takeRetainedValue().close()
      },
      pause: { Scheduler.pass(until: Scheduler.now + $0) })
    simulation_serve(&server)
  }

  private typealias Texts = UnsafePointer<UnsafePointer<CChar>?>

  private static func host(_ keywords: Texts, _ values: Texts) -> String {
    var index = 0
    while let keyword = keywords[index], let value = values[index] {
      if String(cString: keyword) == "host" { return String(cString: value) }
      index += 1
    }
    return ""
  }

  private static func session(_ pointer: UnsafeMutableRawPointer?) -> ServerSession? {
    pointer.map { Unmanaged<ServerSession>.fromOpaque($0).takeUnretainedValue() }
  }
}

/// The types of PostgreSQL by the numbers of its catalogue, in their binary formats.
extension ServerValue {
  private enum Kind {
    static let bytea: UInt32 = 17
    static let bigint: UInt32 = 20
    static let text: UInt32 = 25
  }

  init(_ type: UInt32, _ bytes: UnsafeRawBufferPointer) {
    switch type {
    case Kind.bigint: self = .integer(Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case Kind.text: self = .text(String(decoding: bytes, as: UTF8.self))
    default: self = .bytes(Array(bytes))
    }
  }

  /// Puts the value into an answer.
  func write(to answer: UnsafeMutableRawPointer?, row: Int, column: Int) {
    func put(_ type: UInt32, _ bytes: [UInt8]) {
      // An empty value needs an address too, because none means NULL.
      simulation_answer_value(answer, Int32(row), Int32(column), type, bytes + [0], Int32(bytes.count))
    }
    switch self {
    case .null: break
    case .integer(let number): put(Kind.bigint, withUnsafeBytes(of: number.bigEndian) { Array($0) })
    case .text(let text): put(Kind.text, Array(text.utf8))
    case .bytes(let bytes): put(Kind.bytea, bytes)
    }
  }
}

extension ServerSession {
  /// Answers a statement that was carried out.
  func answer(_ statement: ServerStatement, _ rows: MemoryDatabase.Rows, _ command: String? = nil) {
    guard let connection else { return }
    var command = command ?? statement.command
    switch command {
    case "SELECT": command += " \(rows.values.count)"
    case "INSERT": command += " 0 \(rows.changes)"
    case "UPDATE", "DELETE": command += " \(max(rows.changes, rows.values.count))"
    default: break
    }
    let status = rows.columns > 0 ? SIMULATION_ROWS : SIMULATION_DONE
    let answer = simulation_answer(status, command, "", Int32(rows.values.count), Int32(rows.columns))
    for (row, values) in rows.values.enumerated() {
      for (column, value) in values.enumerated() { value.write(to: answer, row: row, column: column) }
    }
    simulation_send(connection, answer)
  }
}
