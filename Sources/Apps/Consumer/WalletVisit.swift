public import Links
public import PaymentsAPI
public import PaymentsModel

/// The content that the wallet's own interface can show.
public enum WalletView: Sendable, Hashable {
  /// A payment order. If it waits for the owner, it can be approved or denied there.
  case order(OrderID)
  /// An invoice.
  case invoice(InvoiceID)
  /// The payments of this app.
  case payments
}

/// A visit of an app's user to the wallet's own interface. Keep it until the user is back.
public struct WalletVisit: Sendable, Hashable {
  /// The state of the visit, as the provider reported it last.
  public let opening: Opening
  /// The link to hand to the desktop. It works once.
  public let link: OpenLink
  /// The state that the link back to the app contains.
  public let state: LinkState
}

/// Why a link that was opened with the app does not lead back from the wallet. Such a link should be ignored.
public enum WalletReturnError: Error, Sendable, Hashable {
  /// The app's manifest has no callback scheme.
  case noScheme
  /// The link does not have the form of a link back.
  case link(LinkError)
  /// No visit has this state and provider. Somebody has invented the link, or it was opened twice.
  case unknown
}

extension PaymentsClient {
  /// Asks the provider for a link that opens its own interface. Check first with `DesktopLinks.canOpen(_:)` whether the
  /// desktop can open it.
  ///
  /// - Parameters:
  ///   - view: the content to show.
  ///   - state: is part of the link back to the app. It must be impossible to guess.
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

  /// Returns the state of a visit, as the provider reports it.
  ///
  /// - Throws: see ``PaymentsClient``; `opening_not_found` if the provider has restarted, or the visit was too long
  ///   ago.
  public func status(of visit: WalletVisit) async throws -> Opening {
    let opening = try await call(
      GetOpenRequestStatus.self, GetOpenRequestStatus.Params(openingID: visit.opening.openingID)
    ).opening
    return try checked(opening, visit)
  }

  /// Waits until the owner has finished or the visit has expired, and returns its state.
  ///
  /// - Parameters:
  ///   - visit: the visit.
  ///   - limit: the time after which the current state is returned; `nil` to wait as long as the provider keeps the
  ///     visit.
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

  /// Handles a link with this app's callback scheme: it finds the visit that the link belongs to, and asks the provider
  /// for the state of the visit. The link itself is not trusted.
  ///
  /// - Parameters:
  ///   - link: the link that was opened, which may come from anybody.
  ///   - visits: the visits whose users are not back yet.
  /// - Throws: ``WalletReturnError`` before the provider is asked; see also ``status(of:)``.
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
