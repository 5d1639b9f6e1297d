import JSON
import Testing
import TypeDefinition

@testable import HostedAgent

struct LineTests {
  @Test func theSchemasAreSchemas() {
    #expect(AgentSchemas.host != nil)
    #expect(AgentSchemas.agent != nil)
  }
}
