import JSON
import PaymentsModel
import Synchronization
import TestSupport
import Testing
import WalletBackend

@testable import BitcoinWallet

@Suite(.timeLimit(.minutes(10))) struct DaemonNewsTests {
  private func publication(_ entries: (type: String, address: String)...) -> DaemonPublication {
    DaemonPublication(.array(entries.map { ["type": .string($0.type), "address": .string($0.address), "hwm": 1000] }))
  }

  @Test func theShortestMessagesAreSubscribedTo() {
    let all = publication(
      ("pubrawblock", "tcp://127.0.0.1:1"), ("pubrawtx", "tcp://127.0.0.1:2"), ("pubhashblock", "tcp://127.0.0.1:3"),
      ("pubhashtx", "tcp://127.0.0.1:3"))
    #expect(all.topics == ["hashblock", "hashtx"] && all.endpoints == ["tcp://127.0.0.1:3"] && all.hasBlocks)
    let sequence = publication(("pubsequence", "tcp://127.0.0.1:1"), ("pubrawtx", "tcp://127.0.0.1:2"))
    #expect(sequence.topics == ["sequence"] && sequence.hasBlocks)
    let transactions = publication(("pubrawtx", "tcp://127.0.0.1:2"))
    #expect(transactions.topics == ["rawtx"] && !transactions.hasBlocks)
  }

  @Test func whatMayBeElsewhereIsNotSubscribedTo() {
    let remote = publication(("pubhashblock", "tcp://0.0.0.0:1"), ("pubhashtx", "tcp://192.168.1.2:1"))
    #expect(remote.topics.isEmpty && remote.endpoints.isEmpty && remote.subscription {} == nil)
  }

  @Test func aDaemonWithoutPublicationIsAskedForBlocks() async throws {
    let daemon = try ScriptedDaemon([
      "getzmqnotifications": "!-32601 Method not found", "getblockcount": "7", "waitforblockheight": #"{"height":7}"#,
    ])
    let told = Atomic(0)
    let news = DaemonNews(rpc: daemon.wallet.rpc, patience: .milliseconds(10)) { _ in told.add(1, ordering: .relaxed) }
    let running = Task { await news.run() }
    _ = try await eventually("it waits") {
      daemon.calls.contains { $0.method == "waitforblockheight" } ? true : nil
    }
    #expect(told.load(ordering: .relaxed) == 1, "only that it is there")
    daemon.change(["waitforblockheight": #"{"height":8}"#])
    _ = try await eventually("there is a block") { told.load(ordering: .relaxed) == 2 ? true : nil }
    running.cancel()
    #expect(daemon.calls.first { $0.method == "waitforblockheight" }?.parameters[0] == 8)
  }

  @Test func aDaemonThatPublishesIsNotAsked() async throws {
    let publisher = try ZeroMQPublisher()
    let entries = ["pubhashblock", "pubhashtx"].map { #"{"type":"\#($0)","address":"\#(publisher.endpoint)"}"# }
    let daemon = try ScriptedDaemon(["getzmqnotifications": "[\(entries.joined(separator: ","))]"])
    let stream = daemon.wallet.news()
    let heard = Atomic(0)
    let hearing = Task {
      for await hint in stream where hint == .transactions { heard.add(1, ordering: .relaxed) }
    }
    // Nothing tells a publisher that somebody hears it.
    _ = try await eventually("it is heard") {
      publisher.publish("hashtx", "anything", "1")
      return heard.load(ordering: .relaxed) > 0 ? true : nil
    }
    hearing.cancel()
    #expect(!daemon.calls.contains { $0.method == "waitforblockheight" })
  }

  @Test func aDaemonThatKnowsNeitherTellsNothing() async throws {
    let daemon = try ScriptedDaemon([
      "getzmqnotifications": "!-32601 Method not found", "getblockcount": "7",
      "waitforblockheight": "!-32601 Method not found",
    ])
    let news = Mutex<[WalletHint]>([])
    await DaemonNews(rpc: daemon.wallet.rpc, patience: .milliseconds(10)) { hint in
      news.withLock { $0.append(hint) }
    }.run()
    #expect(news.withLock { $0 } == [.anything], "only that it is there")
  }

  @Test(.enabled(if: LitecoinRegtest.isInstalled, "litecoind is not installed"))
  func aRealDaemonTellsOfBlocksAndOfItsEndAndIsNotHeldUp() async throws {
    try await LitecoinRegtest.with { litecoin in
      let wallet = try BitcoinWallet(
        BitcoinWalletConfiguration(
          family: .litecoin, chain: .regtest, url: litecoin.url, wallet: "payer",
          credentials: .password(user: litecoin.user, password: litecoin.password)))
      var news = wallet.news().makeAsyncIterator()
      try #require(await news.next() != nil)
      let before = await wallet.glance()
      try await litecoin.mine()
      try #require(await news.next() != nil)
      let after = await wallet.glance()
      #expect(before.digest != nil && before.digest?.blocks != after.digest?.blocks)
      // The daemon would wait half a minute for an idle connection, and this would fail.
      try await litecoin.stop()
      try #require(await news.next() != nil)
      #expect(await wallet.glance().status == .unavailable)
      try await litecoin.start()
      try #require(await news.next() != nil)
    }
  }
}
