import Foundation
import JSON
import LightningInvoices
import PaymentsModel
import Testing

/// The examples of BOLT 11 in `bolt11.json`, which names its source and licence.
struct InvoiceExamples {
  let valid: [JSONValue]
  let invalid: [JSONValue]
  let privateKey: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "bolt11.json")
    let value = try JSONValue(parsing: Array(Data(contentsOf: file)))
    valid = try #require(value["valid"]?.arrayValue)
    invalid = try #require(value["invalid"]?.arrayValue)
    privateKey = try #require(value["private_key"]?.stringValue)
  }

  /// The texts that are valid.
  func texts() throws -> [String] { try valid.map { try #require($0["text"]?.stringValue) } }
}

/// Checks that an invoice says what somebody else has read in it.
func expect(_ invoice: LightningInvoice, says wanted: JSONValue) throws {
  let text = try #require(wanted["text"]?.stringValue)
  func seconds(_ name: String) throws -> Duration {
    .seconds(try #require(wanted[name]?.integerValue(as: Int64.self)))
  }
  #expect(invoice.text == text.lowercased())
  #expect(invoice.prefix == wanted["prefix"]?.stringValue, "\(text)")
  #expect(invoice.millisatoshis == wanted["millisatoshis"]?.integerValue(as: UInt64.self), "\(text)")
  #expect(invoice.paymentHash == wanted["payment_hash"]?.stringValue, "\(text)")
  #expect(invoice.paymentSecret == wanted["payment_secret"]?.stringValue, "\(text)")
  #expect(
    invoice.description.map { Array($0.utf8) } == (wanted["description"]?.stringValue).map { Array($0.utf8) }, "\(text)"
  )
  #expect(invoice.descriptionHash == wanted["description_hash"]?.stringValue, "\(text)")
  #expect(invoice.payee == wanted["payee"]?.stringValue, "\(text)")
  #expect(try invoice.createdAt == Timestamp(milliseconds: 0).advanced(by: seconds("created_at")), "\(text)")
  #expect(try invoice.expiresAt == invoice.createdAt.advanced(by: seconds("expiry")), "\(text)")
  #expect(invoice.minFinalCLTVExpiry == wanted["min_final_cltv_expiry"]?.integerValue(), "\(text)")
  #expect(invoice.hasRouteHints == (wanted["has_route_hints"] == true), "\(text)")
  let fallbacks = invoice.fallbacks.map { JSONValue.array([.integer($0.version), .string($0.program)]) }
  #expect(fallbacks == wanted["fallbacks"]?.arrayValue, "\(text)")
}

/// Why a text is no invoice; nil where it is one.
func invoiceError(_ text: String) -> LightningInvoiceError? {
  do {
    _ = try LightningInvoice(text)
    return nil
  } catch {
    return error
  }
}
