package import ArgumentParser

/// A word that stands where a command should, and is none. The parser would only call it unexpected.
package enum MistypedCommand {
  /// Returns what to say of the first such word, with the command that it was probably meant to be.
  ///
  /// - Parameters:
  ///   - arguments: the words after the program's name.
  ///   - program: the command with all others below it.
  package static func failure(_ arguments: [String], of program: any ParsableCommand.Type) -> CommandFailure? {
    var (command, path) = (program, [name(of: program)])
    for word in arguments {
      let below = command.configuration.subcommands
      guard !below.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      if let next = below.first(where: { name(of: $0) == word }) {
        command = next
        path.append(word)
        continue
      }
      let names = below.filter { $0.configuration.shouldDisplay }.map { name(of: $0) }
      let close = NearestWord.of(word, among: names) ?? names.first { word.hasPrefix($0) }
      // A command that is left out may take words itself.
      if close == nil, command.configuration.defaultSubcommand != nil { return nil }
      return CommandFailure(
        .usage, reason: "usage", localized("There is no command '\(word)'."),
        advice: close.map { localized("Is it \((path + [$0]).joined(separator: " "))? \(help(path)) lists all.") }
          ?? localized("\(help(path)) lists the commands."))
    }
    return nil
  }

  /// What to type for the list of the commands below one.
  private static func help(_ path: [String]) -> String {
    (path.prefix(1) + ["help"] + path.dropFirst()).joined(separator: " ")
  }

  private static func name(of command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? command._commandName
  }
}
