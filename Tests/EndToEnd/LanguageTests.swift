import JSON
import MockWallet
import TestSupport
import Testing

/// The owner's commands in the language of the owner's locale.
@Suite(.serialized) struct LanguageTests {
  private static let german = ["LC_ALL": "de_DE.UTF-8"]

  @Test func peopleAreToldInTheirLanguageAndProgramsInEnglish() async throws {
    try await Daemon.with(Configurations.mock(), environment: Self.german) { daemon in
      let status = try await daemon.console(["status"], environment: Self.german).succeeded().result.output
      #expect(status.contains { $0.hasPrefix("LTC: bereit, Block") && $0.hasSuffix(", SPIELGELD") }, "\(status)")
      #expect(status.contains("questions\tkeine"), "programs read the names: \(status)")
      let plain = try await daemon.console(["status"], environment: ["LC_ALL": "de_DE"]).succeeded().result.output
      #expect(plain.joined().utf8.allSatisfy { $0 < 0x80 }, "\(plain)")
      let missing = try await daemon.console(["grants", "niemand"], environment: Self.german)
      #expect(missing.status == 65)
      #expect(missing.remarks == "payd: keine gekoppelte App heißt niemand; siehe: payd apps")

      let german = try await daemon.console(["status", "--json"], environment: Self.german).succeeded().result.output
      let english = try await daemon.console(["status", "--json"]).succeeded().result.output
      #expect(german == english)
      let asked = try await daemon.console(["approve", "--help"], environment: Self.german)
      let help = try asked.succeeded().result.output
      #expect(help.first == "ÜBERBLICK: Ja zu einer App oder einer Zahlung sagen.")
      #expect(
        help.contains { $0.hasPrefix("  --code <code>") && $0.hasSuffix("Die sechs Ziffern, die die App zeigt.") })
    }
  }

  @Test func theConsoleIsInTheOwnersLanguageToo() async throws {
    try await withPairedApp { daemon, app in
      _ = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "1")
      let window = try await TerminalWindow(
        [try BuiltPrograms.path("payd"), "console"] + daemon.folders, width: 60, locale: "de_DE.UTF-8")
      try await window.shows("zahlen")
      try await window.shows("d ablehnen")
      try await window.type("?", enter: false)
      try await window.shows("ohne Rückfrage")
      try await window.type("q", enter: false)
      try await window.shows("ended with 0")
      try await window.close()
    }
  }
}
