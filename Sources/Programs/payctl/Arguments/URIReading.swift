import PaymentURI
import PaymentsAPI
import TerminalUI

/// Reads a payment URI in one of the currencies that the provider offers.
struct URIReading {
  let text: String
  /// The currency that the person gave for the URI.
  var currency: CurrencyArgument?

  /// Returns the URI and its currency.
  ///
  /// - Throws: `CommandFailure`.
  func read(in context: CommandContext) async throws -> (PaymentURI, CurrencyInfo) {
    // An error that no currency could cure is reported without connecting to the provider.
    do {
      _ = try PaymentURI(text)
    } catch {
      guard error == .unknownScheme else { throw failure(error) }
    }
    let currencies = try await context.call(ListCurrencies.self, .init()).currencies
    context.names.note(currencies: currencies)
    let uri: PaymentURI
    do {
      uri = try PaymentURI(
        text,
        schemes: currencies.map { PaymentURIScheme(name: $0.uriScheme, decimals: $0.decimals) } + PaymentURIScheme.known
      )
    } catch {
      throw failure(error)
    }
    let served = currencies.filter { $0.uriScheme == uri.scheme.name }
    guard let currency else {
      if let first = served.first, served.count == 1 { return (uri, first) }
      throw served.isEmpty
        ? notServed(uri)
        : CommandFailure(
          .usage, reason: "usage",
          localized(
            "Several currencies have URIs of \(uri.scheme.name): \(served.map(\.code).joined(separator: ", "))."),
          advice: localized("Give the currency before the URI."))
    }
    guard let info = served.first(where: { $0.code == currency.code }) else {
      throw served.isEmpty
        ? notServed(uri)
        : CommandFailure(
          .dataError, reason: "contradiction", localized("The URI is of \(uri.scheme.name), not of \(currency.code)."),
          advice: localized("Leave the currency out: the URI names it."))
    }
    return (uri, info)
  }

  private func notServed(_ uri: PaymentURI) -> CommandFailure {
    CommandFailure(
      .dataError, reason: "unknown_currency",
      localized("The wallet serves no currency with URIs of \(uri.scheme.name)."),
      advice: localized("payctl currencies lists what it serves."))
  }

  private func failure(_ error: PaymentURIError) -> CommandFailure {
    CommandFailure(.dataError, reason: "invalid_uri", error.description, advice: advice(error))
  }

  private func advice(_ error: PaymentURIError) -> String {
    switch error {
    case .unknownScheme: localized("payctl currencies lists the schemes that can be paid. Nothing was ordered.")
    case .malformed: localized("In a shell, put the URI between single quotes. Nothing was ordered.")
    case .walletKeys: localized("Nothing was ordered.")
    default: localized("Ask the payee for another URI, or for the address and the amount. Nothing was ordered.")
    }
  }
}
