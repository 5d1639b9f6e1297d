import PaymentsAPI

/// Objects that the tests share, because parsing all schemas takes long.
enum Shared {
  static let schemas = Result { try PaymentsSchemas() }
}
