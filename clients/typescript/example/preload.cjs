// The bridge: five functions for the page. Each names its own channel, so that the page can use no other.

const { contextBridge, ipcRenderer } = require("electron");

async function ask(name, request) {
  const { result, error } = await ipcRenderer.invoke(name, request);
  if (error !== undefined) throw new Error(error);
  return result;
}

contextBridge.exposeInMainWorld("till", {
  currencies: () => ask("currencies"),
  invoice: (request) => ask("invoice", request),
  pay: (request) => ask("pay", request),
  retry: () => ask("retry"),
  listen: (status, changed) => {
    ipcRenderer.on("status", (_event, value) => status(value));
    ipcRenderer.on("changed", (_event, value) => changed(value));
  },
});
