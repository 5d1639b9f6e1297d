// The main process of an Electron app: one window with an isolated page, and the client behind it.

import { app, BrowserWindow, ipcMain } from "electron";
import { fileURLToPath, pathToFileURL } from "node:url";
import { openTill, told } from "./till.mjs";

const PAGE = fileURLToPath(new URL("page/index.html", import.meta.url));

await app.whenReady();
const window = new BrowserWindow({
  width: 480, height: 720,
  webPreferences: {
    preload: fileURLToPath(new URL("preload.cjs", import.meta.url)),
    contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false,
  },
});

// The window shows this one page for ever.
window.webContents.setWindowOpenHandler(() => ({ action: "deny" }));
window.webContents.on("will-navigate", (event) => event.preventDefault());

// What is told before the page listens is told again when it has loaded.
let status = { state: "connecting" };
const till = openTill((what, value) => {
  if (what === "status") status = value;
  if (!window.isDestroyed()) window.webContents.send(what, value);
});
window.webContents.on("did-finish-load", () => window.webContents.send("status", status));

for (const [name, handler] of Object.entries(till.handlers)) {
  ipcMain.handle(name, async (event, request) => {
    if (event.senderFrame?.url !== pathToFileURL(PAGE).href) return { error: "Only the app's own page may ask." };
    try {
      return { result: await handler(request) };
    } catch (error) {
      return { error: told(error) };
    }
  });
}

app.on("window-all-closed", async () => {
  await till.close();
  app.quit();
});
await window.loadFile(PAGE);
