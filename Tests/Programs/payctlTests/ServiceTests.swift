import JSON
import PaymentsAPI
import TerminalUI
import Testing

@testable import payctl

@Suite struct ServiceTests {
  private let list = ListServices.Result(services: [
    ServiceInfo(spec: "payments", versions: VersionRange(1), folder: "payments", status: .enabled, countries: ["!CHN"]),
    ServiceInfo(spec: "messaging", versions: VersionRange(2), folder: "messages"),
  ])

  private let definition = GetServiceDefinition.Result(
    definition: ServiceDefinition(
      requests: [
        ServiceRequest(spec: "payment_order", file: "payment_order.yml", folder: "payment_orders"),
        ServiceRequest(spec: "proof_request", file: "proof.yml", folder: "proofs", versions: VersionRange(3)),
      ], versions: VersionRange(1)),
    templates: [
      "payment_order": RequestTemplate(
        spec: "payment_order", version: VersionRange(1),
        fields: [
          .init(name: "currency", source: .calls(["list_currencies"])), .init(name: "address", source: .app),
          .init(name: "amount", source: .range("0-100")),
          .init(name: "from", source: .calls(["addresses_for_currency", "new_address_for_currency"])),
        ])
    ])

  @Test func servicesAreListed() async throws {
    let outcome = try await Shell.run(["services"], ScriptedService.answering(list))
    #expect(
      outcome.output == """
        SERVICE\tVERSIONS\tSTATUS\tCOUNTRIES\tFOLDER
        payments\t1\tenabled\t!CHN\tpayments
        messaging\t2\tenabled\tall\tmessages

        """)
    let json = try await Shell.run(["services", "--json"], ScriptedService.answering(list))
    #expect(try JSONValue(parsing: json.output) == JSONBytesEncoder().encodeValue(list))
    let none = try await Shell.run(["services"], ScriptedService.answering(ListServices.Result(services: [])))
    #expect(none.output == "No service is offered.\n")
  }

  @Test func aServiceIsShownWithItsFields() async throws {
    let service = try ScriptedService.answering(definition)
    let outcome = try await Shell.run(["service", "payments"], service)
    #expect(
      outcome.output == """
        REQUEST\tVERSIONS\tTEMPLATE\tFOLDER
        payment_order\t1\tpayment_order.yml\tpayment_orders
        proof_request\t3\tproof.yml\tproofs

        REQUEST\tFIELD\tFROM
        payment_order\tcurrency\tlist_currencies
        payment_order\taddress\tyou
        payment_order\tamount\t0-100
        payment_order\tfrom\taddresses_for_currency or new_address_for_currency

        """)
    #expect(service.asked.first?.params == ["service": "payments"])
    let json = try await Shell.run(["service", "payments", "--json"], ScriptedService.answering(definition))
    #expect(try JSONValue(parsing: json.output) == JSONBytesEncoder().encodeValue(definition))
  }

  @Test func aFolderThatIsNoneIsSaidToBe() async throws {
    let outcome = try await Shell.program(["services", "--folder", "/nonexistent", "--json"])
    #expect(outcome.status == .ioError)
    #expect(try JSONValue(parsing: outcome.output)["error"]?["reason"] == "catalogue_unreadable")
  }
}
