import Foundation
import JSON
import OwnerAPI
import OwnerSocket
import Platform
import Synchronization
import TestSupport
import Testing

/// `payport-window` on a desktop of its own, with a page that tries what it may not, and a socket that hears of it.
@Suite(.serialized) struct WindowTests {
  private static let page = """
    import { part } from "./part.js";
    const found = { part, secure: isSecureContext, address: location.href };
    found.style = getComputedStyle(document.body).color;
    let answers = new Map();
    window.payportReceive = (text) => {
      const message = JSON.parse(text);
      if (message.method === "watch") found.told = message.params.change;
      answers.get(message.id)?.(message);
    };
    const ask = (method, params = {}) => new Promise((done) => {
      const id = method + answers.size;
      answers.set(id, done);
      window.webkit.messageHandlers.owner.postMessage(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
    const tried = (name, attempt) => attempt.then(() => { found[name] = "works"; }, () => { found[name] = "refused"; });
    const element = (name, url) => new Promise((done, fail) => {
      const made = Object.assign(document.createElement(name), { onload: done, onerror: fail, src: url });
      document.body.append(made);
    });
    window.onbeforeunload = () => { found.left = true; };
    found.host = (await ask("page.hello")).result.host;
    await ask("watch");
    const server = "http://127.0.0.1:PORT/";
    await tried("fetch", fetch(server));
    await tried("image", element("img", server + "a.png"));
    await tried("script", element("script", server + "a.js"));
    await tried("socket", new Promise((done, fail) => {
      Object.assign(new WebSocket("ws://127.0.0.1:PORT/"), { onopen: done, onerror: fail });
    }));
    await tried("file", fetch("file:///etc/passwd"));
    await tried("other", fetch("payport://other/index.html"));
    await tried("eval", (async () => eval("1"))());
    document.body.append(Object.assign(document.createElement("script"), { textContent: "window.inline = true" }));
    document.body.append(Object.assign(document.createElement("iframe"), { src: server }));
    found.inline = window.inline ? "works" : "refused";
    found.opened = window.open(server) ? "works" : "refused";
    for (const url of [server, "file:///etc/passwd", "payport://owner/part.js", "data:text/html,x"]) {
      location.href = url;
      await ask("page.hello");
    }
    found.after = location.href;
    await ask("probe", found);
    await ask("probe", (await ask("page.save", { name: "statement.csv", text: "a;b" })).result);
    """

  @Test(.timeLimit(.minutes(2))) func thePageIsConfinedAndReachesTheOwnersSocketAlone() async throws {
    let (program, environment) = (try? BuiltPrograms.path("payport-window"), "PAYPORT_WINDOW, which make sets")
    guard let program, DesktopSession.isInstalled else {
      print("SKIPPED: payport-window was not built (\(environment)); nothing is tested in a window")
      return
    }
    try await DesktopSession.with { desktop in
      let folder = try ScratchFolder()
      let port = try Visitors()
      let installed = try Self.install(program, in: folder, port: port.port)
      let (reports, continuation) = AsyncStream.makeStream(of: JSONValue.self)
      #expect(mkdir(folder.path + "/state", 0o700) == 0)
      let server = OwnerSocketServer(
        path: folder.path + "/state/owner.sock",
        streaming: [
          "watch": { _, stream in for change in ["ready", "shown"] { stream.send(["change": .string(change)]) } }
        ]
      ) { method, params in
        if method == "probe" { continuation.yield(params) }
        return .success([:])
      }
      try server.start()
      defer { server.stop() }

      let arguments = ["--state", folder.path + "/state"]
      let home = try #require(desktop.environment["HOME"])
      let window = try ChildProcess(installed, arguments, environment: desktop.environment, directory: home)
      var told = reports.makeAsyncIterator()
      let report = try #require(await told.next())
      for (name, value) in [
        ("part", "part"), ("host", "window"), ("address", "payport://owner/"), ("after", "payport://owner/"),
        ("told", "shown"), ("style", "rgb(1, 2, 3)"),
      ] {
        #expect(report[name]?.stringValue == value, "\(name)")
      }
      #expect(report["secure"] == true)
      for name in ["fetch", "image", "script", "socket", "file", "other", "eval", "inline", "opened"] {
        #expect(report[name] == "refused", "\(name)")
      }
      #expect(port.count == 0, "nothing of it has reached the network")

      // The owner takes the place that the dialog offers, once it is there.
      _ = try await eventually("a file that was saved", within: .seconds(60)) {
        _ = try await ChildProcess.run("/usr/bin/xdotool", ["key", "Return"], environment: desktop.environment)
        return FileManager.default.contents(atPath: home + "/statement.csv")
      }
      #expect(await told.next() == ["saved": true])
      let kept = try FileManager.default.attributesOfItem(atPath: home + "/statement.csv")
      #expect(kept[.posixPermissions] as? Int == 0o600)

      // A second one brings the first one's window to the front, and ends.
      let second = try await ChildProcess.run(installed, arguments, environment: desktop.environment)
      #expect(second.exit == .code(0), "\(second)")
      #expect(window.isRunning)
      let linked = try Data(contentsOf: URL(fileURLWithPath: installed))
      #expect(linked.range(of: Data("libwebkitgtk-6.0.so".utf8)) != nil)
      #expect(linked.range(of: Data("libwebsockets.so".utf8)) == nil, "it has no server")
      try await window.stop()
    }
  }

