import JSON
import MockWallet
import PaymentsAPI
import TestSupport
import Testing

/// Requests that no correct client sends, in an otherwise correct session. The session and the daemon must continue.
@Suite(.serialized) struct BadRequestTests {
  @Test func malformedMessages() async throws {
    try await withPairedApp { daemon, app in
      try await RawApp.with(app, daemon) { raw in
        for text in ["{", "", "nonsense", #"{"jsonrpc":"2.0","id":1,"method":"list_currencies""#, "\u{0}"] {
          let answer = try await raw.ask(text)
          #expect(answer["error"]?["code"] == -32700, "\(text)")
          #expect(answer["id"] == .null)
        }
        let requests = [
          "[]", "1", "\"text\"", "null", #"{"jsonrpc":"1.0","id":1,"method":"list_currencies"}"#,
          #"{"jsonrpc":"2.0","id":1,"method":1}"#, #"{"jsonrpc":"2.0","id":{},"method":"list_currencies"}"#,
        ]
        for text in requests {
          let answer = try await raw.ask(text)
          #expect(answer["error"]?["code"] == -32600, "\(text): \(answer.text())")
        }
        let deep = String(repeating: "[", count: 33) + String(repeating: "]", count: 33)
        #expect(try await raw.ask(deep)["error"]?["code"] == -32700)
        let rich = "[" + [String](repeating: "1", count: 5000).joined(separator: ",") + "]"
        #expect(try await raw.ask(rich)["error"]?["data"]?["limit"] == "values")
        // The session continues.
        let answer = try await raw.ask(#"{"jsonrpc":"2.0","id":"x","method":"list_currencies","params":{}}"#)
        #expect(answer["result"]?["currencies"]?.arrayValue?.count == 2)
      }
    }
  }

  @Test func batches() async throws {
    try await withPairedApp { daemon, app in
      try await RawApp.with(app, daemon) { raw in
        func batch(_ count: Int) -> String {
          let one = { (id: Int) in #"{"jsonrpc":"2.0","id":\#(id),"method":"list_currencies","params":{}}"# }
          return "[" + (1...count).map(one).joined(separator: ",") + "]"
        }
        #expect(try await raw.ask(batch(32)).arrayValue?.count == 32)
        let refused = try await raw.ask(batch(33))
        #expect(refused["error"]?["code"] == -32600)
        let mixed = try await raw.ask(
          #"[{"jsonrpc":"2.0","id":1,"method":"nothing"},2,{"jsonrpc":"2.0","id":3,"method":"get_session"}]"#)
        #expect(mixed[0]?["error"]?["code"] == -32601)
        #expect(mixed[1]?["error"]?["code"] == -32600)
        #expect(mixed[2]?["result"]?.text("status") == "approved")
      }
    }
  }

  @Test func anIdInUse() async throws {
    try await withPairedApp { daemon, app in
      let id = try await app.ask("invoice", "LTC", "1")["invoice"]?.text("invoice_id") ?? ""
      try await RawApp.with(app, daemon) { raw in
        let poll =
          #"{"jsonrpc":"2.0","id":7,"method":"get_invoice_request_status","params":"#
          + #"{"invoice_id":"\#(id)","after":1,"wait_ms":300}}"#
        let twice = try await raw.ask("[\(poll),\(poll)]")
        let codes = twice.arrayValue?.map { $0["error"]?["code"]?.text() ?? "fine" }
        #expect(codes == ["fine", "-32600"])
      }
    }
  }

  /// A single character on the screen can consist of a megabyte. What the owner sees must be limited in any case.
  @Test func textIsMeasuredInCodePoints() async throws {
    try await withPairedApp { daemon, app in
      let request = #""request_id":"e0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b14","currency":"LTC""#
      let order = #"\#(request),"amount":"0.5","address":"\#(MockAddress.example(currency: "LTC"))""#
      let marks = String(repeating: "\u{301}", count: 400_000)
      try await RawApp.with(app, daemon) { raw in
        func ask(_ method: String, _ params: String) async throws -> JSONValue {
          try await raw.ask(#"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#)
        }
        let schemas = try PaymentsSchemas()
        for (method, params) in [
          ("payment_order", order), ("invoice_request", request), ("new_address_for_currency", request),
        ] {
          let texts = schemas.methods[method]?.paramsSource["optionalProperties"]?.objectValue?.members.filter {
            $0.value["metadata"]?["maxLength"] != nil
          }
          for member in try #require(texts).map(\.name) {
            let answer = try await ask(method, params + #","\#(member)":"e\#(marks)""#)
            #expect(answer["error"]?["data"]?.text("pointer") == "/\(member)", "\(method)")
            #expect(answer["error"]?["code"] == -32602)
            let zero = try await ask(method, params + #","\#(member)":"e\u0000""#)
            #expect(zero["error"]?["data"]?.text("pointer") == "/\(member)", "\(method)")
            #expect(zero["error"]?["data"]?.text("rule") == "without U+0000", "\(method)")
          }
        }
        // This is the longest permitted text.
        let longest = "e" + marks.unicodeScalars.prefix(999).map(String.init).joined()
        let answer = try await ask("payment_order", order + #","description":"\#(longest)""#)
        #expect(answer["result"]?["payment_order"] != nil, "\(answer.text())")
      }
      #expect(try await daemon.questions("payment").count == 1)
      let shown = try await daemon.console("questions").succeeded()
      #expect(shown.result.output.joined(separator: "\n").utf8.count < 4000)
    }
  }

  @Test func aMessageThatIsTooLarge() async throws {
    try await withPairedApp { daemon, app in
      try await RawApp.with(app, daemon) { raw in
        let text = String(repeating: " ", count: (1 << 20) + 1)
        // The provider closes the connection. The test may notice that before it has sent everything.
        let answer = try? await raw.exchange(text)
        #expect(answer == nil || answer == "closed")
      }
      #expect(try await app.ask("session").text("status") == "approved")
    }
  }

  @Test func wrongParams() async throws {
    try await withPairedApp { daemon, app in
      func invalid(_ method: String, _ params: String, _ pointer: String) async throws {
        let error = try await app.refused("call", method, params, reason: "invalid_params", status: 65)
        #expect(error["data"]?.text("pointer") == pointer, "\(method) \(params): \(error.text())")
        #expect(error["code"] == -32602)
      }
      let request = #""request_id":"e0f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b14""#
      try await app.refused("call", "no_such_method", "{}", reason: "method_not_found", status: 65)
      try await invalid("list_currencies", #"{"surprise":1}"#, "/surprise")
      try await invalid("new_address_for_currency", #"{"currency":"LTC"}"#, "")
      try await invalid("new_address_for_currency", #"{"currency":5,\#(request)}"#, "/currency")
      try await invalid("new_address_for_currency", #"{"currency":"LTC","request_id":"five"}"#, "/request_id")
      try await invalid("invoice_request", #"{"currency":"LTC","amount":0.5,\#(request)}"#, "/amount")
      try await invalid(
        "invoice_request", #"{"currency":"LTC","amount":"1","confirmations":-1,\#(request)}"#, "/confirmations")
      try await invalid("invoice_request", #"{"currency":"LTC","expires_at":"tomorrow",\#(request)}"#, "/expires_at")
      try await invalid("payment_order", #"{"currency":"LTC","address":["x"],"amount":"1",\#(request)}"#, "/address")
      try await invalid("get_payment_order_status", "{}", "")
      try await invalid("get_payment_order_status", #"{"order_id":"x","wait_ms":60001}"#, "/wait_ms")
      // A page after a row that does not exist would be empty, as if the list had ended.
      try await invalid("list_payment_orders", #"{"before":"ord_x"}"#, "/before")
      try await invalid("list_invoice_requests", #"{"before":"inv_x"}"#, "/before")
      try await invalid("addresses_for_currency", #"{"currency":"LTC","before":"x"}"#, "/before")
      // An integer has neither a fraction nor an exponent.
      try await invalid("list_payment_orders", #"{"limit":10.0}"#, "/limit")
      try await invalid("list_payment_orders", #"{"limit":1e1}"#, "/limit")
      // Without a subscription there is no last event.
      for _ in 1...2 { #expect(try await app.ask("call", "unsubscribe_events").text("cursor") == "0") }
      // Refused requests have left nothing behind.
      #expect(try await app.ask("orders")["payment_orders"] == [])
      #expect(try await app.ask("invoices")["invoices"] == [])
      // A text that is no JSON is refused by payctl itself.
      try await app.refused("call", "list_currencies", "{", reason: "usage", status: 64)
      try await app.refused("call", "list_currencies", "[]", reason: "usage", status: 64)
    }
  }
}
