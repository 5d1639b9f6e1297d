import ArgumentParser
import TestSupport

@main
struct CrashCampaign: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "CrashCampaign",
    abstract: "Kills payd and payctl at every call that changes something, fills and breaks disks, damages ledgers.",
    discussion: """
      After each blow the programs are started again, the app repeats its requests, and the invariants are checked \
      against the wallet's own list of transactions. Ends with 0 where all hold. Kinds: \
      \(Kind.allCases.map { "\n  \($0.rawValue)  \($0.summary)" }.joined())
      """)

  @Argument(help: "The kinds to try; all unless named.") var kinds: [Kind] = []
  @Option(help: "Only this place of the kind.") var at: Int?
  @Option(help: "The most places of each kind, spread evenly; all unless told.") var most: Int?
  @Option(help: "Which places are taken where not all are.") var seed: Int = 1
  @Option(help: "Trials at a time.") var jobs = 2
  @Flag(help: "Show an order that is killed five times, too.") var history = false

  func run() async throws {
    guard try await Trial.canStrike() else {
      return say("SKIPPED: programs cannot be struck here (ptrace and seccomp on x86-64 are needed); nothing was tried")
    }
    let workplace = try Workplace()
    let campaign = Campaign(workplace: workplace, at: at, most: most, seed: seed, jobs: max(1, jobs))
    var kinds = kinds.isEmpty ? Kind.allCases : kinds
    if PostgresForTests.isUsed {
      let others = kinds.filter { !$0.isForDatabases }.map(\.rawValue)
      if !others.isEmpty { say("SKIPPED, since the ledger is no file: \(others.joined(separator: ", "))") }
      kinds.removeAll { !$0.isForDatabases }
    }
    var tally = Tally(seed: seed)
    for kind in kinds {
      do {
        try await campaign.run(kind, into: &tally)
      } catch {
        tally.broke(kind, "\(error)")
      }
    }
    say(tally.text)
    if history && !PostgresForTests.isUsed {
      do {
        say(try await OrderHistory(workplace: workplace, prepared: campaign.paired()).text())
      } catch {
        tally.broke(.kill, "the history: \(error)")
      }
    }
    guard tally.holds else { throw ExitCode(1) }
    workplace.remove()
  }
}

extension Kind: ExpressibleByArgument {}
