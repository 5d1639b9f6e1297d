import Foundation
import Links
import TestSupport
import Testing

/// The files for desktops and software centres are valid, and agree with what `payctl links install` writes.
@Suite struct DesktopFileTests {
  private let folder = "packaging/desktop/"

  @Test(arguments: ["payport-payctl", "local.payport.window"]) func theEntryIsValid(_ name: String) async throws {
    guard PackagedProgram.has("desktop-file-validate") else { return }
    #expect(try await PackagedProgram.output("desktop-file-validate", [folder + name + ".desktop"]) == [])
  }

  @Test(arguments: ["payctl", "window"]) func theMetadataIsValid(_ name: String) async throws {
    guard PackagedProgram.has("appstreamcli") else { return }
    let file = folder + "local.payport.\(name).metainfo.xml"
    _ = try await PackagedProgram.output("appstreamcli", ["validate", "--no-net", file])
  }

  /// The person's own entry has the same name, so that it replaces this one.
  @Test func theEntryIsLikeThePersonsOwn() throws {
    let text = try String(
      contentsOfFile: ForeignConsumer.packageRoot + "/" + folder + "payport-payctl.desktop", encoding: .utf8)
    let own = DesktopEntry(
      id: "payport-payctl.desktop", name: "Payport", comment: "Shows what an app asks your wallet to show you.",
      command: ["payctl", "open", "--hold"], scheme: "payport")
    for line in try #require(own.text).split(separator: "\n") where !line.hasPrefix("Exec=") {
      #expect(text.split(separator: "\n").contains(line), "\(line)")
    }
  }
}
