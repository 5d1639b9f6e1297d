package import Cryptography

/// The name of the window on the bus of the desktop, of which there is one for each state folder, and what it can be asked
/// to show.
package enum WindowName {
  /// The origin of the page in the window.
  package static let origin = "payport://owner"
  /// The address of a question in it is this, and the question's identifier.
  package static let questions = origin + "/#/now/"

  /// The name for a state folder.
  ///
  /// - Parameter usual: the folder where nothing names another one.
  /// - Throws: `CryptographyError.libraryFailure`.
  package static func identifier(of state: String, usual: String) throws(CryptographyError) -> String {
    let name = "local.payport.window"
    guard !state.utf8.elementsEqual(usual.utf8) else { return name }
    // An element of such a name does not begin with a digit.
    return try name + ".s" + SHA256.hash(Array(state.utf8)).prefix(8).hexadecimal
  }

  /// Whether an address is that of a question, and of nothing else: any program of the desktop can name one.
  package static func isQuestion(_ address: String) -> Bool {
    guard address.utf8.starts(with: questions.utf8) else { return false }
    let id = address.utf8.dropFirst(questions.utf8.count)
    return (1...64).contains(id.count)
      && id.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
          true
        default: false
        }
      }
  }
}
