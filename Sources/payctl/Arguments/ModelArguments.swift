public import ArgumentParser
public import PaymentsModel

extension InvoiceState: ExpressibleByArgument {}

extension OrderState: ExpressibleByArgument {}

extension EventCursor: ExpressibleByArgument {
  /// The cursor with this wire text.
  public init?(argument: String) { self.init(argument) }
}
