import ArgumentParser
import TerminalUI

/// A command. The argument parser creates it, and it runs in a context, either from the shell or in the interactive
/// mode.
protocol ClientCommand: AsyncParsableCommand, Sendable {
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
  /// Whether the command waits for the owner if this app is not paired yet. A script must not hang where nobody sees
  /// the digits; pairing itself is what `connect` is for.
  func waitsForPairing(_ terminal: Terminal) -> Bool {
    options.pair ?? (terminal.readsFromTTY || self is ConnectCommand)
  }

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
