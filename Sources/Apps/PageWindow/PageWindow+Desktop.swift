import CWebKitGTK
import Files
package import OwnerAPI
package import OwnerPage

/// What the page asks of the desktop. Calls may come on any thread.
extension PageWindow: PageDesktop {
  /// Comes to the front: somebody waits for the owner.
  package func questionCame() { MainThread.submit { [self] in present() } }

  /// Asks the owner for a place, and writes the file there so that only the owner can read it.
  package func save(_ file: PageDownload, _ done: @escaping @Sendable (Result<Bool, OwnerFailure>) -> Void) {
    MainThread.submit { [self] in SaveDialog(file, done).show(above: parent) }
  }
}

/// One question for a place, which owns itself until it is answered. It is used on the main thread.
private final class SaveDialog {
  private let file: PageDownload
  private let done: @Sendable (Result<Bool, OwnerFailure>) -> Void

  init(_ file: PageDownload, _ done: @escaping @Sendable (Result<Bool, OwnerFailure>) -> Void) {
    (self.file, self.done) = (file, done)
  }

  func show(above parent: UnsafeMutablePointer<GtkWindow>?) {
    guard let dialog = gtk_file_chooser_native_new(nil, parent, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil) else {
      return done(.failure(OwnerFailure(.unavailable, "there is no dialog for files")))
    }
    gtk_file_chooser_set_current_name(dialog, file.name)
    gtk_native_dialog_set_modal(
      UnsafeMutablePointer<GtkNativeDialog>(dialog), 1)
    let answered: @convention(c) (gpointer?, gint, gpointer?) -> Void = { dialog, response, data in
      guard let data, let dialog else { return }
      Unmanaged<SaveDialog>.fromOpaque(data).takeRetainedValue().answer(dialog, response)
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(dialog), "response", unsafeBitCast(answered, to: GCallback.self),
      Unmanaged.passRetained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
    gtk_native_dialog_show(UnsafeMutablePointer<GtkNativeDialog>(dialog))
  }

  private func answer(_ dialog: UnsafeMutableRawPointer, _ response: gint) {
    defer { g_object_unref(dialog) }
    guard response == GTK_RESPONSE_ACCEPT.rawValue, let chosen = gtk_file_chooser_get_file(OpaquePointer(dialog)) else {
      return done(.success(false))
    }
    defer { g_object_unref(UnsafeMutableRawPointer(chosen)) }
    guard let path = g_file_get_path(chosen) else {
      return done(.failure(OwnerFailure(.unavailable, "this place is not on this machine")))
    }
    defer { g_free(path) }
    do throws(PrivateFileError) {
      // The dialog has asked whether a file that is there is replaced.
      try OutputFile.write(file.bytes, to: String(cString: path), replacing: true)
      done(.success(true))
    } catch {
      done(.failure(OwnerFailure(.unavailable, "the file cannot be written: \(error)")))
    }
  }
}
