import ChatPayments
import PaymentsAPI
import PaymentsModel
import TerminalUI

extension ChatSession {
  /// Carries out a line that was typed.
  ///
  /// - Returns: whether to read another line.
  /// - Throws: any error; ``ChatFailureText`` explains it.
  func perform(_ line: String, typedAt: ContinuousClock.Instant? = nil) async throws -> Bool {
    self.typedAt = typedAt
    switch try ChatLineParser.parse(line) {
    case .nothing: break
    case .message(let text): try await send(text)
    case .command(.quit): return false
    case .command(let command): try await perform(command)
    }
    return true
  }

  private func perform(_ command: ChatCommand) async throws {
    switch command {
    case .propose(let proposal): try await propose(proposal)
    case .collect(let proposal): try await collect(proposal)
    case .accept(let number, let currency, let byLightning):
      try await change(number, by: .accept) { key in
        try await self.checkPrice(of: key, in: currency)
        try await self.agent.accept(key, currency: currency, byLightning: byLightning)
      }
    case .decline(let number, let reason):
      try await change(number, by: .decline) { try await self.agent.decline($0, reason: reason) }
    case .cancel(let number, let reason):
      try await change(number, by: .cancel) { try await self.agent.cancel($0, reason: reason) }
    case .retry(let number): try await retry(number)
    case .status(let number): try await status(number)
    case .show(let target): try await showAgain(target)
    case .save(let number, let folder): try await save(number, into: folder)
    case .wallet(let number): try await visitWallet(number)
    case .to(let who): try await turn(to: who)
    case .group(let name, let members): try await beginGroup(name, with: members)
    case .people: try await showPeople()
    case .allow(let number, let consent, let always): try await allow(number, consent, always: always)
    case .deny(let number): try await deny(number)
    case .pair(let code): try await pair(code)
    case .apps: try await showApps()
    case .revoke(let number): try await revoke(number)
    case .wait(let goal, let limit): try await wait(for: goal, within: limit ?? Self.patience)
    case .help(let verb): help(verb)
    case .quit: break
    }
  }

  private func send(_ text: String) async throws {
    do {
      let room = try await currentRoom()
      _ = try await network.transport.send(ChatContent(text: text), to: room.id)
    } catch {
      // The text is shown, so that it need not be typed again.
      let isUnsure = [.disconnected, .malformedAnswer].contains(error as? ChatTransportError)
      say(isUnsure ? localized("Perhaps not sent: \(text)") : localized("Not sent: \(text)"), .warning)
      throw error
    }
    if Self.isCommand(text) { say(localized("That was sent as a message. The command is /\(text)")) }
  }

  /// Returns whether a message looks like a command about money whose slash was forgotten.
  private static func isCommand(_ text: String) -> Bool {
    guard case .command(let command)? = try? ChatLineParser.parse("/" + text) else { return false }
    return switch command {
    case .propose, .collect, .accept, .decline(.some, _), .cancel(.some, _): true
    default: false
    }
  }

  private func propose(_ proposal: CardProposal) async throws {
    let (room, person) = try await find(proposal.who)
    try await checkPrices(proposal.prices)
    try await agent.propose(
      CardDraft(
        proposal.kind, proposal.prices, note: proposal.note, to: room.members.count > 2 ? person : nil,
        byLightning: proposal.byLightning), in: room.id)
    current = room.id
  }

  private func collect(_ proposal: CollectionProposal) async throws {
    var places: [(room: ChatRoom, person: PersonID)] = []
    for name in proposal.people { places.append(try await find(name)) }
    let prices = try await agent.split(proposal.total.amount, of: proposal.total.currency, among: places.count)
    let parts = zip(places, prices).map { place, price in
      CollectionPart(room: place.room.id, person: place.room.members.count > 2 ? place.person : nil, price: price)
    }
    try await agent.collect(parts, title: proposal.title)
  }

  private func help(_ verb: ChatVerb?) {
    if let verb { return say(.lines([verb.usage, verb.abstract, localized("Such as: \(verb.example)")], .plain)) }
    say(
      .help(
        [(usage: "TEXT", abstract: localized("A message to whom you write to; // begins one with a slash."))]
          + ChatVerb.allCases.map { (usage: $0.usage, abstract: $0.abstract) }))
  }
}
