public import ArgumentParser
public import PaymentsAPI
public import PaymentsModel

extension InvoiceState: ExpressibleByArgument {}

extension OrderState: ExpressibleByArgument {}

extension EventCursor: ExpressibleByArgument {
  /// Creates a cursor from its wire text.
  public init?(argument: String) { self.init(argument) }
}

extension StatementBound: ExpressibleByArgument {
  /// Creates a bound from its text.
  public init?(argument: String) { self.init(argument) }
}

extension StatementFormat: ExpressibleByArgument {}
