import ArgumentParser
import JSON
import MessagingAPI
import PaymentsAPI
import TerminalUI

struct OpenRPC: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openrpc", abstract: "Print the OpenRPC document of a service's specification.")

  enum Service: String, ExpressibleByArgument, CaseIterable {
    case payments
    case messaging
  }

  @Argument(help: "The service: payments, or messaging, which chats offer.")
  var service = Service.payments

  func run() throws {
    let document =
      switch service {
      case .payments: OpenRPCDocument.make(from: try PaymentsSchemas())
      case .messaging: try MessagingSchemas().openRPC
      }
    try Terminal.standard.writeLines([document.text(style: .pretty)])
  }
}
