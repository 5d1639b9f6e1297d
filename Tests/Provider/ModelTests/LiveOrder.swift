import PaymentsCore
import PaymentsModel

/// What a process keeps of an order in memory, and a crash takes: the machine, its inputs, its waits.
final class LiveOrder {
  /// What the wallet is asked for, one at a time of each kind.
  enum Step: Int {
    case quote, prepare, broadcast, lookup
  }

  /// An effect that waits for its moment.
  struct Wait {
    let due: Int64
    let effect: OrderEffect
    /// `nil` for those that are not answered.
    let step: Step?
    let turn: Int
  }

  /// An event on its way to the order.
  struct Input {
    let event: OrderEvent
    /// The call that it answers.
    let step: Step?
  }

  var order: OrderMachine
  var inputs: [Input] = []
  var waits: [Wait] = []
  var turns = [0, 0, 0, 0]
  var isUnderWay = [false, false, false, false]
  /// Answers of the wallet that arrived, and may arrive again.
  var answers: [OrderEvent] = []
  /// What the owner was shown, the latest last.
  var quotesShown: [OrderQuote] = []
  var isAsked = false

  init(_ order: OrderMachine) {
    self.order = order
  }
}
