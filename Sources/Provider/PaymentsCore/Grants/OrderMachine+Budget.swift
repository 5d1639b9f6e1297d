package import PaymentsModel

extension OrderMachine {
  /// What the order takes of its app's budget: set aside from the approval on, at its real total once that is known,
  /// and spent for good when it succeeded; `nil` before the approval and when it ended unpaid.
  package var countedTotal: Amount? { state == .succeeded ? total : reserved }
}
