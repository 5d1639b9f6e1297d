import ArgumentParser
import JSON
import PaymentsAPI
import TerminalUI

struct OpenRPC: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openrpc", abstract: "Print the OpenRPC document of the payments specification.")

  func run() throws {
    let document = OpenRPCDocument.make(from: try PaymentsSchemas())
    try Terminal.standard.writeLines([document.text(style: .pretty)])
  }
}
