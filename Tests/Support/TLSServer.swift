#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A server on loopback that speaks TLS with a certificate that it has made for itself, and answers each GET with `{}`.
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
    import http.server, ssl, sys
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")
        def log_message(self, *words): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[1] + "/own.pem", sys.argv[1] + "/own.key")
    server.socket = context.wrap_socket(server.socket, server_side=True)
    print("port", server.server_port, flush=True)
    server.serve_forever()
    """

  /// Makes the certificates and starts the server.
  package init() async throws {
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
    process = try ChildProcess("/usr/bin/env", ["python3", "-c", Self.program, folder.path])
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
