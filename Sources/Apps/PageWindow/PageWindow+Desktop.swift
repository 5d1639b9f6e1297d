import CWebKitGTK
package import OwnerAPI
import OwnerPage

/// What the page asks of the desktop. Calls may come on any thread.
extension PageWindow: PageDesktop {
  /// Comes to the front: somebody waits for the owner.
  package func questionCame() { MainThread.submit { [self] in present() } }

  /// Asks the owner for a place.
  package func place(for name: String, _ done: @escaping @Sendable (Result<String?, OwnerFailure>) -> Void) {
    MainThread.submit { [self] in SaveDialog(name, done).show(above: parent) }
  }
}

/// One question for a place, which owns itself until it is answered. It is used on the main thread.
private final class SaveDialog {
  private let name: String
  private let done: @Sendable (Result<String?, OwnerFailure>) -> Void

  init(_ name: String, _ done: @escaping @Sendable (Result<String?, OwnerFailure>) -> Void) {
    (self.name, self.done) = (name, done)
  }

  func show(above parent: UnsafeMutablePointer<GtkWindow>?) {
    guard let dialog = gtk_file_chooser_native_new(nil, parent, GTK_FILE_CHOOSER_ACTION_SAVE, nil, nil) else {
      return done(.failure(OwnerFailure(.unavailable, "there is no dialog for files")))
    }
    gtk_file_chooser_set_current_name(dialog, name)
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
      return done(.success(nil))
    }
    defer { g_object_unref(UnsafeMutableRawPointer(chosen)) }
    guard let path = g_file_get_path(chosen) else {
      return done(.failure(OwnerFailure(.unavailable, "this place is not on this machine")))
    }
    defer { g_free(path) }
    // The dialog has asked whether a file that is there is replaced.
    done(.success(String(cString: path)))
  }
}
