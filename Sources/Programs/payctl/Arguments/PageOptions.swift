import ArgumentParser
import TerminalUI

/// The options that choose a part of a list.
struct PageOptions: ParsableArguments {
  @Option(help: ArgumentHelp(localized("The most rows to show, 1 to 100; 50 unless told."), valueName: "n"))
  var limit: Int?

  @Option(help: ArgumentHelp(localized("Go on where the page before ended, by its `next`."), valueName: "cursor"))
  var before: String?

  func validate() throws {
    guard limit.map({ (1...100).contains($0) }) ?? true else {
      throw ValidationError(localized("The limit must be from 1 to 100."))
    }
  }

  /// Tells the person how to see the next part of the list, if there is one.
  func remarkNext(_ next: String?, in context: CommandContext) throws {
    guard let next else { return }
    try context.remark(localized("There are more: add --before \(next)."))
  }
}
