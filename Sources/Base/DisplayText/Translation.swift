import Synchronization

/// What a program tells people, in another language than English.
package struct Translation: Sendable {
  let texts: [String: String]
  private let messages: [String: String]

  /// Creates a translation.
  ///
  /// - Parameters:
  ///   - texts: texts by the templates of ``Phrase``; of two with the same template the first one counts.
  ///   - messages: likewise what another process says, which writes English.
  package init(_ texts: [KeyValuePairs<String, String>], messages: [KeyValuePairs<String, String>] = []) {
    self.texts = Dictionary((texts + messages).joined().map { ($0.key, $0.value) }) { first, _ in first }
    self.messages = Dictionary(messages.joined().map { ($0.key, $0.value) }) { first, _ in first }
  }

  private init(texts: [String: String], messages: [String: String]) {
    (self.texts, self.messages) = (texts, messages)
  }

  /// The same in ASCII, for a terminal that has no other letters. This changes how wide texts are, and must happen before
  /// they are measured; what is filled in stays as it is.
  package var inASCII: Translation {
    Translation(texts: texts.mapValues(Self.ascii), messages: messages.mapValues(Self.ascii))
  }

  private static func ascii(_ text: String) -> String {
    let letters: [Unicode.Scalar: String] = [
      "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "„": "\"", "“": "\"",
    ]
    var ascii = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { ascii.append(contentsOf: (letters[scalar] ?? String(scalar)).unicodeScalars) }
    return String(ascii)
  }

  /// A sentence that another process wrote in English; unchanged where its template is not known.
  func text(of message: String) -> String {
    // The longest template says most of what the sentence is.
    for (template, translated) in messages.sorted(by: { ($1.key.utf8.count, $0.key) < ($0.key.utf8.count, $1.key) }) {
      guard let values = PhraseTemplate(template).values(in: message) else { continue }
      return PhraseTemplate(translated).filled(with: values) ?? message
    }
    return message
  }

  // MARK: The one in use

  private static let ofProcess = Mutex<Translation?>(nil)
  /// The translation in use for a task and what it calls, in place of that of the process.
  @TaskLocal package static var ofTask: Translation?

  /// The translation in use; `nil` where texts are told in English.
  static var current: Translation? { ofTask ?? ofProcess.withLock(\.self) }

  /// No translation: what a task tells in English although the process has another language, for programs.
  package static let none = Translation([])

  /// Has this process tell its texts in a translation from now on; `nil` is English.
  package static func use(_ translation: Translation?) { ofProcess.withLock { $0 = translation } }
}

/// Returns a text in the language of the person at this process.
package func localized(_ phrase: Phrase) -> String { phrase.text(in: .current) }

/// Returns a text that was chosen elsewhere, such as a heading, in the language of the person at this process.
package func localized(text: String) -> String { localized(Phrase(stringLiteral: text)) }

/// Returns a sentence that another process wrote in English, in the language of the person at this process, as far as its
/// words are known.
package func localized(message: String) -> String { Translation.current?.text(of: message) ?? message }
