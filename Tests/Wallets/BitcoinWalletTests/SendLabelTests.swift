import Testing

@testable import BitcoinWallet

/// Tests the label of an address, in which marks follow the owner's text.
@Suite struct SendLabelTests {
  @Test func whatTheOwnerWroteStays() {
    #expect(SendLabel("").adding("a:1") == "payport:a:1")
    #expect(SendLabel("Alice  and Bob").adding("a:1") == "Alice  and Bob payport:a:1")
    #expect(SendLabel("Alice payport:a:1").adding("a:2") == "Alice payport:a:1 payport:a:2")
    #expect(SendLabel("Alice payport:a:1 Bob").adding("a:2") == "Alice Bob payport:a:1 payport:a:2")
  }

  @Test func eachMarkIsThereOnce() {
    #expect(SendLabel("Alice payport:a:1").adding("a:1") == nil)
    #expect(SendLabel("Alice payport:a:1 payport:b:2").marks == ["a:1", "b:2"])
    #expect(SendLabel("payports: nothing payport").marks == [])
  }

  @Test func theNewestAreKept() {
    var label = "Alice"
    for number in 1...40 { label = SendLabel(label).adding("a:\(number)") ?? label }
    #expect(SendLabel(label).marks == (29...40).map { "a:\($0)" })
    #expect(label.hasPrefix("Alice payport:a:29 "))
  }
}
