import Files
import TerminalUI

/// The configuration that is there to be copied: installed with the program, or in the tree that the program was built in.
enum SampleConfiguration {
  /// The path of the sample; nil where there is none, as in an image of a system from which documents are left out.
  ///
  /// - Parameter folder: the folder of the program.
  static func path(program folder: String) -> String? {
    var parts = folder.unicodeScalars.split(separator: "/").map(String.init)
    var places = [(parts.dropLast() + ["share/doc/payport/examples/provider.yml"]).joined(separator: "/")]
    while !parts.isEmpty {
      parts.removeLast()
      places.append((parts + ["config/provider.yml"]).joined(separator: "/"))
    }
    return places.map { "/" + $0 }.first { OutputFile.exists($0) }
  }

  /// What to type for a first configuration.
  static func advice(program folder: String, for standard: String) -> String {
    guard let sample = path(program: folder) else {
      return localized(
        "Type payd setup, which finds the wallets of this machine and writes \(standard); or write it: man provider.yml "
          + "explains every key.")
    }
    return localized(
      "Type payd setup, which finds the wallets of this machine and writes \(standard); or type: install -D -m 600 "
        + "\(sample) \(standard), and edit it.")
  }
}
