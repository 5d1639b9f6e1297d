import CVersion

/// The version of the program that runs, the same for all programs of one build.
package enum ProgramVersion {
  /// The version alone, such as `0.9.0`.
  package static let text = String(cString: payport_version())

  /// The version behind a program's name, as `--version` shows it: `payd 0.9.0`.
  package static func line(of program: String) -> String { "\(program) \(text)" }

  /// The version behind a program's name, as it travels on the wire: `payd/0.9.0`.
  package static func software(_ program: String) -> String { "\(program)/\(text)" }
}
