import JSON
package import TypeDefinition

/// The schemas of the lines. They are the specification's own files, embedded at build time.
package enum AgentSchemas {
  /// The schema of what the host writes; `nil` if the embedded file is no schema, which a test rules out for every
  /// build. Without it every line is refused.
  package static let host: Schema? = try? Schema(json: JSONValue(parsing: PackageResources.agent_host_json))
  /// The schema of what the agent writes.
  package static let agent: Schema? = try? Schema(json: JSONValue(parsing: PackageResources.agent_json))
}
