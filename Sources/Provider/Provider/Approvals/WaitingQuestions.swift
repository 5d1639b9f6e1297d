import DisplayText
import Ledger
import Orders
import OwnerAPI
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// A question for the owner, in the form for consoles and in short form.
struct WaitingQuestion: Sendable {
  let id: String
  let view: OwnerQuestion
  let notice: OwnerNotice
  /// The payment in the version that is shown; `nil` for a pairing.
  var order: OrderMachine?

  /// What consoles that watch are told of it.
  func news(isNew: Bool) -> OwnerNews { isNew ? .shown(view) : .updated(view) }
}

/// The questions that wait for the owner at present: the apps to pair, and the payments.
struct WaitingQuestions {
  let payments: Payments
  let apps: AppConnections
  let pin: OwnerPIN

  private var core: ProviderCore { payments.core }

  /// The identifiers of the questions, in the order in which they are shown.
  var ids: [String] {
    apps.pairing.questions.map(\.id) + payments.orders.questions.visible.map(\.id.rawValue)
  }

  /// Reads all questions. Those that cannot be read at present are left out.
  func look() async -> [WaitingQuestion] {
    var questions: [WaitingQuestion] = []
    for question in apps.pairing.questions {
      do throws(LedgerError) {
        questions.append(try await pairing(question))
      } catch {
        core.ledgerTrouble(error)
      }
    }
    for question in payments.orders.questions.visible {
      if let payment = await payment(question.id) { questions.append(payment) }
    }
    return questions
  }

  /// The oldest of them, as many as an answer has room for, with what stops paying. Whoever is answered has seen their fees
  /// from now on.
  func list() async -> ListQuestions.Result {
    let questions = await look()
    var room = AnswerRoom()
    let shown = room.fitting(questions.lazy.map(\.view), least: 1)
    for case let order? in questions.prefix(shown.count).map(\.order) {
      payments.orders.live(order.terms.id)?.shownFeeCap.note(order)
    }
    let sends = SendCommands(payments: payments, pin: pin)
    return ListQuestions.Result(
      stopped: sends.stopped, notCompared: sends.notCompared, questions: shown,
      locked: payments.orders.lock.isLocked, waiting: apps.pairing.questions.count + payments.orders.questions.count)
  }

  /// What an app is called; the names are empty if that is not known.
  func names(of app: AppKey) async -> AppNames { (try? await core.names(of: app)) ?? AppNames(app, claimed: "") }

  /// What holds for all questions, as consoles that watch are told.
  var general: OwnerNews {
    .standing(
      provider: core.name, locked: payments.orders.lock.isLocked, pin: pin.isSet, wallets: payments.walletReports)
  }

  /// Why a question is not shown any more, as consoles that watch are told.
  func ending(of question: WaitingQuestion) async -> OwnerNews {
    switch question.view {
    case .pairing(let pairing):
      .withdrawn(id: question.id, kind: .pairing, because: await isPaired(pairing.app.key) ? .approved : .ended)
    case .payment:
      .withdrawn(
        id: question.id, kind: .payment,
        because: await state(of: OrderID(rawValue: question.id))?.endingOfQuestion ?? .ended)
    }
  }

  /// One pairing, as the owner sees it.
  func view(of question: PairingRequests.Question) async throws(LedgerError) -> OwnerQuestion {
    try await pairing(question).view
  }

  private func pairing(_ question: PairingRequests.Question) async throws(LedgerError) -> WaitingQuestion {
    let process = await question.applicants.first?.peer.process()?.words
    let needsPIN = pin.isSet && AppCommands.needsPIN(question.manifest.scopesGrantedByDefault)
    let grants = Grants(scopes: question.manifest.scopesGrantedByDefault, currencies: question.manifest.currencies)
    let limits = payments.orders.limits
    let unasked = try await core.ledger.read { reader in try limits.unasked(of: question.app, under: grants, reader) }
    let number = try? await payments.questionNumbers.number(of: question.id)
    let view = OwnerQuestion.pairing(
      OwnerView.pairing(question, number: number, process: process, unasked: unasked, needsPIN: needsPIN))
    let lines = apps.notices.inLanguageOfNotifiers {
      let grant = PairingGrant(asked: question.manifest.scopes).words
      var lines = [localized("wants to be paired; a yes grants \(grant)")]
      if let words = UnaskedSpending.words(unasked) { lines.append(localized("without asking you: \(words)")) }
      if let process { lines.append(localized("program: \(process)")) }
      return lines
    }
    return WaitingQuestion(
      id: question.id, view: view,
      notice: OwnerNotice(
        id: question.id, kind: .pairing, appName: question.manifest.name, fingerprint: question.app.fingerprint,
        lines: lines, needsPIN: needsPIN, canAnswer: false, problem: apps.notices.problem(with: question.id)))
  }

  private func payment(_ id: OrderID) async -> WaitingQuestion? {
    guard let payment = await WaitingPayment(id, payments: payments, sessions: apps.sessions, pin: pin) else {
      return nil
    }
    return WaitingQuestion(
      id: id.rawValue, view: .payment(OwnerView.payment(payment)),
      notice: apps.notices.inLanguageOfNotifiers { payment.notice(problem: apps.notices.problem(with: id.rawValue)) },
      order: payment.order)
  }

  private func isPaired(_ key: AppKey) async -> Bool {
    let app = try? await core.ledger.read { reader in try reader.app(key) }
    return app?.status == .approved
  }

  private func state(of id: OrderID) async -> OrderState? {
    if let process = payments.orders.live(id) { return process.read(\.state) }
    let order = try? await core.ledger.read { reader in try reader.order(id) }
    return order?.state
  }
}

extension OrderState {
  /// What became of the question about an order.
  fileprivate var endingOfQuestion: QuestionEnding {
    switch self {
    case .approved, .submitting, .inFlight, .succeeded: .approved
    case .rejected: .denied
    case .expired: .expired
    case .cancelled: .cancelled
    case .failed: .failed
    case .received, .awaitingApproval: .ended
    }
  }
}
