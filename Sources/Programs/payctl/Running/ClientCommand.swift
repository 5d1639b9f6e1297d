import ArgumentParser

/// One command: parsed by the argument parser, run in a context, the same from the shell and at the prompt.
protocol ClientCommand: ParsableCommand, Sendable {
  /// The options of every command.
  var options: GlobalOptions { get }
  /// What stands at its places, for completion.
  static var places: [CompletionPlace] { get }
  /// Its own long options, for completion.
  static var longOptions: [String] { get }
  /// Does it.
  func run(in context: CommandContext) async throws
}

extension ClientCommand {
  static var places: [CompletionPlace] { [] }
  static var longOptions: [String] { [] }
}

/// What can be completed at a place of a command.
enum CompletionPlace: Sendable {
  case currency
  case invoice
  case order
  case method
  case service
  case other
}
