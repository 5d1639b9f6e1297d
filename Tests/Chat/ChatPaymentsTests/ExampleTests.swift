import Foundation
import Testing

struct ExampleTests {
  /// The example is compiled with these tests. The documentation must contain exactly this text.
  @Test func thePageShowsTheExampleThatIsCompiled() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let page = tests.appendingPathComponent("../../../Sources/Chat/ChatPayments/ChatPayments.docc/ChatPayments.md")
      .standardized
    let example = try String(contentsOf: tests.appendingPathComponent("Example.swift"), encoding: .utf8)
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text.contains("```swift\n" + example + "```\n"))
  }
}
