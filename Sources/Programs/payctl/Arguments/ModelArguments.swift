public import ArgumentParser
public import PaymentsAPI
public import PaymentsModel

extension InvoiceState: ExpressibleByArgument {}

extension OrderState: ExpressibleByArgument {}

extension EventCursor: ExpressibleByArgument {
  /// The cursor with this wire text.
  public init?(argument: String) { self.init(argument) }
}

extension StatementBound: ExpressibleByArgument {
  /// The bound that a text names.
  public init?(argument: String) { self.init(argument) }
}

extension StatementFormat: ExpressibleByArgument {}
