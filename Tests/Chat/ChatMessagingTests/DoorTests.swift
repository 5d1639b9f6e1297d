import ChatPayments
import Consumer
import Foundation
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging

/// Tests which apps are admitted and what is refused.
@Suite struct DoorTests {
  @Test func anAppIsLetInByItsCodeAndComesBackSilently() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = world.client()
      guard case .pending(let code?, let approval?) = try await client.connect() else {
        Issue.record("an unknown app came in")
        return
      }
      let question = try #require(await service.pairings.first)
      #expect(question.id == approval && question.manifest.appID == "org.example.wallet")
      await #expect(throws: PaymentsFailure(.pairingPending)) { _ = try await client.messages() }
      let wrong = code.digits == "000000" ? "000001" : "000000"
      await #expect(throws: PairingAnswerError.wrongCode(triesLeft: 2)) {
        try await service.approve(approval, code: wrong)
      }
      try await service.approve(approval, code: code.digits)
      try await client.waitUntilApproved()
      #expect(await service.pairings.isEmpty)
      await client.close()
    }
    try await world.withService { service in
      let again = world.client()
      let pairing = try await again.connect()
      #expect(pairing == .paired)
      await again.close()
    }
  }

  @Test func threeWrongCodesLockTheDoor() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = world.client()
      guard case .pending(let code?, let id?) = try await client.connect() else { return }
      let wrong = code.digits == "000000" ? "000001" : "000000"
      for _ in 0..<3 { await #expect(throws: PairingAnswerError.self) { try await service.approve(id, code: wrong) } }
      await #expect(throws: PairingAnswerError.self) { try await service.approve(id, code: code.digits) }
      await #expect(throws: PairingError.locked) { try await client.waitUntilApproved() }
      await #expect(throws: PairingError.locked) { try await world.client("other").connect() }
      #expect(await service.knownApps.isEmpty)
      await client.close()
    }
  }

  @Test func anAppThatIsDeniedOrRevokedIsShownOut() async throws {
    let world = try await World()
    try await world.withService { service in
      let stranger = world.client("stranger")
      guard case .pending(_, let id?) = try await stranger.connect() else { return }
      try await service.deny(id)
      await #expect(throws: PairingError.denied) { try await stranger.waitUntilApproved() }
      await stranger.close()

      let client = try await world.pairedClient(with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      let app = try #require(await service.knownApps.first)
      try await service.revoke(app.key)
      #expect(await service.messages.first { $0.id == sent.messageID }?.state == .refused)
      _ = try await eventually("that it is shown out") { () async throws -> Bool? in
        do {
          _ = try await client.messages()
          return nil
        } catch PairingError.revoked {
          return true
        } catch let failure as PaymentsFailure {
          // If the session had ended before the request, the app has connected again and waits for approval like any
          // unknown app. Otherwise the request was made before the goodbye.
          return failure.reason == .pairingPending ? true : nil
        }
      }
      await client.close()
    }
  }

  @Test func anAppSeesItsOwnMessagesAlone() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      let other = try await world.pairedClient("other", with: service)
      let sent = try await client.send("Thank you", to: World.invoice)
      let unknown = PaymentsFailure(.messageNotFound)
      await #expect(throws: unknown) { _ = try await other.message(sent.messageID) }
      await #expect(throws: unknown) { try await other.remove(sent.messageID) }
      #expect(try await other.messages().messages.isEmpty)
      #expect(await service.questions.count == 1)
      await client.close()
      await other.close()
    }
  }

  @Test func whatIsWrongIsNamed() async throws {
    let world = try await World()
    try await world.withService { service in
      let client = try await world.pairedClient(with: service)
      await #expect(throws: PaymentsFailure(.contactNotFound, pointer: "/payment")) {
        _ = try await client.send("Thank you", to: PaymentReference(invoiceID: InvoiceID(rawValue: "inv_other")))
      }
      for text in ["", "Thank you\npayport:card?data=e30", "\u{1b}[31m"] {
        do {
          _ = try await client.send(text, to: World.invoice)
          Issue.record("taken: \(text)")
        } catch let failure as PaymentsFailure {
          #expect(failure.reason == .invalidParams && failure.pointer == "/text")
        }
      }
      await #expect(throws: PaymentsFailure(.cursorInvalid, pointer: "/since")) {
        _ = try await client.messages(since: EventCursor(sequence: 99))
      }
      #expect(await service.messages.isEmpty)
      await client.close()
    }
  }

  @Test func aWalletAppFindsChatsAndAChatAppFindsWallets() async throws {
    let world = try await World()
    try await world.withService { service in
      let payments = PaymentsClient(
        Manifest(appID: "org.example.app", name: "app", version: "1", scopes: [.pay]),
        options: ClientOptions(directories: world.directories))
      await #expect(throws: DiscoveryError.notRunning(name: nil)) { try await payments.connect() }
      await payments.close()
      let file = try Providers.find(offering: "messaging", in: world.directories)
      #expect(file.name == "chat" && file.services == ["messaging"])
    }
    #expect(try Providers.names(in: world.directories).isEmpty, "it is gone with the chat")
  }

  @Test func theCatalogueNamesTheService() async throws {
    let world = try await World()
    try await world.withService { _ in
      let folder = world.scratch.path + "/messaging/.services"
      let list = try String(contentsOfFile: folder + "/services.yml", encoding: .utf8)
      #expect(list.contains("spec: messaging"))
      let definition = try String(contentsOfFile: folder + "/messaging/definition.yml", encoding: .utf8)
      for method in MessagingMethods.all { #expect(definition.contains(method.name)) }
    }
  }
}
