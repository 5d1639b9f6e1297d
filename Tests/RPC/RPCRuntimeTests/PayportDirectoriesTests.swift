import RPCRuntime
import Testing

@Suite struct PayportDirectoriesTests {
  @Test func foldersAreThoseOfTheEnvironment() {
    func directories(_ environment: [String: String]) -> PayportDirectories {
      PayportDirectories(environment: { environment[$0] })
    }
    #if !os(macOS)
      let plain = directories(["HOME": "/home/a"])
      #expect(plain.runtime == "/home/a/.cache/payport/run")
      #expect(plain.state == "/home/a/.local/state/payport")
      #expect(plain.configuration == "/home/a/.config/payport")
      let base = directories([
        "HOME": "/home/a", "XDG_RUNTIME_DIR": "/run/user/7", "XDG_STATE_HOME": "relative", "XDG_CONFIG_HOME": "/c",
      ])
      #expect(base.runtime == "/run/user/7/payport")
      #expect(base.state == "/home/a/.local/state/payport")
      #expect(base.configuration == "/c/payport")
    #endif
    let own = directories(["HOME": "/home/a", "PAYPORT_RUNTIME": "/r", "PAYPORT_STATE": "s"])
    #expect(own.runtime == "/r")
    #expect(own.providers == "/r/providers")
    #expect(own.consumer(appID: "org.app") == "s/consumer/org.app")
    let given = PayportDirectories(runtime: "/x", state: "/y", environment: { _ in "/ignored" })
    #expect(given.runtime == "/x")
    #expect(given.state == "/y")
  }
}
