import JSON
import Ledger
import PaymentsAPI
import PaymentsCore
import PaymentsModel
import ServiceHost
import Transport

/// A question for the owner, in the form for consoles and in short form.
struct WaitingQuestion: Sendable {
  let id: String
  let view: JSONValue
  let notice: OwnerNotice
  /// The payment in the version that is shown; `nil` for a pairing.
  var order: OrderMachine?

  /// Returns the line that a watching console receives.
  func message(isNew: Bool) -> JSONValue {
    ["change": isNew ? "shown" : "updated", "approval": view]
  }
}

/// The questions that wait for the owner at present: the apps to pair, and the first payment of each app.
struct WaitingQuestions {
  let context: ProviderContext

  /// The identifiers of the questions, in the order in which they are shown.
  var ids: [String] {
    context.pairing.prompts.map(\.id) + context.prompts.visible.map(\.id.rawValue)
  }

  /// Reads all questions. Those that cannot be read at present are left out.
  func look() async -> [WaitingQuestion] {
    var questions: [WaitingQuestion] = []
    for prompt in context.pairing.prompts { questions.append(await pairing(prompt)) }
    for question in context.prompts.visible {
      if let payment = await payment(question.id) { questions.append(payment) }
    }
    return questions
  }

  /// The line with the state that concerns all questions, for a watching console.
  var standing: JSONValue {
    [
      "change": "standing", "provider": .string(context.configuration.name),
      "locked": .bool(context.walletLock.isLocked), "pin": .bool(context.pin.isSet),
    ]
  }

  /// Returns the line that tells a watching console why a question is not shown any more.
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

  /// Returns one pairing in the form for consoles.
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
  /// The outcome of a question, as the owner is told.
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
