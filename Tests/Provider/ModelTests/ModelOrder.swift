import PaymentsCore
import PaymentsModel

/// The part of an order that a process holds in memory and loses in a crash: the machine, its inputs and its delays.
final class ModelOrder {
  /// The kinds of calls to the wallet. Only one call of each kind runs at a time.
  enum Step: Int {
    case quote, prepare, broadcast, lookup
  }

  /// An effect that waits for its time.
  struct Wait {
    let due: Int64
    let effect: OrderEffect
    /// The kind of call; `nil` for effects without an answer.
    let step: Step?
    let turn: Int
  }

  /// An event that was not yet delivered to the order.
  struct Input {
    let event: OrderEvent
    /// The kind of call that the event answers.
    let step: Step?
  }

  var order: OrderMachine
  var inputs: [Input] = []
  var waits: [Wait] = []
  var turns = [0, 0, 0, 0]
  var isUnderWay = [false, false, false, false]
  /// Answers of the wallet that have arrived and may arrive again.
  var answers: [OrderEvent] = []
  /// The quotes that the owner was shown, the latest last.
  var quotesShown: [OrderQuote] = []
  var isAsked = false

  init(_ order: OrderMachine) {
    self.order = order
  }
}
