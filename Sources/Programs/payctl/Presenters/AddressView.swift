import PaymentsAPI
import PaymentsModel
import TerminalUI

/// Formats receiving addresses for people.
struct AddressView {
  let context: CommandContext

  /// Formats one address.
  func lines(_ address: AddressInfo) -> [String] {
    var list = KeyValueList()
    list.append("Address", address.address)
    list.append("Currency", address.currency)
    list.append("Label", address.label)
    list.append("Payment URI", address.uri)
    list.append("Created", MomentText.full(address.createdAt))
    return list.lines(for: context.terminal)
  }

  /// Formats several addresses, one per line.
  func table(_ addresses: [AddressInfo]) -> [String] {
    var table = Table([
      .init("ADDRESS"), .word("PURPOSE", .extra), .moment("CREATED", .extra),
      .init("LABEL", overflow: .truncate, importance: .useful), .identifier("INVOICE", .useful),
    ])
    for address in addresses {
      table.append([
        address.address, address.purpose.rawValue, address.createdAt.text, address.label ?? "",
        address.invoiceID?.rawValue ?? "",
      ])
    }
    return table.lines(for: context.terminal)
  }
}