  @Test func aPageThatOthersMayHaveWrittenIsNotShown() async throws {
    guard let program = try? BuiltPrograms.path("payport-window") else {
      print("SKIPPED: payport-window was not built")
      return
    }
    let folder = try ScratchFolder()
    let installed = try Self.install(program, in: folder, port: 1)
    #expect(chmod(folder.path + "/share/payport/page/main.js", 0o666) == 0)
    let run = try await ChildProcess.run(installed, ["--state", folder.path])
    #expect(run.exit == .code(1))
    #expect(run.error.joined().contains("another user may have written"), "\(run)")
  }

  /// The program as it is installed, with the page of this test.
  private static func install(_ program: String, in folder: ScratchFolder, port: UInt16) throws -> String {
    let page = folder.path + "/share/payport/page"
    for path in ["/bin", "/share", "/share/payport", "/share/payport/page"] {
      #expect(mkdir(folder.path + path, 0o755) == 0)
    }
    try FileManager.default.copyItem(atPath: program, toPath: folder.path + "/bin/payport-window")
    let html =
      "<!doctype html><meta charset=utf-8><link rel=stylesheet href=style.css><body><script type=module src=main.js></script>"
    let script = Self.page.replacing("PORT", with: "\(port)")
    for (name, text) in [
      ("index.html", html), ("main.js", script), ("part.js", "export const part = \"part\";"),
      ("style.css", "body { color: rgb(1, 2, 3) }"),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: page + "/" + name))
      #expect(chmod(page + "/" + name, 0o644) == 0)
    }
    return folder.path + "/bin/payport-window"
  }

  /// A port that counts who connects.
  private final class Visitors: Sendable {
    let port: UInt16
    private let listening: Int32
    private let arrived = Mutex(0)

    var count: Int { arrived.withLock { $0 } }

    init() throws {
      listening = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let (descriptor, size) = (listening, length)
      let isBound = withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, size) == 0 && listen(descriptor, 8) == 0 && getsockname(descriptor, $0, &length) == 0
        }
      }
      guard isBound else { throw RawClient.Failed(call: "listen") }
      port = UInt16(bigEndian: address.sin_port)
      onOwnThread { [weak self, listening] in
        while accept(listening, nil, nil) >= 0 { self?.arrived.withLock { $0 += 1 } }
      }
    }

    deinit {
      shutdown(listening, Int32(SHUT_RDWR))
      close(listening)
    }
  }
}
