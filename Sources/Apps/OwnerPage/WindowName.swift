package import Cryptography

/// The name of the window on the bus of the desktop, of which there is one for each state folder.
package enum WindowName {
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
}
