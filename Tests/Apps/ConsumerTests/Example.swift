import Consumer

/// A chat app that sells something, and tips somebody.
func sellAndTip(tipAddress: String) async throws {
  // What the app says of itself. The owner sees it, and decides what of it to allow.
  let client = PaymentsClient(
    Manifest(appID: "org.example.chat", name: "Example Chat", version: "1.0", scopes: [.receive, .pay]))

  // The first time, the app shows six digits, and the owner types them into the wallet.
  try await client.waitUntilApproved { code in
    print("To connect, enter \(code.digits) in your wallet.")
  }

  // Be paid: an invoice has an address of its own.
  let amount = try DecimalAmount("0.25")
  var invoice = try await client.invoice("LTC", amount: amount, description: "A print")
  print("Please pay \(invoice.uri)")
  while invoice.state == .pending || invoice.state == .processing {
    invoice = try await client.waitForChange(of: invoice)
  }
  guard invoice.state == .settled else { return }

  // Pay: the owner may have to approve. It is paid once, whatever happens to the connection or to this app.
  do {
    var order = try await client.pay("LTC", to: tipAddress, amount: DecimalAmount("0.01"))
    while !order.state.isTerminal { order = try await client.waitForChange(of: order) }
    print("The tip: \(order.state.rawValue)")
  } catch let failure as PaymentsFailure where failure.reason == .userRejected {
    print("The owner said no.")
  } catch is ConnectionError {
    // Unknown is not failed: ask again later, with the request that was written down.
    for request in try await client.unfinishedRequests() { _ = try await client.resume(request) }
  }
  await client.close()
}
