import Foundation
import JSON
import MockWallet
import Platform
import TestSupport
import Testing

/// `payd page`: what the browser of the owner gets, and that all others get nothing.
@Suite struct PageTests {
  @Test func thePageIsServedWithRulesForTheBrowser() async throws {
    try await with { browser in
      let page = try await browser.ask("GET /")
      #expect(page.status == 200)
      #expect(page.field("content-type") == "text/html; charset=utf-8")
      let policy = try #require(page.field("content-security-policy"))
      for rule in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
        #expect(policy.contains(rule))
      }
      #expect(!policy.contains("unsafe"))
      #expect(page.field("x-content-type-options") == "nosniff")
      #expect(page.field("cache-control") == "no-store")
      #expect(page.field("referrer-policy") == "no-referrer")
      #expect(page.field("cross-origin-opener-policy") == "same-origin")
      #expect(page.field("cross-origin-resource-policy") == "same-origin")
      // Only files that are listed are there, however a path is written.
      for path in ["/../PageFiles.swift", "/%2e%2e/PageFiles.swift", "//etc/passwd", "/index.html?x", "/etc/passwd"] {
        #expect(try await browser.ask("GET \(path)").status == 404, "\(path)")
      }
    }
  }

  @Test func aConnectionIsKeptForWhatIsAskedNext() async throws {
    try await with { browser in
      let port = browser.port
      try await blocking {
        let client = try RawClient(port: port), request = "GET /none HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n"
        for _ in 0..<3 {
          try client.write(request + "\r\n")
          #expect(client.readStatus() == 404)
        }
        try client.write(request + "Connection: close\r\n\r\n")
        #expect(client.readStatus() == 404)
        #expect(client.isHungUp())
        // Nobody asks a second time before the answer to the first.
        let hasty = try RawClient(port: port)
        try hasty.write(request + "\r\n" + request + "\r\n")
        #expect(hasty.readAll().isEmpty)
      }
    }
  }

  @Test func thePageAsksTheOwnersSocketAndIsTold() async throws {
    try await withPairedApp { daemon, app in
      let browser = try await PageBrowser(daemon)
      let cookie = try await browser.enter()
      let page = try await browser.page(cookie)
      #expect(try await page.ask("page.hello")?["result"]?["host"] == "browser")
      #expect(try await page.ask("page.qr", #"{"text":"HELLO"}"#)?["result"]?["size"] == 21)
      #expect(try await page.ask("page.save", #"{"name":"a.txt","text":"a"}"#)?["error"]?["code"] == -32601)
      #expect(try await page.ask("status")?["result"]?["name"] == "test")

      let news = try await browser.page(cookie)
      #expect(try await news.ask("watch", id: "7")?["result"] == [:])
      while let message = try await news.next(), message["params"]?["change"] != "ready" {}
      _ = try await app.ask("pay", "LTC", MockAddress.example(currency: "LTC"), "1")
      let shown = try #require(try await news.next())
      #expect(shown["method"] == "watch")
      #expect(shown["params"]?["change"] == "shown")
      let question = try #require(shown["params"]?["question"]?["id"]?.stringValue)
      let denied = try await page.ask("deny", #"{"id":"\#(question)"}"#)
      #expect(denied?["error"] == nil, "\(denied as Any)")
      #expect(try await news.next()?["params"]?["change"] == "withdrawn")

      // payd ends, and comes back: the page is told, and asks again.
      try await daemon.terminate()
      #expect(try await news.next() == ["jsonrpc": "2.0", "method": "page.ended", "params": ["id": 7]])
      #expect(try await page.ask("status")?["error"]?["data"]?["reason"] == "not_running")
      try await daemon.start()
      #expect(try await page.ask("status")?["result"]?["name"] == "test")
      try await browser.end()
    }
  }

  @Test func aBackupComesByTheMessagesOfThePageAlone() async throws {
    try await withPairedApp { daemon, _ in
      let browser = try await PageBrowser(daemon)
      let cookie = try await browser.enter()
      let page = try await browser.page(cookie)
      #expect(try await page.ask("page.hello")?["result"]?["tools"] == true)
      for wrong in [
        #"{"name":"a.backup"}"#, #"{"passphrase":"short","name":"a.backup"}"#,
        #"{"passphrase":"long enough","name":"../a"}"#, #"{"passphrase":"long\nenough","name":"a.backup"}"#,
      ] {
        #expect(try await page.ask("page.backup", wrong)?["error"]?["code"] == -32602, "\(wrong)")
      }
      let made = try await page.ask("page.backup", #"{"passphrase":"long enough","name":"a.backup"}"#)
      let id = try #require(made?["result"]?["id"]?.stringValue, "\(made as Any)")
      let parts = try #require(made?["result"]?["parts"]?.integerValue(as: Int.self))
      // No address leads to it, its name is not guessed, and nothing of it lies about.
      for address in ["/page-\(id).backup", "/\(id)", "/page.backup", "/backup/\(id)"] {
        #expect(try await browser.ask("GET \(address)", ["Cookie: \(cookie)"]).status == 404)
      }
      let guessed = try await page.ask("page.backup.part", #"{"id":"x","part":0}"#)
      #expect(guessed?["error"]?["data"]?["reason"] == "not_found")
      let left = try FileManager.default.contentsOfDirectory(atPath: daemon.state).filter { $0.hasPrefix("page-") }
      #expect(left.isEmpty)
      for part in 0..<parts {
        let data = try await page.ask("page.backup.part", #"{"id":"\#(id)","part":\#(part)}"#)
        #expect((data?["result"]?["data"]?.stringValue?.utf8.count ?? 0) > 100)
      }
      // After its last part it is gone.
      let again = try await page.ask("page.backup.part", #"{"id":"\#(id)","part":0}"#)
      #expect(again?["error"]?["data"]?["reason"] == "not_found")
      try await browser.end()
    }
  }

  @Test func theTokenWorksOnceAndTheCookieForThisBrowserAlone() async throws {
    try await with { browser in
      let origin = ["Origin: \(browser.origin)"]
      #expect(try await browser.ask("POST /session", origin, body: "x" + browser.token.dropFirst()).status == 403)
      #expect(try await browser.ask("POST /session", body: browser.token).status == 403, "no origin")
      #expect(try await refusal(of: browser, origin + ["Cookie: payport-\(browser.port)="]) == 403)
      let entered = try await browser.ask("POST /session", origin, body: browser.token)
      #expect(entered.status == 204)
      let fields = try #require(entered.field("set-cookie")).split(separator: "; ").map(String.init)
      #expect(fields.dropFirst() == ["Path=/", "HttpOnly", "SameSite=Strict"])
      #expect(fields[0].hasPrefix("payport-\(browser.port)="))
      #expect(!fields[0].contains(browser.token))
      #expect(try await browser.ask("POST /session", origin, body: browser.token).status == 403, "the second use")
      #expect(try await refusal(of: browser, origin) == 403, "no cookie")
      #expect(try await refusal(of: browser, origin + ["Cookie: payport-1=\(browser.token)"]) == 403)
      #expect(try await refusal(of: browser, ["Cookie: \(fields[0])"]) == 403, "no origin")
      // Other ports have set cookies, too.
      #expect(try await refusal(of: browser, origin + ["Cookie: a=b; \(fields[0]); c=d"]) == nil)
    }
  }

  @Test func otherPagesGetNothing() async throws {
    try await with { browser in
      let cookie = "Cookie: \(try await browser.enter())"
      let own = "Origin: \(browser.origin)"
      for origin in ["http://evil.example", "http://127.0.0.1:1", "null", "http://localhost:\(browser.port)"] {
        #expect(try await refusal(of: browser, ["Origin: \(origin)", cookie]) == 403, "\(origin)")
        let answer = try await browser.ask("GET /", ["Origin: \(origin)"])
        #expect(answer.status != 200)
      }
      #expect(try await refusal(of: browser, [own, cookie, "Sec-Fetch-Site: cross-site"]) == 403)
      #expect(try await refusal(of: browser, [own, cookie, "Sec-Fetch-Site: same-site"]) == 403)
      // A page of another name that was made to lead here (DNS rebinding).
      for host in ["evil.example", "evil.example:\(browser.port)", "127.0.0.1", "localhost:\(browser.port)", "[::1]"] {
        #expect(try await browser.ask("GET /", host: host).text.isEmpty, "\(host)")
        #expect(try await browser.ask("POST /session", host: host, body: browser.token).text.isEmpty)
        #expect(try await refusal(of: browser, [own, cookie], host: host) == 403)
      }
      for site in ["cross-site", "same-site"] {
        #expect(try await browser.ask("GET /", ["Sec-Fetch-Site: \(site)"]).status == 403)
      }
      for frame in ["iframe", "frame", "embed", "object"] {
        #expect(
          try await browser.ask("GET /", ["Sec-Fetch-Site: same-origin", "Sec-Fetch-Dest: \(frame)"]).status == 403)
      }
      #expect(try await refusal(of: browser, [own, cookie], path: "/") != nil)
    }
  }

  @Test func anotherUserOfTheMachineGetsNothing() async throws {
    guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, access("/usr/bin/python3", X_OK) == 0 else {
      print("SKIPPED: needs root, setpriv and python3 to connect as another user")
      return
    }
    try await with { browser in
      let script = """
        import socket; s = socket.create_connection(("127.0.0.1", \(browser.port))); s.settimeout(10)
        try: s.sendall(b"GET / HTTP/1.1\\r\\nHost: 127.0.0.1:\(browser.port)\\r\\n\\r\\n"); print(len(s.recv(10)))
        except ConnectionError: print(0)
        """
      func bytes(of user: String) async throws -> [String] {
        try await ChildProcess.run(
          "/usr/bin/setpriv",
          ["--reuid", user, "--regid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script]
        ).output
      }
      let (stranger, owner) = (try await bytes(of: "65534"), try await bytes(of: "0"))
      #expect(stranger == ["0"])
      #expect(owner == ["10"], "the owner's own programs are served")
    }
  }

  @Test func messagesThatAreTooLargeOrNoneEndNothingElse() async throws {
    try await with { browser in
      let cookie = try await browser.enter()
      let page = try await browser.page(cookie)
      for garbage in ["", "x", "[]", "7", "{}", #"{"jsonrpc":"2.0","method":"status"}"#, #"[{"jsonrpc":"2.0"}]"#] {
        try await page.send(garbage)
        let code = try #require(try await page.next()?["error"]?["code"]?.integerValue())
        #expect([-32700, -32600].contains(code), "\(garbage)")
      }
      let deep = String(repeating: "[", count: 100_000)
      try await page.send(#"{"jsonrpc":"2.0","id":1,"method":"status","params":"# + deep)
      #expect(try await page.next()?["error"]?["code"] == -32700)
      // A line feed between values is no second line for the owner's socket.
      try await page.send("{\"jsonrpc\":\"2.0\",\n\"id\":1,\n\"method\":\"status\",\"params\":{}\n}")
      #expect(try await page.next()?["result"]?["name"] == "test")

      let large = try await browser.page(cookie)
      try await large.send(Array(repeating: UInt8(ascii: "x"), count: 1 << 20 + 1))
      #expect(try await large.closeCode() == 1009)
      let binary = try await browser.page(cookie)
      try await blocking { try binary.client.write(RawClient.frame(2, [1])) }
      #expect(try await binary.closeCode() == 1003)
      let invalid = try await browser.page(cookie)
      try await invalid.send([0xff])
      #expect(try await invalid.closeCode() == 1007)
      let unmasked = try await browser.page(cookie)
      try await blocking { try unmasked.client.write(RawClient.frame(1, Array("{}".utf8), mask: nil)) }
      #expect(try await unmasked.closeCode() == 1002)
      for head in [
        "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 20_000))", "PUT / HTTP/1.1\r\n\r\n", "\u{16}\u{3}",
      ] {
        let port = browser.port
        let isHungUp = try await blocking {
          let client = try RawClient(port: port)
          try client.write(head)
          return client.isHungUp()
        }
        #expect(isHungUp)
      }
      #expect(
        try await browser.ask("POST /session", ["Origin: \(browser.origin)"], body: String(repeating: "x", count: 257))
          .text.isEmpty)
      #expect(try await page.ask("status")?["result"]?["name"] == "test")
    }
  }

  @Test func aPageThatDoesNotReadEndsItselfAlone() async throws {
    try await with { browser in
      let cookie = try await browser.enter()
      let slow = try await browser.page(cookie)
      let page = try await browser.page(cookie)
      // Answers of some 40 kB each, which nobody reads.
      let text = String(repeating: "x", count: 2000)
      let request = Array(#"{"jsonrpc":"2.0","id":1,"method":"page.qr","params":{"text":"\#(text)"}}"#.utf8)
      let isOver = try await blocking {
        do {
          for _ in 0..<100_000 { try slow.client.write(RawClient.frame(1, request)) }
          return false
        } catch { return true }
      }
      #expect(isOver, "what is not read is not kept")
      #expect(try await page.ask("status")?["result"]?["name"] == "test")
    }
  }

  @Test func itEndsWithTheLastPage() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let browser = try await PageBrowser(daemon)
      let cookie = try await browser.enter()
      var page: PageLine? = try await browser.page(cookie)
      #expect(try await page?.ask("page.hello") != nil)
      page = nil
      // A page that is loaded again does not end it.
      let again = try await browser.page(cookie)
      #expect(try await again.ask("page.hello") != nil)
      again.client.hangUp()
      #expect(try await browser.process.exit(within: .seconds(60)) == .code(0))
      #expect(browser.process.lines(.output).last == "The page was closed.")
    }
  }

  @Test func itTalksGermanWithItsOwner() async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let browser = try await PageBrowser(daemon, environment: ["LC_ALL": "de_DE.UTF-8"])
      #expect(
        browser.lines.prefix(3) == [
          "Ihre Seite: http://127.0.0.1:\(browser.port)/#\(browser.token)",
          "Die Adresse gilt einmal, in einem Browser von Ihnen auf diesem Rechner. Strg-C beendet sie.",
          "Von einem anderen Rechner aus zuerst: ssh -L \(browser.port):127.0.0.1:\(browser.port) RECHNER",
        ])
      try await browser.end()
    }
  }

  private func with(_ body: (PageBrowser) async throws -> Void) async throws {
    try await Daemon.with(Configurations.mock()) { daemon in
      let browser = try await PageBrowser(daemon)
      try await body(browser)
      try await browser.end()
    }
  }

  /// The status with which the WebSocket is refused; nil where it opens.
  private func refusal(
    of browser: PageBrowser, _ fields: [String], path: String = "/owner", host: String? = nil
  ) async throws -> Int? {
    switch try await browser.open(fields, path: path, host: host) {
    case .success: nil
    case .failure(let refused): refused.status
    }
  }
}
