import ArgumentParser
import OwnerAPI
import PaymentsModel
import TerminalUI

struct Pin: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: localized("Protect payments above a limit by a PIN."),
    discussion: """
      The PIN is asked for at the terminal and never shown. Without it nothing above the limit is approved, by whatever \
      program, and no limit of an app lets it through; wrong ones are slowed down: five tries, then waits from half a \
      minute to an hour. PINs of fewer than six digits are refused; letters count, too.

      It guards against a person at your open session. A program that runs as you can replace payd itself, and is not \
      kept out by it.
      """,
    subcommands: [Set.self, Clear.self, Show.self])

  struct Set: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: localized("Set a PIN, or another one."),
      discussion: """
        Example: payd pin set --above LTC=0.5 --above XMR=1
        Payments up to these amounts, fee included, need no PIN; those of a currency that is not named always do.
        """)
    @Option(name: .long, help: .localized("CURRENCY=AMOUNT: up to this, no PIN is needed.")) var above: [String] = []
    @Option(
      name: .long, help: .localized("A file whose first line is the new PIN; - for the standard input."),
      completion: .file())
    var newPinFile: String?
    @OptionGroup var pin: PinOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      var limits = NamedValues<String>()
      for text in above {
        let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, !limits.members.contains(where: { $0.name == parts[0] }) else {
          throw ValidationError(localized("--above takes CURRENCY=AMOUNT, such as LTC=0.5, each currency once"))
        }
        limits.members.append(.init(name: parts[0], value: parts[1]))
      }
      // The old one first, as people expect.
      let isSet = try output.folders.ask(GetPinStatus.self).set
      let old = isSet && pin.pinFile == nil ? try PinOptions.ask(localized("Your present PIN: ")) : nil
      let params = SetPin.Params(newPin: try newPin(), above: limits, pin: old)
      try output.show(output.folders.ask(SetPin.self, params, pin: pin)) { answer, _ in
        [localized("The PIN is set.")] + PinText.lines(answer)
      }
    }

    private func newPin() throws -> String {
      if let newPinFile { return try PinOptions.firstLine(of: newPinFile) }
      guard Terminal.standard.readsFromTTY else {
        throw OwnerConsole.fail(
          localized("nobody is there to type a PIN; give a file that holds it: --new-pin-file"), .usage)
      }
      guard let first = try PinOptions.ask(localized("A new PIN: ")),
        let second = try PinOptions.ask(localized("The same again: "))
      else {
        throw ExitCode(ExitStatus.interrupted.rawValue)
      }
      guard first == second else {
        throw OwnerConsole.fail(localized("these two differ; nothing was changed"), .dataError)
      }
      return first
    }
  }

  struct Clear: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: localized("Remove the PIN; needs it."))
    @OptionGroup var pin: PinOptions
    @OptionGroup var output: OutputOptions

    func run() throws {
      try output.show(output.folders.ask(ClearPin.self, .init(), pin: pin)) { _, _ in
        [localized("The PIN is removed; nothing asks for one any more.")]
      }
    }
  }

  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "status",
      abstract: localized("Show whether a PIN is set, above which amounts, and how many tries are left."))
    @OptionGroup var output: OutputOptions

    func run() throws {
      try output.show(output.folders.ask(GetPinStatus.self)) { answer, _ in
        answer.set ? [localized("A PIN is set.")] + PinText.lines(answer) : [localized("No PIN is set.")]
      }
    }
  }
}

/// What `pin status` tells, in the owner's words.
enum PinText {
  static func lines(_ status: PinStatus) -> [String] {
    let above = (status.above?.members ?? []).map { localized("\(ApprovalText.safe($0.name)) above \($0.value.text)") }
    var lines = [
      above.isEmpty
        ? localized("It is needed for every payment, and to unlock.")
        : localized(
          "It is needed for \(above.joined(separator: ", ")), for every payment of other currencies, and to unlock.")
    ]
    if let next = status.nextTryAt {
      lines.append(localized("Too many wrong ones were typed: the next try is at \(next.text)."))
    } else if let left = status.triesLeft, left < 5 {
      lines.append(
        left == 1
          ? localized("1 try is left before you have to wait.")
          : localized("\(left) tries are left before you have to wait."))
    }
    return lines
  }
}
