// The page: it shows what it is told, as text, and asks through the bridge `window.till`.

const at = (id) => document.getElementById(id);
const WORDS = {
  no_provider: "No wallet is running.", connecting: "Connecting …", waiting_for_owner: "Waiting for the wallet's owner.",
  open: "Connected.", stopped: "Not connected.", closed: "Closed.",
};
const known = new Map();

function showProblem(text) {
  at("problem").textContent = text ?? "";
  at("problem").hidden = !text;
}

async function showCurrencies() {
  const currencies = await window.till.currencies();
  at("currency").replaceChildren(...currencies.map(({ code, network, ready }) => {
    const option = document.createElement("option");
    option.value = code;
    // Addresses of such a network are worth nothing, and nobody must take them for real ones.
    option.textContent = network === "mainnet" ? code : `${code} (${network})`;
    option.disabled = ready === "unavailable";
    return option;
  }));
}

async function showStatus({ state, code, problem }) {
  at("status").textContent = WORDS[state] ?? state;
  at("code").hidden = state !== "waiting_for_owner";
  at("code").querySelector("strong").textContent = code ?? "";
  at("retry").hidden = state !== "stopped";
  showProblem(problem);
  document.querySelector("main").hidden = state !== "open";
  if (state === "open") await showCurrencies().catch((error) => showProblem(error.message));
}

function showChanged(payment) {
  // Answers and events may overtake each other; only the version says which is newer.
  const former = known.get(payment.id);
  if (former && former.version >= payment.version) return;
  const item = former?.item ?? document.createElement("li");
  known.set(payment.id, { version: payment.version, item });
  const details = document.createElement("small");
  details.textContent = payment.uri ?? [payment.reason, payment.waiting_for].filter(Boolean).join(", ");
  item.replaceChildren(`${payment.amount ?? ""} ${payment.currency}: ${payment.state.replaceAll("_", " ")}`, details);
  item.dataset.state = payment.state;
  if (!former) at("list").prepend(item);
}

for (const name of ["receive", "pay"]) {
  at(name).addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target, button = form.querySelector("button");
    const request = { ...Object.fromEntries(new FormData(form)), currency: at("currency").value };
    button.disabled = true;
    showProblem();
    try {
      showChanged(await window.till[name === "receive" ? "invoice" : "pay"](request));
      // What was typed stays after a failure: repeated with the same words it is the same payment.
      form.reset();
    } catch (error) {
      showProblem(error.message);
    } finally {
      button.disabled = false;
    }
  });
}
at("retry").addEventListener("click", () => window.till.retry());
window.till.listen(showStatus, showChanged);
