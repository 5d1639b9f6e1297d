package import Consumer
import JSON
import JSONLines
import JSONRPC
import PaymentsAPI
import TypeDefinition

/// The agent: it reads requests of an app line by line, and answers them (chapter 20).
package actor PaymentsAgent {
  /// The version of the lines.
  package static let version = 1

  /// The agent's name and version, as `hello` answers them.
  private let program: (name: String, version: String)
  private let directories: PayportDirectories
  private let makeClient: @Sendable (AgentHello) -> PaymentsClient
  private let schemas: PaymentsAgentSchemas
  private let reader: LineReader
  private let writer: LineWriter
  private var peer = Peer(limits: PeerLimits(json: JSONLimits(bytes: LineReader.limit)))
  private var app: AgentApp?
  /// What is under way, and whether it is a wait that ends with the input.
  private var running: [Int: (task: Task<Void, Never>, isWait: Bool)] = [:]
  private var lastRun = 0

  /// Creates an agent.
  ///
  /// - Parameters:
  ///   - input: the file descriptor from which the app's lines are read.
  ///   - output: the file descriptor to which lines are written.
  ///   - directories: what has the app's folder.
  ///   - makeClient: returns the connection to the user's provider.
  /// - Throws: an error if an embedded schema is invalid, which a test excludes for every build.
  package init(
    program: (name: String, version: String), input: Int32, output: Int32, directories: PayportDirectories,
    makeClient: @escaping @Sendable (AgentHello) -> PaymentsClient
  ) throws {
    self.program = program
    self.directories = directories
    self.makeClient = makeClient
    schemas = try PaymentsAgentSchemas()
    reader = LineReader(input)
    writer = LineWriter(output)
  }

  /// Runs until the input ends or the task is cancelled. What was begun by then is finished within five seconds; waits for
  /// invoices and orders are not.
  package func run() async {
    await LineEnd.wait { await self.read() }
    await app?.end()
    for run in running.values where run.isWait { run.task.cancel() }
    let rest = running.values.map(\.task)
    await LineEnd.finish(Task { for task in rest { await task.value } })
    await app?.close()
  }

  private func read() async {
    while let input = await reader.next() {
      switch input {
      case .line(let bytes): await take(bytes)
      case .tooLong: await writer.write(MessageEncoder.response(.failure(AgentRefusal.lineTooLong.rpcError), id: .null))
      }
    }
  }

  private func take(_ bytes: [UInt8]) async {
    for action in peer.receive(bytes) {
      switch action {
      case .send(let bytes): await writer.write(bytes)
      case .request(let request):
        // Nothing can be done before it is known for whom. After that nothing waits for what came before it.
        if request.method == AgentMethod.hello.rawValue { await serve(request) } else { begin(request) }
      case .notification(let notification):
        guard notification.method == AgentMethod.acknowledge.rawValue else { continue }
        _ = try? await answer(notification.method, notification.params)
      case .response, .protocolViolation: break
      }
    }
  }

  private func begin(_ request: IncomingRequest) {
    lastRun += 1
    let number = lastRun
    let waits: Set = [AgentMethod.waitForInvoice.rawValue, AgentMethod.waitForPaymentOrder.rawValue]
    let task = Task {
      await serve(request)
      running[number] = nil
    }
    running[number] = (task, waits.contains(request.method))
  }

  private func serve(_ request: IncomingRequest) async {
    let result: Result<Payload, RPCError>
    do {
      result = .success(.value(try await answer(request.method, request.params)))
    } catch let unknown as UnknownOutcome {
      result = .failure(AgentFailure.rpcError(for: unknown.error, isOpen: true))
    } catch {
      result = .failure(AgentFailure.rpcError(for: error, isOpen: await isOpen(request)))
    }
    for case .send(let bytes) in peer.reply(to: request.token, with: result) { await writer.write(bytes) }
    // The app is told of its wallet after its hello was answered.
    if request.method == AgentMethod.hello.rawValue { await app?.begin() }
  }

  private func answer(_ method: String, _ params: JSONValue?) async throws -> JSONValue {
    if method == Discover.name { return schemas.openRPC }
    let object: JSONObject
    switch params {
    case nil: object = [:]
    case .object(let members)?: object = members
    default: throw PaymentsFailure(.invalidParams, pointer: "", rule: "type")
    }
    if let own = AgentMethod(rawValue: method) {
      if let error = schemas.own.methods[method]?.params.validate(.object(object)).first {
        throw PaymentsFailure(error)
      }
      if own == .hello, app == nil { return try await open(try AgentHello(.object(object))) }
      return try await opened().answer(own, object)
    }
    let app = try opened()
    guard let kind = WalletMethod(method, in: schemas.payments) else { throw PaymentsFailure(.methodNotFound) }
    return try await app.pass(method, object, as: kind)
  }

  /// Whether what a request asked for may have been done; `nil` if it changes nothing.
  private func isOpen(_ request: IncomingRequest) async -> Bool? {
    guard WalletMethod(request.method, in: schemas.payments) == .changing else { return nil }
    return await app?.isOpen(request.params?.objectValue ?? [:]) ?? false
  }

  private func opened() throws -> AgentApp {
    guard let app else { throw AgentRefusal.helloFirst }
    return app
  }

  private func open(_ hello: AgentHello) async throws -> JSONValue {
    let opening = AgentApp(
      client: makeClient(hello), schemas: schemas, directories: directories, output: AgentOutput(writer: writer))
    let unfinished = try await opening.open()
    app = opening
    return [
      "v": .integer(Self.version), "agent": ["name": .string(program.name), "version": .string(program.version)],
      "unfinished": unfinished,
    ]
  }
}
