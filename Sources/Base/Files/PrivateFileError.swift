/// The reason why a private file was not read or written.
public enum PrivateFileError: Error, Sendable, Hashable {
  /// The reason why another user may have made the file or folder, or can change it.
  public enum Danger: Sendable, Hashable {
    /// It is a symbolic link.
    case symbolicLink
    /// It is not a regular file or, where a folder is needed, not a folder.
    case wrongKind
    /// It belongs to another user, who has this user id.
    case owner(UInt32)
    /// Its group or others have access; the value is its permission bits.
    case permissions(UInt32)
    /// It has this number of names (hard links), so it can be reached by a name that was not checked.
    case names(Int)
  }

  /// The file or folder does not exist.
  case missing
  /// The file or folder already exists.
  case exists
  /// The file cannot be trusted.
  case unsafeFile(Danger)
  /// The folder that holds it cannot be trusted.
  case unsafeFolder(Danger)
  /// The file is larger than the limit.
  case tooLarge(limit: Int)
  /// A system call failed, given by its name and errno. If the disk is full, errno is `ENOSPC` or `EDQUOT`.
  case system(call: String, code: Int32)
}
