import ArgumentParser
import JSON
import MessagingAPI
import OwnerAPI
import PaymentsAPI
import TerminalUI

struct OpenRPC: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "openrpc", abstract: localized("Print the OpenRPC document of a service's specification."))

  enum Service: String, ExpressibleByArgument, CaseIterable {
    case payments
    case messaging
    case owner
  }

  @Argument(help: "The service: payments; messaging, which chats offer; or owner, the socket of the owner's programs.")
  var service = Service.payments

  func run() throws {
    let document =
      switch service {
      case .payments: OpenRPCDocument.make(from: try PaymentsSchemas())
      case .messaging: try MessagingSchemas().openRPC
      case .owner: try OwnerSchemas(try PaymentsSchemas()).openRPC
      }
    try Terminal.standard.writeLines([document.text(style: .pretty)])
  }
}
