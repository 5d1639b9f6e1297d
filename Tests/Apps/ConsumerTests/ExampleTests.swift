import Consumer
import Foundation
import Synchronization
import Testing

@Suite struct ExampleTests {
  /// The examples are compiled with these tests. The documentation must contain exactly their texts.
  @Test(arguments: [("Consumer", "Example"), ("Retrying", "RetryingExample")])
  func aPageShowsTheExampleThatIsCompiled(_ page: String, _ example: String) throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let pages = tests.appendingPathComponent("../../../Sources/Apps/Consumer/Consumer.docc").standardized
    let source = try String(contentsOf: tests.appendingPathComponent("\(example).swift"), encoding: .utf8)
    let text = try String(contentsOf: pages.appendingPathComponent("\(page).md"), encoding: .utf8)
    #expect(text.contains("```swift\n" + source + "```\n"))
  }

  @Test func errorsAreShownInWordsAndAmountsOnlyWhereTheyAreAskedFor() throws {
    let error: any Error = DiscoveryError.several(["a", "b"])
    #expect(error.localizedDescription == "Several providers run: a, b.")
    #expect((error as? any LocalizedError)?.recoverySuggestion == "Choose one of them.")
    #expect(
      (PaymentsFailure(.userRejected) as any Error).localizedDescription == FailureReason.userRejected.message)
    let exceeded = PaymentsFailure.budgetExceeded(rule: "per_day", left: try DecimalAmount("0.123"), resetsAt: nil)
    #expect(!exceeded.sentence.contains("0.123") && exceeded.remedy?.isEmpty == false, "it may be logged")
    let amount = try DecimalAmount("0.50")
    #expect("\(amount)" == "‹amount›" && amount.text(in: "LTC") == "0.5 LTC")
  }
}
