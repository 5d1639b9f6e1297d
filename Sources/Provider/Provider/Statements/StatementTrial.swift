import PaymentsAPI
import PaymentsModel
import Platform
import Statements

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Whether statements can be made as PDF files on this machine, found by making one without payments.
package enum StatementTrial {
  /// Why no PDF file can be made, for the owner; `nil` if one was made.
  package static func problem() async -> String? {
    let renderer = StatementRenderer()
    if let obstacle = renderer.obstacle(to: .pdf) { return obstacle }
    let epoch = Timestamp(milliseconds: 0)
    let document = StatementDocument(
      provider: ProviderInfo(providerID: "", name: "check", software: "payd"), from: epoch, to: epoch,
      fromLocal: epoch.text, toLocal: epoch.text, timeZone: "UTC", madeAt: epoch, sections: [])
    let file = await renderer.file(StatementMaker.Draft(document), .pdf)
    return file?.starts(with: "%PDF".utf8) == true ? nil : "payport-statement did not make a PDF file"
  }

  /// Whether the folders for fonts contain any.
  package static var hasFonts: Bool {
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    let folders = [
      "/usr/share/fonts", "/usr/local/share/fonts", home + "/.local/share/fonts", home + "/.fonts",
      "/System/Library/Fonts", "/Library/Fonts",
    ]
    let kinds = [".ttf", ".otf", ".ttc", ".pfb"]
    return folders.contains { folder in
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      return names.contains { name in
        kinds.contains { name.utf8.suffix($0.utf8.count).elementsEqual($0.utf8) }
      }
    }
  }
}
