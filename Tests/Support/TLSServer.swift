#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server on loopback that speaks TLS with a certificate that it has made for itself. It answers each GET with `{}`, or hands
/// all requests to a server without TLS.
package final class TLSServer: Sendable {
  /// The URL of the server.
  package let url: String
  private let folder: ScratchFolder
  private let process: ChildProcess

  /// The path of its certificate.
  package var certificate: String { folder.path + "/own.pem" }
  /// The path of a certificate for the same name and with another key.
  package var otherCertificate: String { folder.path + "/other.pem" }

  private static let program = """
    import http.client, http.server, ssl, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            status, body = 200, b"{}"
            if len(sys.argv) > 2:
                behind = http.client.HTTPConnection("127.0.0.1", int(sys.argv[2]))
                sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                behind.request(self.command, self.path, sent, dict(self.headers))
                answer = behind.getresponse()
                status, body = answer.status, answer.read()
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)
        do_POST = do_GET
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1] + "/own.pem", sys.argv[1] + "/own.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print("port", server.server_port, flush=True)
    server.serve_forever()
    """

  /// Makes the certificates and starts the server.
  ///
  /// - Parameter port: of the server that answers; `nil` for none.
  package init(before port: UInt16? = nil) async throws {
    folder = try ScratchFolder()
    for name in ["own", "other"] {
      let made = try await ChildProcess.run(
        "/usr/bin/env",
        [
          "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
          "2",
          "-subj", "/CN=node", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "\(folder.path)/\(name).key",
          "-out",
          "\(folder.path)/\(name).pem",
        ])
      guard made.exit == .code(0) else { throw TLSServerError(words: made.error) }
    }
    let words = ["python3", "-c", Self.program, folder.path] + (port.map { ["\($0)"] } ?? [])
    process = try ChildProcess("/usr/bin/env", words)
    let port = try await process.line(containing: "port ").split(separator: " ").last ?? ""
    url = "https://127.0.0.1:\(port)"
  }

  /// Ends the server.
  package func stop() async throws { _ = try await process.stop() }
}

/// The certificates could not be made.
package struct TLSServerError: Error, Sendable {
  /// What the program wrote.
  package let words: [String]
}
