import JSON
import JSONRPC
import PaymentsAPI
import PaymentsModel
import TerminalUI
import Testing

@testable import payctl

@Suite struct PresentationTests {
  @Test func anInvoiceIsShownWithItsURIAndAQRCodeWhereWanted() async throws {
    let answer = InvoiceRequest.Result(invoice: try Fixtures.invoice(.pending), replayed: false)
    let outcome = try await Shell.run(["invoice", "ltc", "0.5", "--qr"], ScriptedService.answering(answer))
    #expect(outcome.status == .ok)
    #expect(outcome.output.contains("Payment URI\tlitecoin:rltc1qaddress?amount=0.5\n"))
    #expect(outcome.output.contains("█"))
    let plain = try await Shell.run(["invoice", "ltc", "0.5"], ScriptedService.answering(answer))
    #expect(!plain.output.contains("█"))
  }

  @Test func whatAppsAndPayersClaimCannotControlTheTerminal() async throws {
    let evil = "tea\u{1B}]0;x\u{7}\u{202E}\u{9B}2J"
    let answer = InvoiceRequest.Result(invoice: try Fixtures.invoice(.pending, description: evil), replayed: false)
    for arguments in [["invoice", "LTC"], ["invoice", "LTC", "--json"]] {
      let outcome = try await Shell.run(arguments, ScriptedService.answering(answer))
      #expect(!outcome.output.unicodeScalars.contains { "\u{1B}\u{7}\u{202E}\u{9B}".unicodeScalars.contains($0) })
    }
    let json = try await Shell.run(["invoice", "LTC", "--json"], ScriptedService.answering(answer))
    #expect(try JSONValue(parsing: json.output)["invoice"]?["description"] == .string(evil))
  }

  @Test func aResultForProgramsIsTheObjectOfTheWire() async throws {
    let answer = ListInvoiceRequests.Result(invoices: [try Fixtures.invoice(.settled)], next: "n")
    let outcome = try await Shell.run(["invoices", "--json"], ScriptedService.answering(answer))
    #expect(try JSONValue(parsing: outcome.output) == JSONBytesEncoder().encodeValue(answer))
    #expect(outcome.error.isEmpty)
    let people = try await Shell.run(["invoices"], ScriptedService.answering(answer))
    #expect(people.output.hasPrefix("INVOICE\tCUR\tAMOUNT\tPAID\tSTATE"))
    #expect(people.error == "There are more: add --before n.\n")
  }

  @Test func anInvoiceSaysHowManyTransfersItDoesNotShowAndACommandListsAll() async throws {
    let transfers = try Fixtures.transfers(2)
    for (earlier, words) in [(20, "and 20 earlier transfers\n"), (1, "and 1 earlier transfer\n")] {
      let invoice = try Fixtures.invoice(.processing, transfers: transfers, earlierTransfers: earlier)
      let answer = GetInvoiceRequestStatus.Result(invoice: invoice)
      let shown = try await Shell.run(["invoice-status", "inv_a"], ScriptedService.answering(answer))
      #expect(shown.output.hasSuffix(words), "\(shown.output)")
      #expect(shown.output.contains("\ntx0\t0.01\t1/6\tconfirming\t"))
    }
    let whole = GetInvoiceRequestStatus.Result(invoice: try Fixtures.invoice(.processing, transfers: transfers))
    let shown = try await Shell.run(["invoice-status", "inv_a"], ScriptedService.answering(whole))
    #expect(!shown.output.contains("earlier"))

    let page = ListInvoiceTransfers.Result(transfers: transfers, next: "n")
    let json = try await Shell.run(["transfers", "inv_a", "--json"], ScriptedService.answering(page))
    #expect(try JSONValue(parsing: json.output) == JSONBytesEncoder().encodeValue(page))
    let people = try await Shell.run(["transfers", "inv_a"], ScriptedService.answering(page))
    #expect(people.output.hasPrefix("TRANSACTION\tAMOUNT\tCONFIRMATIONS\tSTATE\tSEEN\ntx0\t0.01\t1\tconfirming\t"))
    #expect(people.error == "There are more: add --before n.\n")
    let none = try await Shell.run(
      ["transfers", "inv_a"], ScriptedService.answering(ListInvoiceTransfers.Result(transfers: [])))
    #expect(none.output == "Nothing arrived yet.\n")
  }

  @Test func eventsAreLinesAndEndWhenCounted() async throws {
    let events = try (1...3).map { number in
      Event(
        cursor: EventCursor(sequence: Int64(number)), type: .invoiceChanged, at: Fixtures.created,
        invoice: try Fixtures.invoice(.settled))
    }
    let service = ScriptedService([], events: events)
    let outcome = try await Shell.run(["events", "--from", "1", "--count", "2", "--json"], service)
    let cursors = try outcome.output.split(separator: "\n").map { try JSONValue(parsing: String($0))["cursor"] }
    #expect(cursors == ["2", "3"])
    let people = try await Shell.run(["events", "--count", "1"], service)
    #expect(
      people.output
        == "1  2026-03-20 11:01:25 UTC  invoice inv_a  settled, paid, 0.5 LTC seen, 0.5 LTC confirmed\n")
  }

  @Test func everyReasonHasAStatusAndKeepsItsNumber() throws {
    for reason in FailureReason.allCases {
      let failure = FailureText.failure(for: PaymentsFailure(reason, pointer: "/amount", rule: "type"))
      #expect(failure.status != .ok)
      #expect(failure.json["error"]?["code"] == .integer(reason.code.rawValue))
      #expect(failure.json["error"]?["data"]?["pointer"] == "/amount")
      #expect(failure.message.contains("amount: type"))
    }
  }

  @Test func completionKnowsCommandsOptionsCurrenciesAndIdentifiers() throws {
    let names = KnownNames()
    names.note(currencies: [
      CurrencyInfo(
        code: "LTC", name: "Litecoin", decimals: 8, network: "regtest", ready: .ready, confirmations: 6,
        uriScheme: "litecoin")
    ])
    names.note(orders: [try Fixtures.order(.inFlight)])
    names.note(invoices: [try Fixtures.invoice(.pending)])
    let completion = CommandCompletion(names: names)
    func candidates(_ words: [String], _ partial: String = "") -> [String] {
      completion.candidates(CompletionRequest(words: words, partial: partial))
    }
    #expect(candidates([], "cur").contains("currencies") && candidates([]).contains("quit"))
    #expect(candidates(["pay"]) == ["LTC"])
    #expect(candidates(["pay", "--max-fee", "1"]) == ["LTC"])
    #expect(candidates(["pay", "--max-fee"]).isEmpty)
    #expect(candidates(["pay", "--wait", "LTC"]).isEmpty)
    #expect(candidates(["order-status"]) == ["ord_a"] && candidates(["cancel-invoice"]) == ["inv_a"])
    #expect(candidates(["pay"], "--w").contains("--wait"))
    #expect(candidates(["call"]).contains("list_currencies"))
    #expect(candidates(["help"]).contains("pay") && candidates(["nonsense"]).isEmpty)
  }
}
