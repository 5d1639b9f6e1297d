import JSON
import JSONRPC
import PaymentsAPI
import TypeDefinition

/// What the provider does for each method, by name. ``ProviderMethods`` fills it; a test fails when a method of the
/// specification is missing.
struct MethodTable: Sendable {
  /// How a method is answered.
  enum Handler: Sendable {
    /// At once, on the connection's executor, from what is ready in memory.
    case immediate(@Sendable (AppSession) -> RawJSON)
    /// In a task of its own.
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

  /// A method that is answered in a task.
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

  /// A method whose answer is ready as bytes.
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
  /// The rule that was broken, for the error's data; never the value.
  var ruleName: String {
    switch kind {
    case .missing: "required"
    default: "form"
    }
  }
}
