import CPlatform
import CVersion
import Platform
import StatementPDF
import Statements

/// Reads a statement as JSON from standard input and writes it as PDF to standard output. It opens nothing but fonts,
/// and gives up what it does not need: payd runs it, so that text that apps claimed never meets the libraries that set
/// it in a process that holds keys.
@main
enum PayportStatement {
  static func main() {
    // Whoever asks a program for its version may want it in a file, which it cannot write after the next call.
    if CommandLine.arguments.dropFirst().first == "--version" {
      exit(write(Array("payport-statement \(String(cString: payport_version()))\n".utf8)) ? 0 : 74)
    }
    // Only a program calls this one, and with no arguments: a person who does is told what it is.
    guard CommandLine.arguments.count == 1 else {
      exit(
        write(Array("payport-statement: reads a statement as JSON and writes it as PDF; payd runs it\n".utf8)) ? 64 : 74
      )
    }
    giveUpPrivileges()
    guard let input = read(atMost: JSONStatement.largestFile), let document = JSONStatement.document(input) else {
      exit(65)
    }
    do throws(StatementPDFError) {
      exit(write(try PDFStatement.bytes(document)) ? 0 : 74)
    } catch {
      exit(70)
    }
  }

  private static func giveUpPrivileges() {
    // Each is a precaution of its own: where the system knows one of them not, the others hold.
    _ = cplatform_forbid_tracing()
    _ = cplatform_gain_no_privileges()
    limit(RLIMIT_CORE, to: 0)
    limit(RLIMIT_FSIZE, to: 0)
    limit(RLIMIT_CPU, to: 120)
    limit(RLIMIT_AS, to: 2 << 30)
  }

  #if canImport(Darwin)
    private static func limit(_ resource: Int32, to value: UInt64) {
      var most = rlimit(rlim_cur: value, rlim_max: value)
      _ = setrlimit(resource, &most)
    }
  #else
    private static func limit(_ resource: __rlimit_resource, to value: UInt) {
      var most = rlimit(rlim_cur: value, rlim_max: value)
      _ = setrlimit(__rlimit_resource_t(resource.rawValue), &most)
    }
  #endif

  private static func read(atMost limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(0, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= limit else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  private static func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(1, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
