import ArgumentParser
import JSON
import TerminalUI

struct Pin: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Protect payments above a limit by a PIN.",
    discussion: """
      The PIN is asked for at the terminal and never shown. Without it nothing above the limit is approved, by whatever \
      program; wrong ones are slowed down: five tries, then waits from half a minute to an hour.
      """,
    subcommands: [Set.self, Clear.self, Show.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Set a PIN, or another one.",
      discussion: """
        Example: payd pin set --above LTC=0.5 --above XMR=1
        Payments up to these amounts, fee included, need no PIN; those of a currency that is not named always do.
        """)
    @Option(name: .long, help: "CURRENCY=AMOUNT: up to this, no PIN is needed.") var above: [String] = []
    @Option(name: .long, help: "A file whose first line is the new PIN; - for the standard input.")
    var newPinFile: String?
    @OptionGroup var pin: PinOptions
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      var limits = JSONObject()
      for text in above {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, limits[parts[0]] == nil else {
          throw ValidationError("--above takes CURRENCY=AMOUNT, such as LTC=0.5, each currency once")
        }
        limits[parts[0]] = .string(parts[1])
      }
      var params: JSONObject = ["above": .object(limits)]
      // The old one first, as people expect.
      let isSet = try OwnerConsole.ask("pin.status", [:], folders)["set"]?.boolValue == true
      if isSet, pin.pinFile == nil, let old = try PinOptions.ask("Your present PIN: ") { params["pin"] = .string(old) }
      params["new_pin"] = .string(try newPin())
      let answer = try OwnerConsole.ask("pin.set", params, folders, pin: pin)
      try OwnerConsole.show(answer, json: json) { answer, _ in ["The PIN is set."] + PinText.lines(answer) }
    }

    private func newPin() throws -> String {
      if let newPinFile { return try PinOptions.firstLine(of: newPinFile) }
      guard Terminal.standard.readsFromTTY else {
        throw OwnerConsole.fail("nobody is there to type a PIN; give a file that holds it: --new-pin-file", .usage)
      }
      guard let first = try PinOptions.ask("A new PIN: "), let second = try PinOptions.ask("The same again: ") else {
        throw ExitCode(ExitStatus.interrupted.rawValue)
      }
      guard first == second else { throw OwnerConsole.fail("these two differ; nothing was changed", .dataError) }
      return first
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Remove the PIN; needs it.")
    @OptionGroup var pin: PinOptions
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask("pin.clear", [:], folders, pin: pin)
      try OwnerConsole.show(answer, json: json) { _, _ in ["The PIN is removed; nothing asks for one any more."] }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status", abstract: "Show whether a PIN is set, above which amounts, and how many tries are left.")
    @OptionGroup var folders: FolderOptions
    @Flag(help: "Print JSON.") var json = false

    func run() throws {
      let answer = try OwnerConsole.ask("pin.status", [:], folders)
      try OwnerConsole.show(answer, json: json) { answer, _ in
        answer["set"]?.boolValue == true ? ["A PIN is set."] + PinText.lines(answer) : ["No PIN is set."]
      }
    }
  }
}

/// What `pin status` tells, in the owner's words.
enum PinText {
  static func lines(_ answer: JSONValue) -> [String] {
    let above = (answer["above"]?.objectValue ?? JSONObject()).map {
      "\(ApprovalText.safe(.string($0.name))) above \(ApprovalText.safe($0.value))"
    }
    var lines = [
      above.isEmpty
        ? "It is needed for every payment, and to unlock."
        : "It is needed for \(above.joined(separator: ", ")), for every payment of other currencies, and to unlock."
    ]
    if let next = answer["next_try_at"] {
      lines.append("Too many wrong ones were typed: the next try is at \(ApprovalText.safe(next)).")
    } else if let left: Int = answer["tries_left"]?.integerValue(), left < 5 {
      lines.append("\(left) \(left == 1 ? "try is" : "tries are") left before you have to wait.")
    }
    return lines
  }
}
