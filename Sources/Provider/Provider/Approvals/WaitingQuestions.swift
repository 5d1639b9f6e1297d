import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// A question as the owner sees it, at a console and in few words.
struct WaitingQuestion: Sendable {
  let id: String
  let view: JSONValue
  let notice: OwnerNotice
  /// The payment that it is about, as it is shown.
  var order: OrderMachine?

  /// The line of a console that watches.
  func message(isNew: Bool) -> JSONValue {
    ["change": isNew ? "shown" : "updated", "approval": view]
  }
}

/// What waits for the owner now: apps to pair, and of each app the payment that comes first.
struct WaitingQuestions {
  let context: ProviderContext

  /// Their names, in the order in which they are shown.
  var ids: [String] {
    context.pairing.prompts.map(\.id) + context.prompts.visible.map(\.id.rawValue)
  }

  /// All of them. What cannot be read at the moment is left out.
  func look() async -> [WaitingQuestion] {
    var questions: [WaitingQuestion] = []
    for prompt in context.pairing.prompts { questions.append(await pairing(prompt)) }
    for question in context.prompts.visible {
      if let payment = await payment(question.id) { questions.append(payment) }
    }
    return questions
  }

  /// What holds for all questions, as a line of a console that watches.
  var standing: JSONValue {
    [
      "change": "standing", "provider": .string(context.configuration.name),
      "locked": .bool(context.walletLock.isLocked), "pin": .bool(context.pin.isSet),
    ]
  }

  /// Why a question is not shown any more, as a line of a console that watches.
  func ending(of question: WaitingQuestion) async -> JSONValue {
    let because: String
    switch question.notice.kind {
    case .pairing: because = await isPaired(question) ? "approved" : "ended"
    case .payment: because = await state(of: OrderID(rawValue: question.id))?.ownersWord ?? "ended"
    }
    return [
      "change": "withdrawn", "id": .string(question.id), "kind": .string(question.notice.kind.rawValue),
      "because": .string(because),
    ]
  }

  /// One pairing, as the owner sees it.
  func view(of prompt: PairingRequests.Prompt) async -> JSONValue { await pairing(prompt).view }

  private func pairing(_ prompt: PairingRequests.Prompt) async -> WaitingQuestion {
    let process = await prompt.applicants.first?.peer.process()?.words
    let needsPIN = context.pin.isSet && AppCommands.needsPIN(prompt.manifest.scopesGrantedByDefault)
    let view = OwnerView.pairing(prompt, process: process, needsPIN: needsPIN)
    let wants = prompt.manifest.scopes.map(\.rawValue).joined(separator: ", ")
    var lines = ["wants to be paired, and may then: \(wants)"]
    if let process { lines.append("program: \(process)") }
    return WaitingQuestion(
      id: prompt.id, view: view,
      notice: OwnerNotice(
        id: prompt.id, kind: .pairing, appName: prompt.manifest.name, fingerprint: prompt.app.fingerprint,
        lines: lines, needsPIN: needsPIN, canAnswer: false, problem: context.notices.problem(with: prompt.id)))
  }

  private func payment(_ id: OrderID) async -> WaitingQuestion? {
    guard let payment = await WaitingPayment(id, context: context) else { return nil }
    return WaitingQuestion(
      id: id.rawValue, view: OwnerView.payment(payment),
      notice: payment.notice(problem: context.notices.problem(with: id.rawValue)), order: payment.order)
  }

  private func isPaired(_ question: WaitingQuestion) async -> Bool {
    guard let key = question.view["key"]?.stringValue else { return false }
    let app = try? await context.ledger.read { reader throws(LedgerError) in
      try reader.app(AppKey(rawValue: key))
    }
    return app?.status == .approved
  }

  private func state(of id: OrderID) async -> OrderState? {
    if let process = context.orders.process(id) { return process.read(\.state) }
    let order = try? await context.ledger.read { reader throws(LedgerError) in try reader.order(id) }
    return order?.state
  }
}

extension OrderState {
  /// What became of a question, in the owner's words.
  var ownersWord: String {
    switch self {
    case .approved, .submitting, .inFlight, .succeeded: "approved"
    case .rejected: "denied"
    case .expired: "expired"
    case .cancelled: "cancelled"
    case .failed: "failed"
    case .received, .awaitingApproval: "ended"
    }
  }
}
