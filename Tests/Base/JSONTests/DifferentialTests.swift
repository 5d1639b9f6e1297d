import Foundation
import JSON
import Testing

/// Compares our parser with that of Python on damaged texts. Python accepts some texts that RFC 8259 forbids or leaves
/// open, so the script refuses those itself: constants, duplicate names, lone surrogates, byte order marks and other
/// encodings.
@Suite struct DifferentialTests {
  private static let script = """
    import json, sys
    def members(pairs):
        if len(dict(pairs)) != len(pairs): raise ValueError("duplicate")
        return "{" + ",".join(text(k) + ":" + v for k, v in pairs) + "}"
    class Text(str): pass
    def text(s):
        s.encode("utf-8")
        return json.dumps(s)
    def constant(_): raise ValueError("constant")
    def show(v):
        # Numbers and objects arrive as finished text; only strings are plain.
        if isinstance(v, Text): return v
        if isinstance(v, str): return text(v)
        if isinstance(v, list): return "[" + ",".join(show(x) for x in v) + "]"
        return json.dumps(v)
    for line in sys.stdin:
        try:
            source = bytes.fromhex(line.strip()).decode("utf-8")
            if source.startswith("\\ufeff"): raise ValueError("mark")
            value = json.loads(
                source, parse_float=Text, parse_int=Text, parse_constant=constant,
                object_pairs_hook=lambda p: Text(members([(k, show(v)) for k, v in p])))
            print("accept " + show(value))
        except (ValueError, RecursionError):
            print("refuse")
    """

  private static let seeds = [
    #"{"jsonrpc":"2.0","method":"payment_order","params":{"amount":"0.5","n":[1,-2.5e+3,0]},"id":1}"#,
    #"[null,true,false,"\u00e9\ud83d\ude00\n\/\\\"",-0,0.0,1E400,12345678901234567890123,{}]"#,
    "{\"é😀\":[[],[[]],{\"a\":{}}],\"\u{2028}\":\" \\t\"}", " [ 1 , 2 ]\r\n\t", #""plain""#, "-12.5e-7",
    #"{"a":1,"b":2,"a":3}"#, #"["\ud800","\udc00\ud800"]"#, "nul", "[01]", "[1.]", "NaN", "[-Infinity]",
  ]
  private static let fragments = [
    "\"", "\\", "{", "}", "[", "]", ",", ":", "0", "-", ".", "e", "+", " ", "\n", "\\u", "\\ud83d", "\\ude00", "null",
    "true", "a", "\u{e9}", "\0", "\u{feff}", "1e5", "//",
  ]

  private static func corpus() -> [[UInt8]] {
    var generator = SystemRandomNumberGenerator()
    var corpus = seeds.map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var bytes = corpus[Int.random(in: 0..<seeds.count, using: &generator)]
      for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
        let position = Int.random(in: bytes.indices, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: position)
        case 2: bytes.removeSubrange(position...)
        case 3: bytes[position] = bytes.randomElement(using: &generator) ?? 0
        default: bytes.insert(contentsOf: (fragments.randomElement(using: &generator) ?? "").utf8, at: position)
        }
      }
      corpus.append(bytes)
    }
    return corpus
  }

  @Test func agreesWithPythonOnWhatIsJSONAndWhatItSays() throws {
    let corpus = Self.corpus()
    let folder = FileManager.default.temporaryDirectory.appending(path: "json-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let input = folder.appending(path: "corpus")
    let output = folder.appending(path: "verdicts")
    let lines = corpus.map { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
    // The last line, which may be empty, also ends with a line break.
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: input)
    try Data().write(to: output)

    let python = Process()
    python.executableURL = URL(filePath: "/usr/bin/env")
    python.arguments = ["python3", "-c", Self.script]
    python.standardInput = try FileHandle(forReadingFrom: input)
    python.standardOutput = try FileHandle(forWritingTo: output)
    try python.run()
    python.waitUntilExit()
    if python.terminationStatus == 127 {
      print("SKIPPED: no python3 to compare the JSON parser with")
      return
    }
    #expect(python.terminationStatus == 0)

    let verdicts = String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n")
    try #require(verdicts.count == corpus.count)
    var accepted = 0
    for (bytes, verdict) in zip(corpus, verdicts) {
      let source = String(decoding: bytes, as: UTF8.self)
      guard let value = try? JSONValue(parsing: bytes) else {
        #expect(verdict == "refuse", "refused: \(source)")
        continue
      }
      accepted += 1
      guard verdict.hasPrefix("accept ") else {
        Issue.record("accepted: \(source)")
        continue
      }
      #expect(try JSONValue(parsing: String(verdict.dropFirst(7))) == value, "\(source)")
    }
    #expect(accepted > 1_000 && accepted < corpus.count - 1_000)
  }
}
