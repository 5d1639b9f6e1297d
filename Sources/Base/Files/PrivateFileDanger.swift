import DisplayText

extension PrivateFileError.Danger {
  /// What is wrong with the file or folder, as the end of a sentence.
  public var sentence: String {
    switch self {
    case .symbolicLink: localized("it is a symbolic link")
    case .wrongKind: localized("it is not a file or folder of the expected kind")
    case .owner(let user): localized("it belongs to user \(user)")
    case .names(let count): localized("it has \(count) names")
    case .permissions(let bits): localized("its mode 0\(String(bits, radix: 8)) lets others in")
    }
  }
}
