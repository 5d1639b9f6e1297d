import TestSupport

/// Runs all trials of the chosen kinds.
struct Campaign: Sendable {
  let workplace: Workplace
  let at: Int?
  let most: Int?
  let seed: Int
  let jobs: Int
  private let pairing = Once<String>()

  init(workplace: Workplace, at: Int?, most: Int?, seed: Int, jobs: Int) {
    self.workplace = workplace
    self.at = at
    self.most = most
    self.seed = seed
    self.jobs = jobs
  }

  /// Returns the folder with which the trials that use the mock wallet begin.
  func paired() async throws -> String {
    try await pairing.value { try await workplace.paired("prepared", Workplace.mock) }
  }

  func run(_ kind: Kind, into tally: inout Tally) async throws {
    let start = ContinuousClock.now
    let network = MadeUpNetwork()
    switch kind {
    case .kill, .torn, .power, .enospc, .full, .eio, .broken, .document, .payout:
      let prepared =
        kind == .payout
        ? try await workplace.paired("prepared-payout", Workplace.mock, isBatching: true) : try await paired()
      let trials = PaydTrials(workplace: workplace, prepared: prepared) {
        if kind == .payout { return PayoutStory((0..<PayoutStory.count).map { MadeUpNetwork(recipient: $0) }) }
        return Story(network: network, told: Told(), byDocuments: kind == .document)
      }
      let places = try await trials.places(of: kind)
      try await run(kind, places, into: &tally) { [trials] in await trials.run(kind, at: $0.at, place: $0.place) }
    case .cut, .flip:
      let trials = DamageTrials(workplace: workplace, prepared: try await paired(), network: network)
      let damages = DamageTrials.damages(try await trials.snapshots(), cuts: kind == .cut)
      let places = damages.enumerated().map { (at: $0.offset + 1, place: $0.element.place) }
      try await run(kind, places, into: &tally) { await trials.run(damages[$0.at - 1], at: $0.at) }
    case .consumer:
      let trials = ConsumerTrials(workplace: workplace, prepared: try await paired(), network: network)
      try await run(kind, try await trials.places(), into: &tally) { await trials.run($0.at, $0.place) }
    case .card:
      let trials = CardTrials(workplace: workplace, prepared: try await CardTrials.prepare(workplace))
      try await run(kind, try await trials.places(), into: &tally) { await trials.run($0.at, $0.place) }
    case .till:
      let trials = TillTrials(workplace: workplace, prepared: try await TillTrials.prepare(workplace))
      try await run(kind, try await trials.places(), into: &tally) { await trials.run($0.at, $0.place) }
    case .restart:
      let trials = RestartTrials(workplace: workplace, prepared: try await paired(), network: network)
      try await run(kind, try await trials.places(), into: &tally) { await trials.run($0.at, $0.place) }
    case .litecoin, .litecoinPayout:
      try await LitecoinTrials.with(kind, workplace) { trials in
        // The trials run one at a time, because they kill the daemon of the network, which serves them all.
        try await run(kind, try await trials.places(), jobs: 1, into: &tally) { await trials.run($0.at, $0.place) }
      }
    }
    tally.took(kind, ContinuousClock.now - start)
  }

  /// Runs the chosen places, several at a time, and reports each violation at once.
  private func run(
    _ kind: Kind, _ places: [(at: Int, place: String)], jobs: Int? = nil, into tally: inout Tally,
    _ trial: @escaping @Sendable ((at: Int, place: String)) async -> PointResult
  ) async throws {
    let chosen = choose(places)
    guard !chosen.isEmpty else { throw Violation("\(kind.rawValue) has no place \(at ?? 0)") }
    tally.places(kind, places.count)
    say("\(kind.rawValue): \(chosen.count) of \(places.count) places; \(kind.summary)")
    try await withThrowingTaskGroup(of: PointResult.self) { group in
      var rest = chosen[...]
      for place in rest.prefix(jobs ?? self.jobs) { group.addTask { await trial(place) } }
      rest = rest.dropFirst(jobs ?? self.jobs)
      for try await result in group {
        tally.add(result)
        if let place = rest.popFirst() { group.addTask { await trial(place) } }
      }
    }
  }

  private func choose(_ places: [(at: Int, place: String)]) -> [(at: Int, place: String)] {
    if let at { return places.filter { $0.at == at } }
    guard let most, places.count > most else { return places }
    let step = places.count / most
    return (0..<most).map { places[($0 * places.count / most + seed % step) % places.count] }
  }
}

/// A value that is created when it is first needed.
actor Once<Value: Sendable> {
  private var making: Task<Value, any Error>?

  func value(_ make: @escaping @Sendable () async throws -> Value) async throws -> Value {
    let making = making ?? Task { try await make() }
    self.making = making
    return try await making.value
  }
}
