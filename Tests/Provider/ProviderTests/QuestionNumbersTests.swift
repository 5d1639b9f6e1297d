import Ledger
import OwnerAPI
import TestSupport
import Testing

@testable import Provider

/// The numbers by which the owner names questions.
@Suite struct QuestionNumbersTests {
  private static func with(_ body: (ProviderParts) async throws -> Void) async throws {
    let folder = try ScratchFolder()
    // The second life is over the ledger of the first.
    for _ in 0..<2 {
      let parts = try ProviderParts.make(in: folder)
      do {
        try await body(parts)
      } catch {
        await parts.core.ledger.close()
        throw error
      }
      await parts.core.ledger.close()
    }
  }

  @Test("a number is given to one question, and to no other one in any life of the provider")
  func numbers() async throws {
    var given: Set<Int> = []
    var lives = 0
    try await Self.with { parts in
      lives += 1
      let numbers = parts.payments.questionNumbers
      for number in given {
        let failure = #expect(throws: OwnerFailure.self) { try numbers.question(typed: String(number)) }
        #expect(failure?.reason == .questionNotFound, "it was shown by a provider that has ended")
      }
      for question in ["pair_a", "ord_b", "ord_c"] {
        let number = try await numbers.number(of: question)
        #expect(given.insert(number).inserted)
        #expect(try await numbers.number(of: question) == number, "it keeps its number")
        #expect(try numbers.question(typed: String(number)) == question)
      }
    }
    #expect(lives == 2)
    #expect(given == Set(1...6), "they are short")
  }

  @Test("what has other characters than digits is no number", arguments: ["", "1a", "ord_1", "-1", "1 ", "\u{661}"])
  func otherTexts(_ text: String) async throws {
    try await Self.with { parts in
      let question = try parts.payments.questionNumbers.question(typed: text)
      #expect(question == nil)
    }
  }

  @Test("digits that no question has are a number all the same, and never the part of an identifier")
  func unknownNumbers() async throws {
    try await Self.with { parts in
      for text in ["0", "7", "2345", String(repeating: "9", count: 40)] {
        #expect(throws: OwnerFailure.self) { try parts.payments.questionNumbers.question(typed: text) }
      }
    }
  }

  @Test("who asks at the same time is told the same number")
  func atOnce() async throws {
    try await Self.with { parts in
      let numbers = parts.payments.questionNumbers
      let told = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<16 { group.addTask { try await numbers.number(of: "ord_x") } }
        return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
      }
      #expect(told.count == 1)
    }
  }
}
