import PaymentsAPI

/// How long the texts may be that an app gives with its requests. Code points are counted, which bounds the bytes too:
/// one sign on the screen can have any number of marks.
enum TextRules {
  static func description(_ text: String?) throws(PaymentsFailure) {
    guard (text?.unicodeScalars.count ?? 0) <= 1000 else {
      throw PaymentsFailure(.invalidParams, pointer: "/description", rule: "at most 1000 code points")
    }
  }

  static func label(_ text: String?) throws(PaymentsFailure) {
    guard (text?.unicodeScalars.count ?? 0) <= 200 else {
      throw PaymentsFailure(.invalidParams, pointer: "/label", rule: "at most 200 code points")
    }
  }
}
