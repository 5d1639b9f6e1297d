import ArgumentParser

/// A command. The argument parser creates it, and it runs in a context, either from the shell or in the interactive
/// mode.
protocol ClientCommand: ParsableCommand, Sendable {
  /// The options of every command.
  var options: GlobalOptions { get }
  /// The kinds of its positional arguments, for completion.
  static var places: [CompletionPlace] { get }
  /// Its own long options, for completion.
  static var longOptions: [String] { get }
  /// Runs the command.
  func run(in context: CommandContext) async throws
}

extension ClientCommand {
  static var places: [CompletionPlace] { [] }
  static var longOptions: [String] { [] }
}

/// The kind of a positional argument, which determines what completion offers.
enum CompletionPlace: Sendable {
  case currency
  case invoice
  case order
  case method
  case service
  case other
}
