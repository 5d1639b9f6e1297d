// Begins the page: the language, the session, the state, and what is shown of it.

import { show } from "./base/dom.js";
import { language, speak } from "./base/words.js";
import { begin } from "./host/session.js";
import { Store } from "./state/store.js";
import { announcement } from "./views/announcement.js";
import { shell } from "./views/shell.js";

/** @typedef {import("./state/reducer.js").State} State */

const TICK = 3000;
/** Pixels by which the answers may move and still be where they were. */
const SHIFT = 8;

speak(navigator.languages);
document.documentElement.lang = language;

/** @param {string} id */
const element = (id) => /** @type {HTMLElement} */ (document.getElementById(id));
const page = element("page"), said = element("said");

let isDue = false;
/** @type {State | null} */
let drawn = null;

/** How far the button of the yes is from the top of the window; no number where there is none. */
const approveTop = () => page.querySelector("[data-test=approve]")?.getBoundingClientRect().top ?? NaN;

function draw() {
  isDue = false;
  const { state } = store, before = drawn;
  drawn = state;
  const wasAt = approveTop();
  const wasInside = page.contains(document.activeElement);
  show(page, shell(state, store.send));
  // What had the keyboard may be gone with the question that it answered: who goes on by keys goes on with what came up.
  if (wasInside && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (page.querySelector("#question-title") ?? page.querySelector("h1"))?.focus({ preventScroll: true });
  }
  const { open } = state.questions, shift = Math.abs(approveTop() - wasAt);
  // A button that moved may stand under a pointer that was aimed at another one.
  const isSame = open !== null && open === before?.questions.open;
  if (isSame && shift > SHIFT) store.send({ type: "question.shifted", id: open });
  const count = state.questions.asked.length;
  document.title = count > 0 ? `(${count}) Payport` : "Payport";
  const words = announcement(before, state);
  if (words && said.textContent !== words) said.textContent = words;
  if (before && (before.route.view !== state.route.view || before.route.id !== state.route.id)) {
    window.scrollTo(0, 0);
    /** @type {HTMLElement | null} */ (page.querySelector("h1"))?.focus({ preventScroll: true });
    measure();
  }
}

const store = new Store(() => {
  if (isDue) return;
  isDue = true;
  // A page that is not seen is given no frames, and has its title all the same.
  if (document.hidden) setTimeout(draw, 0);
  else requestAnimationFrame(draw);
});

/** Tells where the timeline is seen. */
function measure() {
  const list = document.getElementById("timeline");
  if (!list) return;
  const top = -list.getBoundingClientRect().top, seen = window.innerHeight, rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const { scroll } = store.state;
  if (Math.abs(top - scroll.top) > seen / 4 || seen !== scroll.seen || rem !== scroll.rem) store.send({ type: "scrolled", top, seen, rem });
}

function route() {
  const [, view = "now", id = ""] = location.hash.split("/");
  const known = /^(now|money|apps|books|health|setup)$/.test(view) ? view : "now";
  store.send({ type: "routed", view: known, id: known === "now" ? "" : decodeURIComponent(id) });
  if (known === "now" && id) {
    // A notification asked for it. Another click on one has to be heard, too.
    history.replaceState(null, "", "#/now");
    store.send({ type: "question.wanted", id: decodeURIComponent(id) });
  }
  if (known === "money" && id) store.send({ type: "story", id: decodeURIComponent(id) });
  if (known === "books") store.send({ type: "audit" });
}

window.addEventListener("hashchange", route);
window.addEventListener("scroll", measure, { passive: true });
window.addEventListener("resize", measure);
window.addEventListener("focus", () => {
  // The window may come up while its owner types elsewhere: the next key is none for an answer that was chosen before.
  if (document.activeElement?.closest(".sheet .answers")) {
    document.getElementById("question-title")?.focus({ preventScroll: true });
  }
  store.send({ type: "front" });
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) store.send({ type: "front" });
});
setInterval(() => {
  if (!document.hidden && store.state.provider === "there") store.send({ type: "tick" });
}, TICK);

draw();
if (await begin()) {
  store.open();
  route();
} else {
  store.send({ type: "no_session" });
}

