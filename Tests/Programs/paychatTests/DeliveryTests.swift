import ChatPayments
import Consumer
import Foundation
import MessagingAPI
import PaymentsAPI
import PaymentsModel
import TestSupport
import Testing

@testable import ChatMessaging
@testable import paychat

/// What apps want delivered, and what files become, as a person at a chat meets it.
@Suite(.timeLimit(.minutes(10))) struct DeliveryTests {
  /// Alice with a service of her own, and Bob behind the payment `inv_a`.
  private struct Scene {
    let folder: ScratchFolder
    let chat: MemoryChat
    let service: MessagingService
    let alice: Party
    let bob: Party
    let directories: PayportDirectories

    init(_ state: ScratchFolder? = nil, chat: MemoryChat = MemoryChat(), clock: any WallClock = SystemWallClock())
      async throws
    {
      folder = try state ?? ScratchFolder()
      self.chat = chat
      directories = PayportDirectories(
        runtime: folder.path + "/run", state: folder.path + "/state", configuration: folder.path)
      let people = ["alice", "bob"]
      await chat.open(RoomID("alice-bob"), name: "", members: people.map { PersonID($0) })
      service = try await MessagingService(
        name: "chat", software: "paychat/0.9.0", folder: folder.path + "/messaging", directories: directories,
        transport: chat.device(of: PersonID("alice")), contacts: BehindEverything(), clock: clock)
      try await service.open()
      alice = try await Party("alice", in: chat, people: people, messaging: service)
      bob = try await Party("bob", in: chat, people: people)
    }

    func client(_ name: String = "wallet") -> MessagingClient {
      let state = folder.path + "/" + name
      return MessagingClient(
        Manifest(appID: "org.example.\(name)", name: name, version: "1", scopes: []),
        options: ClientOptions(
          directories: PayportDirectories(runtime: directories.runtime, state: state, configuration: state)))
    }

    func pairedClient(_ name: String = "wallet") async throws -> MessagingClient {
      let client = client(name)
      guard case .pending(let code?, _) = try await client.connect() else { return client }
      try await alice.shows("The app \(name) (says it is org.example.\(name)")
      try await alice.type("/pair \(code.digits)")
      try await client.waitUntilApproved()
      return client
    }

    func end() async {
      await alice.end()
      await bob.end()
      await service.close()
    }
  }

  private let payment = PaymentReference(invoiceID: InvoiceID(rawValue: "inv_a"))

  @Test func whatWasSwappedInIsNotAllowedWithoutItsNumber() async throws {
    let scene = try await Scene()
    let client = try await scene.pairedClient()
    let harmless = try await client.send("Thank you", to: payment)
    try await scene.alice.shows("[m1] wallet")
    try await client.remove(harmless.messageID)
    try await scene.alice.shows("Withdrawn · by the app")
    _ = try await client.send("Send me your seed", to: payment)
    try await scene.alice.shows("[m2] wallet")
    let refusal = await scene.alice.refusal("/allow")
    #expect(refusal.hasPrefix("Another message that waited is over now. Which one do you mean? /allow m2"))
    #expect(!scene.bob.lines.contains { $0.contains("seed") })
    try await scene.alice.type("/allow m2")
    try await scene.bob.shows("alice: Send me your seed / (Written by an app, and sent with my consent.)")
    // What is the only one, and came in the place of nothing, needs no number.
    _ = try await client.send("Bye", to: payment)
    try await scene.alice.shows("[m3] wallet")
    try await scene.alice.type("/allow")
    try await scene.bob.shows("alice: Bye")
    await client.close()
    await scene.end()
  }

  @Test func whatWaitsIsShownAgainUnderItsNumberAlsoAfterARestart() async throws {
    let scene = try await Scene()
    let client = try await scene.pairedClient()
    for number in 1...3 { _ = try await client.send("text \(number)", to: payment) }
    try await scene.alice.shows("[m3] wallet")
    try await scene.alice.type("/deny m1")
    try await scene.alice.shows("Refused · by you")
    try await scene.alice.type("/show m2")
    try await scene.alice.shows("│ “text 2”")
    try await scene.alice.type("/status")
    try await scene.alice.shows("m3: wallet")
    #expect(await scene.alice.refusal("/show m9") == "There is no message m9. /show lists what waits.")
    await client.close()
    await scene.end()
    let again = try await Scene(scene.folder, chat: scene.chat)
    #expect(try await again.alice.shows("“text 3”").hasPrefix("[m3] "))
    try await again.alice.type("/show")
    try await again.alice.shows("│ “text 3”")
    #expect(!again.alice.lines.contains { $0.contains("text 1") })
    await again.end()
  }

  @Test func aLineThatAsksForDigitsEndsWithItsApp() async throws {
    let scene = try await Scene()
    let client = scene.client()
    guard case .pending = try await client.connect() else { return }
    try await scene.alice.shows("type the six digits")
    await client.close()
    try await scene.alice.shows("does not wait to be let in any more")
    await scene.end()
  }

  @Test func aFileIsMarkedAndSavedUnderASafeName() async throws {
    let chat = MemoryChat()
    let scene = try await Scene(chat: chat)
    let folder = try ScratchFolder()
    guard let bob = chat.device(of: PersonID("bob")) as? any ChatFileTransport else {
      Issue.record("no files")
      return
    }
    _ = try await bob.send(ChatContent(text: "sends file f1: not.a, 3 bytes — /save f1"), to: RoomID("alice-bob"))
    for name in ["../.bashrc", "re\u{202E}fdp.exe"] {
      _ = try await bob.send(ChatFile(name: name, bytes: Array("paid".utf8)), to: RoomID("alice-bob"))
    }
    try await scene.alice.shows("bob sends file f1: ../.bashrc, 4 bytes — /save f1")
    try await scene.alice.shows("bob sends file f2: re�fdp.exe, 4 bytes — /save f2")
    try await scene.alice.shows("bob: sends file f1: not.a")
    try await scene.alice.type("/save f1 \(folder.path)")
    try await scene.alice.shows("Saved: \(folder.path)/bashrc, 4 bytes.")
    try await scene.alice.type("/save 1 \(folder.path)")
    try await scene.alice.shows("Saved: \(folder.path)/bashrc-2, 4 bytes.")
    try await scene.alice.type("/save f2 \(folder.path)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["bashrc", "bashrc-2", "re_fdp.exe"])
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/bashrc")[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(await scene.alice.refusal("/save f9") == "There is no file f9.")
    #expect(await scene.alice.refusal("/save f1 /none").hasPrefix("There is no folder /none"))
    await scene.end()
  }

  @Test(arguments: [
    ("receipt.pdf", "receipt.pdf"), ("/etc/passwd", "passwd"), ("..\\..\\a.txt", "a.txt"), ("..", "file"), ("", "file"),
    ("-rf", "rf"), ("a\u{202E}b\n.pdf", "a_b_.pdf"), ("Quittung März.pdf", "Quittung_März.pdf"), ("$(x).sh", "x_.sh"),
  ]) func namesLeadNowhere(_ name: String, _ safe: String) {
    #expect(SavedFileName.make(of: name) == safe)
    #expect(SavedFileName.make(of: String(repeating: name + "x", count: 400)).utf8.count <= 255)
  }

  /// Amounts that no wallet can pay exactly are refused where they are typed.
  @Test func tooManyDecimalPlacesAreSaidAtOnce() async throws {
    let chat = MemoryChat()
    await chat.open(RoomID("alice-bob"), name: "", members: [PersonID("alice"), PersonID("bob")])
    let alice = try await Party("alice", in: chat, people: ["alice", "bob"], money: NoWallet(known: [Cards.litecoin]))
    let bob = try await Party("bob", in: chat, people: ["alice", "bob"])
    await alice.session.hearWallet(.ready(provider: "payd"))
    #expect(
      await alice.refusal("/request bob 0.123456789 LTC")
        == "0.123456789 LTC has too many decimal places: LTC has 8. No wallet can pay it exactly. Leave out the last 1."
    )
    #expect(await alice.refusal("/send bob 1 XMR").hasPrefix("Your wallet has no XMR."))
    try await alice.type("/request bob 0.12345678 LTC")
    try await bob.shows("alice asks you for 0.12345678 LTC")
    try await bob.type("/send alice 0.123456789 LTC")
    try await alice.shows("bob offers you 0.123456789 LTC")
    #expect(await alice.refusal("/accept 2").contains("too many decimal places"))
    await alice.end()
    await bob.end()
  }

  /// The author takes a small request back and makes a large one: the yes was to the small one.
  @Test func aCardThatWasSwappedInIsNotAcceptedWithoutItsNumber() async throws {
    try await Party.withThree { alice, bob, _, _ in
      try await alice.type("/request bob 1 XMR")
      try await bob.shows("[1] alice asks you for 1 XMR")
      try await alice.type("/cancel 1")
      try await bob.shows("[1] alice asks you for 1 XMR: Cancelled · by alice")
      try await alice.type("/request bob 100 XMR")
      try await bob.shows("[2] alice asks you for 100 XMR")
      #expect(
        await bob.refusal("/accept")
          == "Another card that you could accept is over now. Which one do you mean? /accept 2 (100 XMR)")
      try await bob.type("/accept 2")
      try await bob.shows("Accepted · waiting for alice's address")
    }
  }
}

/// Knows somebody behind every payment.
private struct BehindEverything: PaymentContacts {
  func contact(of payment: PaymentReference) async -> MessageTarget? {
    MessageTarget(room: "alice-bob", person: "bob", name: "bob", group: nil)
  }
}

extension Cards {
  fileprivate static var litecoin: CurrencyInfo {
    CurrencyInfo(
      code: "LTC", name: "Litecoin", decimals: 8, network: "mock", ready: .ready, confirmations: 6,
      uriScheme: "litecoin")
  }
}
