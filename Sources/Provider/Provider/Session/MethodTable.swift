import JSON
import JSONRPC
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
    case eventual(@Sendable (AppSession, JSONValue) async throws(PaymentsFailure) -> RawJSON)
  }

  struct Entry: Sendable {
    let scope: Scope?
    let params: Schema
    let availableUnpaired: Bool
    let handler: Handler
  }

  private var entries: [String: Entry] = [:]
  private let schemas: PaymentsSchemas

  init(schemas: PaymentsSchemas) {
    self.schemas = schemas
  }

  subscript(name: String) -> Entry? { entries[name] }

  var names: Set<String> { Set(entries.keys) }

  /// Adds a method that is answered by a task.
  mutating func add<M: PaymentsMethod>(
    _ method: M.Type,
    _ body: @escaping @Sendable (AppSession, M.Params) async throws(PaymentsFailure) -> M.Result
  ) {
    add(method) { (session, json) async throws(PaymentsFailure) -> RawJSON in
      let params: M.Params
      do throws(JSONDecodingError) {
        params = try JSONValueDecoder().decode(M.Params.self, from: json)
      } catch {
        throw PaymentsFailure(.invalidParams, pointer: error.pointer.description, rule: error.ruleName)
      }
      let result = try await body(session, params)
      guard let bytes = try? JSONBytesEncoder().encode(result) else { throw PaymentsFailure(.internalError) }
      return RawJSON(encoded: bytes)
    }
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

  private mutating func add(
    _ method: any PaymentsMethod.Type,
    _ body: @escaping @Sendable (AppSession, JSONValue) async throws(PaymentsFailure) -> RawJSON
  ) {
    guard let schema = schemas.methods[method.name] else { return }
    entries[method.name] = Entry(
      scope: method.scope, params: schema.params, availableUnpaired: method.isAvailableUnpaired,
      handler: .eventual(body))
  }
}

extension JSONDecodingError {
  /// The name of the violated rule, for the error's data. It never contains the value.
  var ruleName: String {
    switch kind {
    case .missing: "required"
    default: "form"
    }
  }
}
