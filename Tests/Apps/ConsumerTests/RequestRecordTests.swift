import JSON
import PaymentsModel
import Testing

@testable import Consumer

/// The records of requests, as several processes of an app use them at once.
@Suite struct RequestRecordTests {
  /// One process may learn the outcome and remove the record between the two looks of another, which then makes its own.
  @Test func processesThatMakeTheSameRequestDoNotDisturbEachOther() async throws {
    let fixture = try Fixture()
    let id = PaymentRequestID.random()
    let request = UnfinishedRequest(
      requestID: id, method: "submit_payment_order", params: ["request_id": .string(id.text)], provider: "home",
      providerID: nil, madeAt: Timestamp(milliseconds: 0))
    let recorded = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<2 {
        let state = AppState(appID: Fixture.appID, directories: fixture.directories)
        group.addTask {
          var recorded = 0
          for _ in 0..<200 {
            if try await state.record(request) { recorded += 1 }
            try await state.finish(id)
          }
          return recorded
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(recorded > 0)
    #expect(try await AppState(appID: Fixture.appID, directories: fixture.directories).unfinishedRequests().isEmpty)
  }
}
