import JSON
import JSONRPC
import Ledger
import Logging
import Orders
import PaymentsAPI
import TypeDefinition

/// Maps the names of methods to their implementations. ``ProviderMethods`` fills the table; a test fails if a method of
/// the specification is missing.
struct MethodTable: Sendable {
  /// How a method is answered.
  enum Handler: Sendable {
    /// The method is answered at once on the connection's executor, from data in memory.
    case immediate(@Sendable (AppSession) -> RawJSON)
    /// The method is answered by a task of its own.
    case eventual(Answer)
  }

  /// Answers a request.
  typealias Answer = @Sendable (AppSession, JSONValue) async throws(PaymentsFailure) -> RawJSON

  struct Entry: Sendable {
    let scope: Scope?
    let params: Schema
    let availableUnpaired: Bool
    let handler: Handler
  }

  private var entries: [String: Entry] = [:]
  private let schemas: PaymentsSchemas
  private let services: ServiceOffer
  private let core: ProviderCore

  init(_ schemas: PaymentsSchemas, services: ServiceOffer, core: ProviderCore) {
    self.schemas = schemas
    self.services = services
    self.core = core
  }

  subscript(name: String) -> Entry? { entries[name] }

  var names: Set<String> { Set(entries.keys) }

  /// Adds a method that is answered by a task.
  mutating func add<M: PaymentsMethod>(
    _ method: M.Type,
    _ body: @escaping @Sendable (AppSession, M.Params) async throws -> M.Result
  ) {
    guard let schema = schemas.methods[method.name] else { return }
    let texts = TextRules(params: schema.paramsSource)
    let answer: Answer = {
      [services, core] (session, json) async throws(PaymentsFailure) -> RawJSON in
      do {
        try texts.check(json)
        try await services.admit(method.name, json, of: session.app, core.ledger)
        let params = try JSONValueDecoder().decode(M.Params.self, from: json)
        return RawJSON(encoded: try JSONBytesEncoder().encode(try await body(session, params)))
      } catch {
        throw PaymentsFailure(reporting: error, core.log)
      }
    }
    entries[method.name] = Entry(
      scope: method.scope, params: schema.params, availableUnpaired: method.isAvailableUnpaired,
      handler: .eventual(answer))
  }

  /// Adds a method whose answer is available as bytes.
  mutating func addReady<M: PaymentsMethod>(
    _ method: M.Type, _ body: @escaping @Sendable (AppSession) -> RawJSON
  ) {
    guard let schema = schemas.methods[method.name] else { return }
    entries[method.name] = Entry(
      scope: method.scope, params: schema.params, availableUnpaired: method.isAvailableUnpaired,
      handler: .immediate(body))
  }
}

extension PaymentsFailure {
  /// Creates the error that an app receives for any error of a method, and logs the error if the app did not cause it.
  init(reporting error: any Error, _ log: Logger) {
    switch error {
    case let failure as PaymentsFailure: self = failure
    case let error as JSONDecodingError:
      // The pointer and the rule tell what is wrong. The value is never repeated.
      self.init(
        .invalidParams, pointer: error.pointer.description, rule: error.kind == .missing ? "required" : "form")
    case let error as LedgerError:
      log.noteTrouble(with: error)
      self.init(error)
    default:
      log.log(level: .ownFault, "a method failed", metadata: ["error": "\(type(of: error))"])
      self.init(FailureReason.internalError)
    }
  }

  /// Creates the error that an app receives for an error of the ledger.
  init(_ error: LedgerError) {
    switch error {
    case .diskFull: self.init(.storageFull)
    // This provider ends, by itself or because another one has taken over: the next connection finds another one.
    case .closed, .fenced: self.init(.shuttingDown)
    case .unavailable: self.init(.ledgerUnavailable)
    default: self.init(FailureReason.internalError)
    }
  }
}
