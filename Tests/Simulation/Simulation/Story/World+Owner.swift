import MockWallet
import OwnerAPI
import PaymentsCore
import PaymentsModel

@testable import Provider

/// What the owner says to the provider.
extension World {
  /// The PIN of an owner who sets one.
  static let pin = "271828"

  /// Does something at the daemon that serves, in its process, and notes what fails of it.
  func atDaemon(_ what: String, _ work: @escaping @Sendable (SimulatedDaemon) async throws -> Void) {
    guard let daemon = serving else { return }
    Scheduler.within(daemon.process) {
      _ = Task { [self] in
        do {
          try await work(daemon)
        } catch {
          note("\(what): \(error)")
        }
      }
    }
  }

  /// Says something to the daemon that serves.
  func tell<M: OwnerMethod>(_ method: M.Type, _ params: M.Params, _ words: String) {
    guard serving != nil else { return }
    note("the owner \(words)")
    atDaemon("the owner's \(M.name)") { daemon in _ = try await daemon.ask(method, params) }
  }

  /// Says something about a question that waits.
  private func decide(
    _ number: UInt64, _ answer: @escaping @Sendable (SimulatedDaemon, OwnerQuestion) async throws -> Void
  ) {
    atDaemon("the owner's answer") { [self] daemon in
      // What the owner has read, he answers later.
      let waiting = try await daemon.ask(ListQuestions.self, OwnerNothing()).questions.filter { question in
        isKind || question.payment.map { $0.order.id != remembered?.id } ?? true
      }
      guard !waiting.isEmpty else { return }
      try await answer(daemon, waiting[Int(number % UInt64(waiting.count))])
    }
  }

  /// The owner says yes to a question as it is shown now.
  func approve(_ number: UInt64) {
    decide(number) { [self] daemon, question in
      guard let order = question.payment?.order else {
        guard case .pairing(let pairing) = question, let app = apps.first(where: { $0.id == pairing.appID }),
          let code = app.code
        else { return }
        note("the owner lets \(app.id) in")
        _ = try await daemon.ask(ApproveQuestion.self, .init(id: question.id, code: code))
        return
      }
      guard let shown = order.feeCap, let request = requests.first(where: { $0.address == order.address }),
        let cap = try? Amount(shown, decimals: 8)
      else { return }
      note("the owner approves \(order.id) up to a fee of \(cap.atomicUnits)")
      let pin = number % 3 == 0 ? nil : Self.pin
      request.approve(upTo: cap, withPIN: pin != nil)
      _ = try await daemon.ask(ApproveQuestion.self, .init(id: question.id, feeCap: shown.text, pin: pin))
    }
  }

  /// The owner reads a question, and answers it at another time.
  func remember(_ number: UInt64) {
    decide(number) { [self] _, question in
      guard let order = question.payment?.order, let shown = order.feeCap else { return }
      remembered = (order.id, order.address, shown)
    }
  }

  /// The owner says yes to what was read before.
  func approveLate() {
    guard let (id, address, shown) = remembered, let request = requests.first(where: { $0.address == address }),
      let cap = try? Amount(shown, decimals: 8)
    else { return }
    remembered = nil
    request.approve(upTo: cap)
    tell(
      ApproveQuestion.self, .init(id: id, feeCap: shown.text), "approves \(id) up to a fee of \(cap.atomicUnits), late")
  }

  func deny(_ number: UInt64) {
    decide(number) { [self] daemon, question in
      guard question.payment != nil else { return }
      note("the owner denies \(question.id)")
      _ = try await daemon.ask(DenyQuestion.self, .init(id: question.id))
    }
  }

  /// The owner unlocks the wallet where it is locked; an order that waits for nothing else must go on by itself.
  func unlockIfLocked() {
    atDaemon("whether the wallet is locked") { [self] daemon in
      guard try await daemon.ask(GetProviderStatus.self, OwnerNothing()).locked else { return }
      tell(UnlockWallet.self, .init(pin: Self.pin), "unlocks the wallet")
    }
  }

  /// The owner admits the daemons that stand by, which then pass on what apps say to them.
  func admitDaemons() throws {
    for place in daemons.map(\.place) where place.name != serving?.place.name {
      let identity = try ProviderIdentity(in: place.directories, keeping: nil)
      let key = try DaemonIdentity(of: identity, in: place.directories).publicKey
      tell(AdmitDaemon.self, .init(name: place.name, key: key), "admits \(place.name)")
    }
  }

  /// The owner sends the app away, which asks to be let in again.
  func revoke() {
    guard let app, app.isPaired else { return }
    tell(RevokeApp.self, .init(app: app.id), "revokes the app")
    app.pair()
  }

  /// The owner sets a PIN, or takes it away.
  func changePIN() {
    guard let above = setting.withoutPIN?.decimal(decimals: 8).text else { return }
    atDaemon("the owner's PIN") { [self] daemon in
      if try await daemon.ask(GetPinStatus.self, OwnerNothing()).set {
        note("the owner clears the PIN")
        _ = try await daemon.ask(ClearPin.self, .init(pin: Self.pin))
      } else {
        note("the owner sets a PIN")
        _ = try await daemon.ask(
          SetPin.self, .init(newPin: Self.pin, above: NamedValues([.init(name: Self.currency, value: above)])))
      }
    }
  }
}
