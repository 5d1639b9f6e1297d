import CWebKitGTK
package import OwnerPage
import Platform

/// The owner's page in a window of its own, with WebKitGTK.
///
/// The files come by the scheme `payport:` from this process, and messages by the library's own channel: there is no
/// port. The page has no network, no other origin, no storage that outlasts it and no developer tools; it cannot go
/// anywhere else, open windows, or ask for a camera and the like.
///
/// `@unchecked Sendable`: GTK calls it on the main thread only, and others reach it by ``MainThread``.
package final class PageWindow: @unchecked Sendable {
  static let origin = WindowName.origin

  let files: PageFiles
  private let identifier: String
  private let title: String
  private let isService: Bool
  private let bridge: @Sendable (any PageDesktop, @escaping @Sendable ([UInt8]) -> Void) -> PageBridge
  private var window: UnsafeMutablePointer<GtkWidget>?
  private(set) var view: UnsafeMutablePointer<WebKitWebView>?
  private var current: PageBridge?
  private var loads = 0

  /// - Parameters:
  ///   - identifier: the name of the program on the desktop's bus: a second one with the same name only brings the first
  ///     one's window to the front.
  ///   - title: what the window's bar says.
  ///   - isService: whether the desktop's bus starts the program, which then shows what the bus asks for next.
  ///   - bridge: makes what passes messages on, with what the page asks of this window.
  package init(
    _ files: PageFiles, identifier: String, title: String, isService: Bool = false,
    bridge: @escaping @Sendable (any PageDesktop, @escaping @Sendable ([UInt8]) -> Void) -> PageBridge
  ) {
    (self.files, self.identifier, self.title, self.isService, self.bridge) = (
      files, identifier, title, isService, bridge
    )
  }

  /// Shows the window until the owner closes it.
  ///
  /// - Returns: the exit status of GTK.
  package func run() -> Int32 {
    // What the page draws is copied; the other renderers bring the libraries of the graphics card, some 100 MB of memory.
    setenv("GSK_RENDERER", "cairo", 0)
    let application = gtk_application_new(
      identifier,
      GApplicationFlags(
        rawValue: G_APPLICATION_HANDLES_OPEN.rawValue | (isService ? G_APPLICATION_IS_SERVICE.rawValue : 0)))
    defer { g_object_unref(application) }
    let activated: @convention(c) (gpointer?, gpointer?) -> Void = { application, data in
      PageWindow.from(data)?.activate(application)
    }
    connect(application, "activate", unsafeBitCast(activated, to: GCallback.self))
    let opened: @convention(c) (gpointer?, UnsafePointer<OpaquePointer?>?, gint, gpointer?, gpointer?) -> Void = {
      application, files, count, _, data in
      PageWindow.from(data)?.open(UnsafeBufferPointer(start: files, count: Int(count)).first ?? nil, application)
    }
    connect(application, "open", unsafeBitCast(opened, to: GCallback.self))
    let status = g_application_run(
      UnsafeMutableRawPointer(application)?.assumingMemoryBound(to: GApplication.self), 0, nil)
    current?.close()
    return status
  }

  // MARK: Signals

  static func from(_ data: gpointer?) -> PageWindow? {
    data.map { Unmanaged<PageWindow>.fromOpaque($0).takeUnretainedValue() }
  }

  /// This object outlasts all others: `run()` returns last.
  var asData: gpointer { Unmanaged.passUnretained(self).toOpaque() }

  func connect(_ object: UnsafeMutableRawPointer?, _ signal: String, _ callback: GCallback?) {
    g_signal_connect_data(object, signal, callback, asData, nil, GConnectFlags(rawValue: 0))
  }

  // MARK: The window

  private func activate(_ application: gpointer?, at address: String = WindowName.origin + "/") {
    if let window { return gtk_window_present(cwebkitgtk_window(window)) }
    guard let window = gtk_application_window_new(application?.assumingMemoryBound(to: GtkApplication.self)),
      let view = makeView()
    else { return }
    self.window = window
    gtk_window_set_title(cwebkitgtk_window(window), title)
    gtk_window_set_icon_name(cwebkitgtk_window(window), "payport")
    gtk_window_set_default_size(cwebkitgtk_window(window), 1080, 760)
    gtk_window_set_child(cwebkitgtk_window(window), view)
    addKeys(to: window)
    webkit_web_view_load_uri(cwebkitgtk_web_view(view), address)
    gtk_window_present(cwebkitgtk_window(window))
  }

  /// Shows a question, as a click on its notification asks.
  private func open(_ address: OpaquePointer?, _ application: gpointer?) {
    guard let address, let text = g_file_get_uri(address) else { return activate(application) }
    defer { g_free(text) }
    let question = String(cString: text)
    guard WindowName.isQuestion(question) else { return activate(application) }
    guard let view else { return activate(application, at: question) }
    activate(application)
    webkit_web_view_load_uri(view, question)
  }

  /// Shows the window in front of others, where the desktop allows it.
  func present() {
    if let window { gtk_window_present(cwebkitgtk_window(window)) }
  }

  /// The window, as the parent of a dialog.
  var parent: UnsafeMutablePointer<GtkWindow>? { window.flatMap { cwebkitgtk_window($0) } }

  /// Larger and smaller letters, as in every browser.
  private func addKeys(to window: UnsafeMutablePointer<GtkWidget>) {
    let keys = gtk_event_controller_key_new()
    let pressed: @convention(c) (gpointer?, guint, guint, GdkModifierType, gpointer?) -> gboolean = {
      _, key, _, state, data in
      guard state.rawValue & GDK_CONTROL_MASK.rawValue != 0, let view = PageWindow.from(data)?.view else { return 0 }
      let level = webkit_web_view_get_zoom_level(view)
      switch Int32(key) {
      case GDK_KEY_plus, GDK_KEY_equal, GDK_KEY_KP_Add: webkit_web_view_set_zoom_level(view, min(4, level * 1.1))
      case GDK_KEY_minus, GDK_KEY_KP_Subtract: webkit_web_view_set_zoom_level(view, max(0.5, level / 1.1))
      case GDK_KEY_0, GDK_KEY_KP_0: webkit_web_view_set_zoom_level(view, 1)
      default: return 0
      }
      return 1
    }
    connect(UnsafeMutableRawPointer(keys), "key-pressed", unsafeBitCast(pressed, to: GCallback.self))
    gtk_widget_add_controller(window, keys)
  }

  // MARK: The page

  private func makeView() -> UnsafeMutablePointer<GtkWidget>? {
    let context = webkit_web_context_new()
    webkit_web_context_set_cache_model(context, WEBKIT_CACHE_MODEL_DOCUMENT_VIEWER)
    serveFiles(in: context)
    let session = webkit_network_session_new_ephemeral()
    cutOff(session)
    let content = webkit_user_content_manager_new()
    let received: @convention(c) (gpointer?, OpaquePointer?, gpointer?) -> Void = { _, value, data in
      PageWindow.from(data)?.received(value)
    }
    connect(
      UnsafeMutableRawPointer(content), "script-message-received::owner", unsafeBitCast(received, to: GCallback.self))
    webkit_user_content_manager_register_script_message_handler(content, "owner", nil)
    guard let widget = cwebkitgtk_view(context, session, content, Self.settings()) else { return nil }
    view = cwebkitgtk_web_view(widget)
    confine(UnsafeMutableRawPointer(widget))
    return widget
  }

  private static func settings() -> OpaquePointer? {
    let settings = webkit_settings_new()
    webkit_settings_set_enable_developer_extras(settings, 0)
    webkit_settings_set_javascript_can_open_windows_automatically(settings, 0)
    webkit_settings_set_javascript_can_access_clipboard(settings, 1)
    webkit_settings_set_enable_webgl(settings, 0)
    webkit_settings_set_enable_webrtc(settings, 0)
    webkit_settings_set_enable_media(settings, 0)
    webkit_settings_set_enable_media_stream(settings, 0)
    webkit_settings_set_enable_back_forward_navigation_gestures(settings, 0)
    // The page is text and lines; the other way costs a process with the libraries of the graphics card.
    webkit_settings_set_hardware_acceleration_policy(settings, WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER)
    return settings
  }

  /// A new load has no more to do with the requests of the old page, and is told no answers to them.
  func begin() {
    current?.close()
    loads += 1
    let load = loads
    current = bridge(self) { [self] message in
      MainThread.submit { [self] in if load == loads { tell(message) } }
    }
  }

  private func received(_ value: OpaquePointer?) {
    guard let value, jsc_value_is_string(value) != 0, let text = jsc_value_to_string(value) else { return }
    defer { g_free(text) }
    let bytes = Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    if current == nil { begin() }
    current?.receive(bytes)
  }

  private func tell(_ message: [UInt8]) {
    guard let view else { return }
    (message + [0]).withUnsafeBytes { bytes in
      guard let text = bytes.bindMemory(to: CChar.self).baseAddress else { return }
      webkit_web_view_call_async_javascript_function(
        view, "window.payportReceive(text)", -1, cwebkitgtk_text_argument(text), nil, nil, nil, nil, nil)
    }
  }
}
