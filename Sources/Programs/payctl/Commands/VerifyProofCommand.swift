import ArgumentParser
import PaymentsAPI
import PaymentsModel
import TerminalUI

/// The command `verify-proof`, which verifies a proof in a file.
struct VerifyProofCommand: ClientCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify-proof", abstract: localized("Tell what a proof in a file shows, whoever made it."),
    discussion: """
      The file is one that prove --output wrote. One by hand is a JSON object with currency, kind (payment, address or \
      reserve), proof and signed_message, for a payment transaction_id and address, for an address the address, for \
      reserves amount and, for Monero, the address. Read the signed text: only what is said to be shown was looked up.

      The exit status is 65 for a proof that does not hold.
      """)
  static let longOptions = ["--amount"]

  @Argument(help: ArgumentHelp(localized("The file, or - for standard input."), valueName: "file"), completion: .file())
  var file: String

  @Option(
    help: ArgumentHelp(localized("The least that it has to show, instead of what the file says."), valueName: "amount"))
  var amount: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    if let amount { _ = try AmountText.parse(amount) }
  }

  func run(in context: CommandContext) async throws {
    var params = try ProofFile.read(file)
    if let amount { params.amount = try AmountText.parse(amount) }
    let result = try await context.call(VerifyProof.self, params)
    try context.show(result) {
      ProofView(context: context).lines(result, of: params)
    }
    if !result.valid { throw ShownFailure(status: .dataError) }
  }
}
