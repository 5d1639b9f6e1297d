import Foundation
import PaymentsModel
import TestSupport
import Testing

@testable import Till

/// The page for owners shows screens. This test plays them: what the page says that the till says, it says.
@Suite struct PageTests {
  private static let page = #filePath.replacing("Tests/Chat/TillTests/PageTests.swift", with: "docs/the-till.md")

  /// The blocks of code of a language.
  private func blocks(_ language: String) throws -> [[String]] {
    let lines = try String(contentsOfFile: Self.page, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    var blocks: [[String]] = []
    var isInside = false
    for line in lines {
      if line == "```\(language)" {
        isInside = true
        blocks.append([])
      } else if line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1].append(line)
      }
    }
    return blocks
  }

  @Test func theScreensAreWhatTheTillSays() async throws {
    let prices = try #require(try blocks("yaml").first).joined(separator: "\n")
    let world = try TillWorld(prices)
    let carla = await world.shopper("carla")
    try await world.turn()
    var screens = 0
    for block in try blocks("chat") {
      let actions = block.prefix { $0.hasPrefix("> ") || $0.hasPrefix("* ") }
      for action in actions { try await act(String(action.dropFirst(2)), isSaid: action.hasPrefix("> "), world, carla) }
      let texts = try await carla.texts()
      let wanted = block.dropFirst(actions.count).split(separator: "").map { $0.joined(separator: "\n") }
      #expect(!wanted.isEmpty)
      for text in wanted {
        screens += 1
        #expect(texts.contains(text), "\(actions): \(texts.suffix(4))")
      }
    }
    #expect(screens == 18)
  }

  private func act(_ action: String, isSaid: Bool, _ world: TillWorld, _ carla: Shopper) async throws {
    if isSaid { return try await carla.say(action) }
    let words = action.split(separator: " ").map(String.init)
    switch words[0] {
    case "receive": world.bank.receive(words[1], confirmed: false)
    case "mine": world.bank.mine()
    case "approve": world.bank.decide(approving: true)
    case "wait": world.pass(.seconds(Int(words[1]) ?? 0))
    default: Issue.record("\(action)?")
    }
    try await world.turn()
  }
}
