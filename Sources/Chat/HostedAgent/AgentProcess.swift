import ChatPayments
package import Consumer
import Files
import JSON
import JSONLines
package import PaymentsModel

/// The agent as a process: it greets the host, opens what the host asks for, and handles lines until the input ends.
package struct AgentProcess: Sendable {
  /// Why the process has ended.
  package enum End: Sendable, Hashable {
    /// The input has ended, or the task was cancelled.
    case input
    /// The host has broken the protocol.
    case host
    /// The cards or the app's files cannot be used.
    case files
  }

  /// What a host asks for with its first line.
  package struct Opening: Sendable {
    /// The app for which the wallet's owner is asked.
    package let manifest: Manifest
    /// The name of the provider, where several run.
    package let provider: String?
  }

  /// The time for which the process waits for a folder that another one uses: the one before it may still be ending.
  private static let claimSteps = 100

  private let program: (name: String, version: String)
  private let directories: PayportDirectories
  private let words: any AgentWords
  private let patience: Duration
  private let clock: any WallClock
  private let makeWallet: @Sendable (Opening) -> PaymentsClient
  private let reader: LineReader
  private let writer: LineWriter

  /// Creates a process.
  ///
  /// - Parameters:
  ///   - input: the file descriptor from which the host's lines are read.
  ///   - output: the file descriptor to which lines are written.
  ///   - patience: the time after which a line that the host has not answered is repeated.
  ///   - makeWallet: returns the connection to the user's provider.
  package init(
    program: (name: String, version: String), input: Int32, output: Int32, directories: PayportDirectories,
    words: any AgentWords, patience: Duration, clock: any WallClock = SystemWallClock(),
    makeWallet: @escaping @Sendable (Opening) -> PaymentsClient
  ) {
    self.program = program
    self.directories = directories
    self.words = words
    self.patience = patience
    self.clock = clock
    self.makeWallet = makeWallet
    reader = LineReader(input)
    writer = LineWriter(output)
  }

  /// Runs until the input ends or the task is cancelled.
  package func run() async -> End {
    await writer.write([
      "type": "hello", "versions": [.integer(HostedAgent.version)], "line_bytes": .integer(LineReader.limit),
      "agent": ["name": .string(program.name), "version": .string(program.version)],
    ])
    let hosted: HostedAgent
    do {
      guard let hello = try await greeting() else { return .input }
      hosted = try await open(hello)
    } catch {
      let failure = error as? FailureDescription ?? words.describe(error)
      await writer.write(["type": "end", "reason": .string(failure.reason), "text": .string(failure.text)])
      return error is FailureDescription ? .host : .files
    }
    await writer.write([
      "type": "ready", "v": .integer(HostedAgent.version), "cards": .integer(await hosted.agent.cards.count),
    ])
    await serve(hosted)
    return .input
  }

  // MARK: The beginning

  /// Reads the host's first line; returns `nil` if the input has ended.
  ///
  /// - Throws: ``FailureDescription``.
  private func greeting() async throws -> HostHello? {
    guard let input = await reader.next() else { return nil }
    func malformed(_ text: String) -> FailureDescription { FailureDescription(reason: "malformed", text: text) }
    guard case .line(let bytes) = input else { throw malformed("The first line is too long.") }
    let line: HostLine
    do throws(HostLineError) {
      line = try HostLine.read(bytes, now: clock.now()).line
    } catch {
      throw malformed(error.text)
    }
    guard case .hello(let hello) = line else { throw malformed("The first line of the host is its hello.") }
    guard hello.v == HostedAgent.version else {
      throw FailureDescription(
        reason: "unsupported_version",
        text: "This agent speaks version \(HostedAgent.version) of the lines only.")
    }
    guard hello.device.map({ DiscoveryFile.isName($0) }) ?? true else {
      throw malformed("A device's name is 1 to 64 of A-Z a-z 0-9 . _ -.")
    }
    guard Self.manifest(hello).isWellFormed else {
      throw malformed("The app's identifier, name or version is none that a wallet accepts.")
    }
    return hello
  }

  private static func manifest(_ hello: HostHello) -> Manifest {
    Manifest(appID: hello.app.id, name: hello.app.name, version: hello.app.version, scopes: [.receive, .pay])
  }

  private func open(_ hello: HostHello) async throws -> HostedAgent {
    let manifest = Self.manifest(hello)
    let wallet = makeWallet(Opening(manifest: manifest, provider: hello.provider))
    let transport = HostTransport(hello.chat, writer: writer, patience: patience)
    let suffix = hello.device.map { ".\($0)" } ?? ""
    let folder = directories.consumer(appID: manifest.appID)
    let agent = try await claim(folder + "/cards" + suffix, transport: transport, wallet: wallet)
    let early = EarlyMessages(folder + "/early" + suffix)
    try await early.load()
    return HostedAgent(
      agent: agent, early: early, transport: transport, wallet: wallet, words: words, writer: writer, clock: clock)
  }

  private func claim(
    _ folder: String, transport: HostTransport, wallet: PaymentsClient
  ) async throws -> CardAgent {
    for _ in 0..<Self.claimSteps {
      do {
        return try await CardAgent(transport: transport, wallet: wallet, folder: folder, clock: clock)
      } catch KeptFolderError.inUse {
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    throw KeptFolderError.inUse
  }

  // MARK: The lines

  private func serve(_ hosted: HostedAgent) async {
    let working = Task { await hosted.run() }
    await LineEnd.wait { await read(for: hosted) }
    await hosted.transport.close()
    working.cancel()
    await LineEnd.finish(working)
  }

  private func read(for hosted: HostedAgent) async {
    // The host's hello was the first line.
    var position: UInt32 = 1
    while let input = await reader.next() {
      position &+= 1
      switch input {
      case .line(let bytes):
        do throws(HostLineError) {
          let (number, line) = try HostLine.read(bytes, now: clock.now())
          await hosted.takeLine(line, numbered: number)
        } catch {
          await refuse(position, error)
        }
      case .tooLong:
        await writer.write([
          "type": "error", "line": .integer(position), "reason": "line_too_long", "limit": .integer(LineReader.limit),
          "text": .string("A line of the host is longer than \(LineReader.limit) bytes, and was skipped."),
        ])
      }
    }
  }

  private func refuse(_ position: UInt32, _ error: HostLineError) async {
    var line: JSONValue = [
      "type": "error", "line": .integer(position), "reason": "malformed", "text": .string(error.text),
    ]
    if let number = error.number { line.add("n", .integer(number)) }
    await writer.write(line)
  }
}
