import ArgumentParser
import Platform

/// Checks folders that are named in options, before anything is made in them.
package enum FolderArgument {
  /// Throws if a folder is a single word and does not exist, because a word that was meant otherwise must not make one.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - option: the option that names it.
  ///   - what: what the option names, at the end of a sentence.
  /// - Throws: `ValidationError`.
  package static func check(_ path: String?, of option: String, naming what: String) throws {
    guard let path, !path.contains("/"), access(path, F_OK) != 0 else { return }
    let word = SafeText(path, limit: 60).text
    throw ValidationError(
      localized(
        "\(option) names \(what), and there is no folder '\(word)'. If you want a new one of that name: "
          + "\(option) ./\(word)"))
  }
}
