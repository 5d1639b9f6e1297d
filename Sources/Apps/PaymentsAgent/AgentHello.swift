package import Consumer
import JSON

/// What the app says of itself in `hello`.
package struct AgentHello: Sendable, Equatable {
  /// What the owner sees of it.
  package let manifest: Manifest
  /// The name of the provider, where several run.
  package let provider: String?

  private struct Params: Decodable {
    struct App: Decodable, SnakeCaseMembers {
      let id: String
      let name: String
      let version: String
      let scopes: [Scope]
      let currencies: [String]?
      let callbackScheme: String?
    }

    let v: UInt32
    let app: App
    let provider: String?
  }

  /// Reads params that the schema has checked.
  ///
  /// - Throws: ``AgentRefusal``.
  init(_ params: JSONValue) throws {
    let hello: Params = try JSONValueDecoder().decode(from: params)
    guard hello.v == PaymentsAgent.version else { throw AgentRefusal.version }
    let app = hello.app
    manifest = Manifest(
      appID: app.id, name: app.name, version: app.version, scopes: app.scopes, currencies: app.currencies,
      callbackScheme: app.callbackScheme)
    guard manifest.isWellFormed else { throw AgentRefusal.manifest }
    provider = hello.provider
  }
}
