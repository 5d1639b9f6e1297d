import PaymentsAPI

/// What the tests share: reading all schemas takes its time.
enum Shared {
  static let schemas = Result { try PaymentsSchemas() }
}
