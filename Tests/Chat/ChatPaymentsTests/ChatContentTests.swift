import ChatPayments
import Testing

struct ChatContentTests {
  @Test func aLinkStandsOnTheLastLine() {
    let content = ChatContent(text: "Bob asks for 1 XMR\nPizza", link: "payport:card?data=e30")
    #expect(content.plainText == "Bob asks for 1 XMR\nPizza\npayport:card?data=e30")
    #expect(ChatContent(plainText: content.plainText) == content)
  }

  @Test(arguments: ["", "hello", "payport:card?data=a b", "payport:card?data=e30\nmore"])
  func anythingElseIsText(_ text: String) {
    #expect(ChatContent(plainText: text) == ChatContent(text: text))
  }
}
