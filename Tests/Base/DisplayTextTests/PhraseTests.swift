import Testing

@testable import DisplayText

@Suite("Texts in another language")
struct PhraseTests {
  private let german = Translation(
    [
      [
        "%1 wants to pay %2": "Zahlung von %2 für %1", "%1 %% of %2 are done": "%2: %1 %% erledigt",
        "nothing": "nichts",
        "%1 is lost": "%1 und %2 fehlen", "over": "größer", "over, %1": "über, %1",
      ]
    ],
    messages: [
      ["no app is called %1": "keine App heißt %1", "no app": "keine App", "%1 of %2 are left": "von %2 bleiben %1"]
    ])

  private func told(_ phrase: Phrase) -> String { phrase.text(in: german) }

  @Test func theEnglishIsWhatASwiftStringWouldBe() {
    let (app, amount, none) = ("Chat %1", 5, String?.none)
    #expect(Phrase("\(app) wants to pay \(amount)").english == "\(app) wants to pay \(amount)")
    #expect(Phrase("\(amount) % of \("a" + "b")").english == "5 % of ab")
    let joined: Phrase = "\(none ?? "") and " + "\(amount) more" + ""
    #expect(joined.english == " and 5 more")
    #expect(Phrase("plain").text(in: nil) == "plain")
  }

  @Test func theTemplateHasPlacesForWhatIsFilledIn() {
    #expect(Phrase("\("x") wants to pay \(5)").template == "%1 wants to pay %2")
    let joined: Phrase = "a \("x"), " + "\("y")" + " b"
    #expect(joined.template == "a %1, %2 b", "it counts on over what is joined")
    #expect(Phrase("100 % of \("%2")").template == "100 %% of %1", "a sign of the text is no place")
  }

  @Test func theOrderOfPlacesIsTheTranslations() {
    #expect(told("\("Chat") wants to pay \("5 LTC")") == "Zahlung von 5 LTC für Chat")
    #expect(told("\(7) % of \("it") are done") == "it: 7 % erledigt")
    #expect(told("\("%2") wants to pay \("%1")") == "Zahlung von %1 für %2", "what is filled in is not read")
  }

  @Test func whatIsNotTranslatedIsTold() {
    #expect(told("something else") == "something else")
    #expect(told("\("x") is lost") == "x is lost", "the translation has a place too many")
  }

  @Test func aSentenceOfAnotherProcessIsRecognised() {
    #expect(german.text(of: "no app is called Chat") == "keine App heißt Chat")
    #expect(german.text(of: "no app is called no app is called x") == "keine App heißt no app is called x")
    #expect(german.text(of: "no app") == "keine App")
    #expect(german.text(of: "2 of 5 are left") == "von 5 bleiben 2")
    for message in ["no app is", "", "5 are left", "no app is called Chat!".replacing("no", with: "No"), "nothing"] {
      #expect(german.text(of: message) == message)
    }
  }

  @Test func withoutOtherLettersUmlautsAreWrittenOut() {
    let ascii = german.inASCII
    #expect(Phrase("over").text(in: ascii) == "groesser")
    #expect(Phrase("over, \("Jörg")").text(in: ascii) == "ueber, Jörg", "names are for the terminal to show")
    #expect(ascii.text(of: "no app is called ß") == "keine App heisst ß")
  }

  @Test func aTaskCanHaveATranslationOfItsOwn() {
    #expect(localized("nothing") == "nothing")
    Translation.$ofTask.withValue(german) {
      #expect(localized("nothing") == "nichts")
      #expect(localized(text: "nothing") == "nichts")
      #expect(localized(message: "no app") == "keine App")
    }
    #expect(localized(message: "no app") == "no app")
  }
}
