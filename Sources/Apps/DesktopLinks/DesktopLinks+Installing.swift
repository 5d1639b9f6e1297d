public import Links

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension DesktopLinks {
  /// Makes a desktop entry open the links of its scheme. The entry is written into the person's own folder of entries
  /// and becomes the default.
  ///
  /// - Returns: the path of the file.
  @discardableResult
  public func install(_ entry: DesktopEntry) async throws(DesktopLinkError) -> String {
    #if canImport(Darwin)
      throw .unsupported
    #else
      guard let text = entry.text else { throw .unusableProgram(path: entry.command.first ?? "") }
      let folder = dataHome + "/applications"
      let path = folder + "/" + entry.id
      do {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      } catch {
        throw .file(path: path)
      }
      try await updateDatabase(folder)
      _ = try await run("xdg-mime", ["default", entry.id, DesktopEntry.mediaType(of: entry.scheme)])
      return path
    #endif
  }

  /// Removes a desktop entry, also from the lists of defaults. Other programs for the scheme are not affected.
  ///
  /// - Returns: whether the entry existed.
  @discardableResult
  public func uninstall(id: String, scheme: String) async throws(DesktopLinkError) -> Bool {
    #if canImport(Darwin)
      throw .unsupported
    #else
      let folder = dataHome + "/applications"
      let path = folder + "/" + id
      let wasThere = FileManager.default.fileExists(atPath: path)
      if wasThere {
        do { try FileManager.default.removeItem(atPath: path) } catch { throw .file(path: path) }
      }
      for list in [configurationHome + "/mimeapps.list", folder + "/mimeapps.list"] {
        guard let data = FileManager.default.contents(atPath: list) else { continue }
        let text = String(decoding: data, as: UTF8.self)
        let left = HandlerList.removing(id, from: DesktopEntry.mediaType(of: scheme), in: text)
        guard left != text else { continue }
        do {
          try Data(left.utf8).write(to: URL(fileURLWithPath: list), options: .atomic)
        } catch {
          throw .file(path: list)
        }
      }
      if wasThere { try await updateDatabase(folder) }
      return wasThere
    #endif
  }

  /// Updates the desktop's database. Not every desktop has or needs the program, because `xdg-mime` sets the default.
  private func updateDatabase(_ folder: String) async throws(DesktopLinkError) {
    do {
      _ = try await run("update-desktop-database", [folder])
    } catch {
      guard case .missing = error else { throw error }
    }
  }
}
