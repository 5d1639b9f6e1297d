/// Accepts the options of every command also in front of the command.
enum ArgumentOrder {
  /// Returns the arguments with leading options of ``GlobalOptions`` moved behind the command.
  static func commandFirst(_ arguments: [String]) -> [String] {
    var leading: [String] = []
    var rest = arguments[...]
    while let argument = rest.first, argument.hasPrefix("--") {
      let takesValue = ["--state", "--runtime", "--provider"].contains(argument)
      let isGlobal =
        takesValue || ["--json", "--pair", "--no-pair"].contains(argument)
        || ["--state=", "--runtime=", "--provider="].contains { argument.hasPrefix($0) }
      guard isGlobal else { return arguments }
      let count = takesValue ? min(2, rest.count) : 1
      leading += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    guard let command = rest.first else { return arguments }
    return [command] + leading + rest.dropFirst()
  }
}
