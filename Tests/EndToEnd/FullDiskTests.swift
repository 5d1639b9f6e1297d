import JSON
import MockWallet
import TestSupport
import Testing

#if os(Linux)
  import Platform

  @Suite(.serialized, .ledgerInFile("the disk of a server of PostgreSQL is not filled here"))
  struct FullDiskTests {
    @Test func aFullDiskRefusesAndLosesNothing() async throws {
      let daemon = try Daemon(Configurations.mock())
      mkdir(daemon.state, 0o700)
      mkdir(daemon.state + "/ledger", 0o700)
      let folder = daemon.state + "/ledger"
      let mounted = try await ChildProcess.run(
        "/bin/mount", ["-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", folder])
      guard mounted.exit == .code(0) else {
        print("SKIPPED: a small disk cannot be mounted here (\(mounted.error.joined())); a full disk is not tested")
        return
      }
      do {
        try await daemon.start()
        let app = try Client(daemon.runtime)
        try await app.pair(with: daemon)
        try await fill(daemon, app)
      } catch {
        await daemon.kill()
        _ = try await ChildProcess.run("/bin/umount", ["-l", folder])
        throw error
      }
      #expect(try await daemon.terminate() == .code(0))
      let unmounted = try await ChildProcess.run("/bin/umount", [folder])
      #expect(unmounted.exit == .code(0))
    }

    private func fill(_ daemon: Daemon, _ app: Client) async throws {
      let stranger = MockAddress.example(currency: "LTC")
      let before = try await app.ask("invoice", "LTC", "0.5")["invoice"] ?? .null
      let waiting = try await app.ask("pay", "LTC", stranger, "5")["payment_order"] ?? .null
      let ballast = daemon.state + "/ledger/ballast"
      let file = open(ballast, O_CREAT | O_WRONLY, 0o600)
      let block = [UInt8](repeating: 1, count: 4096)
      while write(file, block, block.count) == block.count {}
      close(file)

      try await app.refused("invoice", "LTC", "0.5", reason: "storage_full", status: 75)
      let request = "c1f0e7a5-9a4f-4d39-9c1d-6f0f5a7f2b18"
      let error = try await app.refused(
        "pay", "LTC", stranger, "0.05", "--request-id", request, reason: "storage_full", status: 75)
      #expect(error["data"]?["retry_after_ms"] != nil)
      // A decision that cannot be stored is not made.
      #expect(try await daemon.console("approve", waiting.text("order_id")).status != 0)
      #expect(try await daemon.broadcasts("LTC").isEmpty)
      // Calls that only read still work.
      #expect(try await app.ask("invoice-status", before.text("invoice_id"))["invoice"] == before)
      #expect(try await app.ask("orders")["payment_orders"]?.arrayValue?.count == 1)

      unlink(ballast)
      let order = try await app.ask("pay", "LTC", stranger, "0.05", "--request-id", request)
      #expect(order["replayed"] == false)
      try await app.order(request, is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 1)
      try await app.ask("invoice", "LTC", "0.5")
      try await daemon.owner("approve", waiting.text("order_id"))
      try await app.order(waiting.text("order_id"), is: "in_flight")
      #expect(try await daemon.broadcasts("LTC").count == 2)
    }
  }
#endif
