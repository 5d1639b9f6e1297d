import Orders
import OwnerAPI
import PaymentsCore
import PaymentsModel
import ServiceHost

/// The owner's answers to what waits, wherever they were given.
struct OwnerDecisions {
  let payments: Payments
  let apps: AppConnections
  let pin: OwnerPIN
  let documents: DocumentService

  /// The questions that wait.
  var questions: WaitingQuestions { WaitingQuestions(payments: payments, apps: apps, pin: pin) }
  private var paymentCommands: PaymentCommands {
    PaymentCommands(payments: payments, pin: pin, sessions: apps.sessions)
  }
  private var appCommands: AppCommands { AppCommands(payments: payments, apps: apps, pin: pin, documents: documents) }

  /// Tells what a yes to what `id` names would be to.
  func look(_ params: GetQuestion.Params) async throws -> GetQuestion.Result {
    switch try name(params.id) {
    case .pairing(let id):
      guard let question = apps.pairing.questions.first(where: { $0.id == id }) else { return GetQuestion.Result() }
      return GetQuestion.Result(question: try await questions.view(of: question))
    case .payment(let id): return try await paymentCommands.look(id)
    }
  }

  /// Says yes to what `id` names.
  func approve(_ params: ApproveQuestion.Params) async throws -> OwnerDecision {
    switch try name(params.id) {
    case .pairing(let id): try await appCommands.approve(id, params)
    case .payment(let id): try await paymentCommands.approve(id, params)
    }
  }

  /// Says no to what `id` names.
  func deny(_ params: DenyQuestion.Params) async throws -> OwnerDecision {
    switch try name(params.id) {
    case .pairing(let id): try await appCommands.deny(id)
    case .payment(let id): try await paymentCommands.deny(id, always: params.always == true)
    }
  }

  private enum Name {
    case pairing(String)
    case payment(OrderID)
  }

  /// What `id` names: the number of a question, a whole id, or the beginning or end of the only one that waits and has it.
  private func name(_ text: String) throws -> Name {
    guard !text.isEmpty else { throw OwnerFailure(.usage, "id is missing") }
    let whole = try whole(text)
    return whole.utf8.starts(with: "pair_".utf8) ? .pairing(whole) : .payment(OrderID(rawValue: whole))
  }

  private func whole(_ text: String) throws -> String {
    if let numbered = try payments.questionNumbers.question(typed: text) { return numbered }
    let waiting =
      apps.pairing.questions.map(\.id)
      + payments.orders.live.filter { $0.read(\.state) == .awaitingApproval }.map { $0.read(\.terms.id.rawValue) }
    return try PartialIdentifier.find(text, among: waiting, .ambiguousQuestion, of: "questions") ?? text
  }
}
