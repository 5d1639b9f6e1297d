import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func tellsAddressesApart() async throws {
    let first = try await world.shop.newAddress(label: "first")
    let second = try await world.shop.newAddress(label: "second")
    let more = try await world.shop.newAddresses(3)
    try require(Set(more + [first, second]).count == 5, "several at once are as new")
    for address in more {
      try require(try await world.shop.checkAddress(address) == .valid(address), "and valid in the same form")
    }
    try await world.shop.label(more[0], as: "later")
    try require(first != second, "addresses are fresh")
    try require(try await world.payer.checkAddress(first) == .valid(first), "a valid address is its own canonical form")
    try require(
      try await world.payer.checkAddress(world.wrongNetworkAddress) == .wrongNetwork, "another network is told")
    let last = first.last == "q" ? "p" : "q"
    for text in ["", " ", "x", String(first.dropLast()), first.dropLast() + last, first + " ", "\"'\\\u{0}"] {
      try require(try await world.payer.checkAddress(text) == .malformed, "malformed text is told")
    }
  }

  func knowsOneFormOfAnAddress() async throws {
    let address = try await world.shop.newAddress(label: "")
    let spellings = world.otherSpellings(of: address)
    try require(!spellings.isEmpty, "the world knows another spelling, or says in lacks why there is none")
    for spelling in spellings {
      try require(spelling != address, "another spelling")
      try require(try await world.payer.checkAddress(spelling) == .valid(address), "one canonical form")
    }
    let payment = try await sent(PaymentIntent(address: address, amount: amount))
    try await requireOnePayment(payment)
  }
}
