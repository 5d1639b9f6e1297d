public import Links
public import PaymentsAPI
public import PaymentsModel

/// What the wallet's own interface can be asked to show.
public enum WalletView: Sendable, Hashable {
  /// A payment order; where it waits for the owner, it can be answered there.
  case order(OrderID)
  /// An invoice.
  case invoice(InvoiceID)
  /// The payments of this app.
  case payments
}

/// That an app's user was sent into the wallet's own interface: keep it until the user is back.
public struct WalletVisit: Sendable, Hashable {
  /// As the provider answered it last.
  public let opening: Opening
  /// The link to hand to the desktop. It works once.
  public let link: OpenLink
  /// What the way back will hold.
  public let state: LinkState
}

/// Why a link that came to an app does not lead back from the wallet: it is then to be forgotten.
public enum WalletReturnError: Error, Sendable, Hashable {
  /// The app has no scheme that leads back.
  case noScheme
  /// It is no such link.
  case link(LinkError)
  /// No visit has this state and provider: somebody made it up, or it came twice.
  case unknown
}

extension PaymentsClient {
  /// Asks the provider for a link that shows something in its own interface. Whether the desktop can open it, ask
  /// first: `DesktopLinks.canOpen(_:)`.
  ///
  /// - Parameters:
  ///   - view: what is shown.
  ///   - state: comes back with the user; nobody should be able to guess it.
  /// - Throws: see ``PaymentsClient``.
  public func visit(_ view: WalletView, state: LinkState = .random()) async throws -> WalletVisit {
    var params = RequestOpening.Params(state: state.text)
    switch view {
    case .order(let id): params.orderID = id
    case .invoice(let id): params.invoiceID = id
    case .payments: break
    }
    let result = try await call(RequestOpening.self, params)
    guard case .open(let link)? = try? PayportLink(result.link), link.provider == providerName,
      result.opening.state == state.text
    else { throw ConnectionError.malformedResponse }
    return WalletVisit(opening: result.opening, link: link, state: state)
  }

  /// How a visit stands, by the provider.
  ///
  /// - Throws: see ``PaymentsClient``; `opening_not_found` where the provider has restarted, or it is too long ago.
  public func status(of visit: WalletVisit) async throws -> Opening {
    let opening = try await call(
      GetOpenRequestStatus.self, GetOpenRequestStatus.Params(openingID: visit.opening.openingID)
    ).opening
    return try checked(opening, visit)
  }

  /// Waits until the owner is done with it, or it has expired, and answers how it stands then.
  ///
  /// - Parameters:
  ///   - visit: which one.
  ///   - limit: after which it is answered as it is; nil to wait for as long as the provider keeps it.
  /// - Throws: see ``status(of:)``.
  public func waitForReturn(from visit: WalletVisit, atMost limit: Duration? = nil) async throws -> Opening {
    var seen = visit.opening.version
    return try await poll(atMost: limit) { wait in
      let params = GetOpenRequestStatus.Params(
        openingID: visit.opening.openingID, after: seen, waitMilliseconds: wait.milliseconds)
      let now = try await self.call(GetOpenRequestStatus.self, params, timeout: wait + self.options.callTimeout)
      seen = now.opening.version
      let isOver = now.opening.status == .returned || now.opening.status == .expired
      return (try self.checked(now.opening, visit), isOver)
    }
  }

  /// A link with this app's scheme was opened: finds the visit that it leads back from, and asks the provider how that
  /// stands. Nothing that the link says is believed.
  ///
  /// - Parameters:
  ///   - link: what came to the app, from whomever.
  ///   - visits: those whose users are not back yet.
  /// - Throws: ``WalletReturnError``, before anything was asked; and see ``status(of:)``.
  public func returned(by link: String, from visits: [WalletVisit]) async throws -> Opening {
    guard let scheme = manifest.callbackScheme.flatMap(CallbackScheme.init) else { throw WalletReturnError.noScheme }
    let back: ReturnLink
    do { back = try ReturnLink(link, to: scheme) } catch { throw WalletReturnError.link(error) }
    guard let visit = visits.first(where: { $0.state == back.state && $0.link.provider == back.provider }) else {
      throw WalletReturnError.unknown
    }
    return try await status(of: visit)
  }

  private func checked(_ opening: Opening, _ visit: WalletVisit) throws(ConnectionError) -> Opening {
    guard opening.openingID == visit.opening.openingID, opening.state == visit.state.text else {
      throw .malformedResponse
    }
    return opening
  }
}
