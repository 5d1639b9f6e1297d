/// The owner's page in a window of its own, in which a click on a notification shows its question.
package struct OwnerWindow: Sendable {
  /// The name of the window's program on the bus of the desktop.
  let name: String
  private let questions: String

  /// - Parameters:
  ///   - name: the name of its program on the bus of the desktop.
  ///   - questions: what the addresses of questions in it begin with.
  package init(name: String, questions: String) {
    self.name = name
    self.questions = questions
  }

  /// The address of a question.
  func address(of question: String) -> String { questions + question }
}
