import JSON
import Platform
import TestSupport

/// `payd page` as a browser sees it, and as programs see it that may send anything.
final class PageBrowser: Sendable {
  struct Answer: Sendable {
    let status: Int?
    let text: String

    func field(_ name: String) -> String? {
      text.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ": ") }
        .map { String($0.dropFirst(name.count + 2)) }
    }
  }

  let process: ChildProcess
  let lines: [String]
  let port: UInt16
  let token: String

  /// Starts `payd page` for a daemon.
  init(_ daemon: Daemon, _ options: [String] = [], environment: [String: String] = [:]) async throws {
    process = try ChildProcess(
      try BuiltPrograms.path("payd"), ["page", "--no-open"] + options + daemon.folders,
      environment: Environment.bare(home: daemon.folder.path).merging(environment) { $1 })
    _ = try await process.line(containing: "ssh -L")
    lines = process.lines(.output)
    let address = lines[0].split(separator: " ").last ?? ""
    let parts = address.dropFirst("http://127.0.0.1:".count).split(separator: "/#")
    guard address.hasPrefix("http://127.0.0.1:"), parts.count == 2, let port = UInt16(parts[0]) else {
      throw RawClient.Failed(call: "address in \(lines)")
    }
    (self.port, token) = (port, String(parts[1]))
  }

  var origin: String { "http://127.0.0.1:\(port)" }

  /// Sends a request, and reads until the end of the connection.
  func ask(
    _ line: String, host: String? = nil, _ fields: [String] = [], body: String? = nil
  ) async throws -> Answer {
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let head =
      ["\(line) HTTP/1.1", "Connection: close", "Host: \(host ?? "127.0.0.1:\(port)")"] + fields + length
    let port = port
    let text = try await blocking {
      let client = try RawClient(port: port)
      try client.write(head.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? ""))
      return client.readAll()
    }
    return Answer(status: text.split(separator: " ").dropFirst().first.flatMap { Int($0) }, text: text)
  }

  /// Exchanges the token for the cookie.
  func enter() async throws -> String {
    let answer = try await ask("POST /session", ["Origin: \(origin)", "Sec-Fetch-Site: same-origin"], body: token)
    guard answer.status == 204, let cookie = answer.field("set-cookie")?.split(separator: ";").first else {
      throw RawClient.Failed(call: "session: \(answer.text)")
    }
    return String(cookie)
  }

  /// Opens the WebSocket; the status of the answer where that is refused, and 0 for none.
  func open(_ fields: [String], path: String = "/owner", host: String? = nil) async throws -> Result<PageLine, Refused>
  {
    let port = port
    return try await blocking {
      let client = try RawClient(port: port)
      try client.write(client.request(path: path, host: host, protocols: nil, extra: fields))
      guard let status = client.readStatus() else { return .failure(Refused(status: 0)) }
      return status == 101 ? .success(PageLine(client)) : .failure(Refused(status: status))
    }
  }

  /// Opens the WebSocket as the page does.
  func page(_ cookie: String) async throws -> PageLine {
    try await open(["Origin: \(origin)", "Cookie: \(cookie)"]).get()
  }

  /// Ends the program as Ctrl-C does; it must end well, so it has run until now.
  func end() async throws {
    guard try await process.stop(SIGINT) == .code(0) else { throw RawClient.Failed(call: "payd page did not end well") }
  }

  struct Refused: Error, Equatable {
    let status: Int
  }
}

/// The page's end of the WebSocket.
///
/// `@unchecked Sendable`: a test uses it in one call after the other.
final class PageLine: @unchecked Sendable {
  let client: RawClient

  init(_ client: RawClient) { self.client = client }

  /// Sends bytes as one text message.
  func send(_ bytes: [UInt8]) async throws {
    try await blocking { [self] in try client.write(RawClient.frame(1, bytes)) }
  }

  func send(_ text: String) async throws { try await send(Array(text.utf8)) }

  /// The next text message; nil if the other end has closed.
  func next() async throws -> JSONValue? {
    try await blocking { [self] in
      while let frame = client.readFrame() {
        if frame.opcode == 1 { return try JSONValue(parsing: frame.payload) }
        if frame.opcode == 8 { return nil }
      }
      return nil
    }
  }

  /// Sends a request, and waits for its answer; notifications meanwhile are passed over.
  func ask(_ method: String, _ params: String = "{}", id: String = "\"q\"") async throws -> JSONValue? {
    try await send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    let wanted = try JSONValue(parsing: id)
    while let message = try await next() { if message["id"] == wanted { return message } }
    return nil
  }

  /// The code with which the other end closes.
  func closeCode() async throws -> UInt16? { try await blocking { [self] in client.readClose() } }
}
