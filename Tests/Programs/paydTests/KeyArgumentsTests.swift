import Testing

@testable import payd

@Suite("Keys among the arguments")
struct KeyArgumentsTests {
  @Test(
    "a key that begins with a hyphen is no option",
    arguments: [
      "-h" + String(repeating: "A", count: 41), "--" + String(repeating: "z_", count: 20) + "9", "-hXY ab_d efgh ij-l",
      "--XY ab_d",
    ])
  func marks(_ key: String) {
    #expect(KeyArguments.marked(["revoke", key, "--json"]) == ["revoke", "key:" + key, "--json"])
  }

  @Test(
    "everything else stays",
    arguments: [
      "--json", "-h", "--passphrase-file", "--", "-", "", "--app=" + String(repeating: "A", count: 37), "-4 xy",
      "-h" + String(repeating: "A", count: 40), String(repeating: "A", count: 43), "-hXY  abcd",
    ])
  func leaves(_ argument: String) {
    #expect(KeyArguments.marked([argument]) == [argument])
  }
}
