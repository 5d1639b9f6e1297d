import JSON
import MockWallet
import TestSupport
import Testing

/// What the owner types to answer: the short number of a question, which never means another one.
@Suite(.serialized) struct QuestionNumberTests {
  private let stranger = MockAddress.example(currency: "LTC")

  /// The numbers of the payments that wait, by their orders.
  private func numbers(_ daemon: Daemon) async throws -> [String: String] {
    let questions = try await daemon.questions("payment").compactMap { question -> (String, String)? in
      let number: Int? = question["number"]?.integerValue()
      return number.map { (question.text("id"), String($0)) }
    }
    return Dictionary(questions) { first, _ in first }
  }

  @Test func aNumberAnswersTheQuestionThatWasShownWithItAndNoOther() async throws {
    try await withPairedApp { daemon, app in
      func pay(_ amount: String) async throws -> String {
        try await app.ask("pay", "LTC", stranger, amount)["payment_order"]?.text("order_id") ?? ""
      }
      let (first, second) = (try await pay("1"), try await pay("2"))
      let shown = try await numbers(daemon)
      let one = try #require(shown[first])
      let two = try #require(shown[second])
      let screen = try await daemon.console("questions").succeeded().description
      #expect(screen.contains("payd approve \(one), or payd deny \(one)"))

      try await daemon.owner("deny", one)
      try await app.order(first, is: "rejected")
      // It has ended: the number means it still, and nothing that came later.
      let third = try await pay("3")
      let again = try await daemon.console("approve", one)
      #expect(again.status == 65)
      #expect(again.remarks.contains("was denied already"), "\(again.remarks)")
      let three = try #require(try await numbers(daemon)[third])
      #expect(three != one)

      // Another payd knows no number that it has not shown, even if the same question waits.
      #expect(try await daemon.terminate() == .code(0))
      _ = try await daemon.start()
      let unknown = try await daemon.console("approve", two)
      #expect(unknown.status == 65)
      #expect(unknown.remarks.contains("no question has the number \(two)"), "\(unknown.remarks)")
      let anew = try await numbers(daemon)
      #expect(Set(anew.values).isDisjoint(with: [one, two, three]))
      try await daemon.owner("approve", try #require(anew[second]))
      try await app.order(second, is: "in_flight")
      try await daemon.owner("deny", try #require(anew[third]))
    }
  }

  @Test func theOnlyAppThatWaitsIsNamedByItsCode() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let client = try Client(daemon.runtime)
      let connecting = try client.launchForPeople("connect")
      let line = try await connecting.line(containing: "payd approve --code ", on: .error)
      let words = line.split(separator: " ").map(String.init)
      let slip = try await daemon.console("approve", "--code", "12345")
      #expect(slip.status == 64)
      #expect(slip.remarks.contains("six digits"), "\(slip.remarks)")
      let nameless = try await daemon.console("approve")
      #expect(nameless.status == 64)
      #expect(nameless.remarks.contains("payd approve NUMBER"), "\(nameless.remarks)")
      // What payctl shows is typed to the letter.
      _ = try await daemon.console(Array(words.dropFirst())).succeeded()
      #expect(try await connecting.exit() == .code(0))
      let nobody = try await daemon.console("approve", "--code", "123456")
      #expect(nobody.status == 65)
      #expect(nobody.remarks.contains("no app waits to be paired"), "\(nobody.remarks)")
    }
  }
}
