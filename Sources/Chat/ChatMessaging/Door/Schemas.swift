import Files
import MessagingAPI
import PaymentsAPI
import Platform
import TypeDefinition

extension MessagingSchemas {
  private static let ofEveryService = try? PaymentsSchemas()

  /// The schema of a method's params, for the methods of messaging and for those that deal with the session.
  func params(of method: String) -> Schema? {
    if let own = service.methods[method] { return own.params }
    guard MessagingMethods.session.contains(where: { $0.name == method }) else { return nil }
    return Self.ofEveryService?.methods[method]?.params
  }
}

extension KeptFolderError {
  /// Whether the disk is full.
  var isFull: Bool {
    guard case .file(_, .system(_, let code)) = self else { return false }
    return code == ENOSPC || code == EDQUOT
  }
}
