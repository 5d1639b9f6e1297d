/// Why a file of ours was not read or written.
public enum PrivateFileError: Error, Sendable, Hashable {
  /// What makes a file or its folder one that somebody else may have made or can change.
  public enum Danger: Sendable, Hashable {
    /// It is a symbolic link.
    case symbolicLink
    /// It is no regular file, or no folder where one is wanted.
    case wrongKind
    /// It belongs to this user id and not to ours.
    case owner(UInt32)
    /// Group or others may use it; the permission bits.
    case permissions(UInt32)
    /// It has this many names, so that another one than the one that was checked leads to it.
    case names(Int)
  }

  /// There is no such file or folder.
  case missing
  /// There is one already.
  case exists
  /// The file cannot be trusted.
  case unsafeFile(Danger)
  /// The folder that holds it cannot be trusted.
  case unsafeFolder(Danger)
  /// It is larger than it may be.
  case tooLarge(limit: Int)
  /// A system call failed; its name and errno. Of a disk that is full: `ENOSPC` or `EDQUOT`.
  case system(call: String, code: Int32)
}
