// Views are functions that answer descriptions of elements; what has changed of these is changed in the document.
// Text only ever becomes a text node, so nothing that an app says can become an element.

/**
 * @typedef {import("./children").Child} Child
 * @typedef {import("./children").ElementView} ElementView
 */

const SVG = new Set(["svg", "path", "rect", "g", "line", "title", "text", "circle"]);
/** Members of elements that are set as such: what a person has typed is no attribute. */
const MEMBERS = new Set(["value", "checked", "disabled", "open", "indeterminate"]);

/**
 * Describes an element. `on…` are listeners, `--…` are custom properties of its style, and `key` names it among its
 * siblings. What is `recycled` may become another one of them in a long list, unless it has the keyboard.
 * @param {string} tag @param {Record<string, unknown> | null} [props] @param {...Child} children @returns {ElementView}
 */
export function h(tag, props, ...children) {
  const flat = /** @type {any[]} */ (children).flat(/** @type {1} */ (Infinity)).filter((child) => child !== false && child !== null && child !== undefined && child !== "");
  return { tag, props: props ?? {}, children: flat.map((child) => typeof child === "number" ? String(child) : child) };
}

/** @type {WeakMap<Node, ElementView>} */
const described = new WeakMap();
/** @type {WeakMap<Element, Record<string, (event: Event) => void>>} */
const listeners = new WeakMap();

/** @param {Event} event */
function heard(event) {
  const element = /** @type {Element} */ (event.currentTarget);
  listeners.get(element)?.[event.type]?.(event);
}

/** @param {Element} element @param {string} name @param {unknown} value @param {unknown} before */
function set(element, name, value, before) {
  if (name === "key" || name === "recycled") return;
  if (name.startsWith("on")) {
    const type = name.slice(2), all = listeners.get(element) ?? {};
    if (!(type in all)) element.addEventListener(type, heard);
    if (typeof value === "function") all[type] = /** @type {(event: Event) => void} */ (value);
    else delete all[type];
    if (!(type in all)) element.removeEventListener(type, heard);
    listeners.set(element, all);
  } else if (name.startsWith("--") || name === "height" && element instanceof HTMLElement) {
    /** @type {HTMLElement} */ (element).style.setProperty(name, value === undefined ? null : String(value));
  } else if (MEMBERS.has(name) && element.tagName !== "OPTION") {
    const target = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
    if (target[name] !== value) target[name] = value ?? (name === "value" ? "" : false);
  } else if (value === before) {
    return;
  } else if (name === "modal") {
    // It is in the document only once what holds it is.
    queueMicrotask(() => {
      if (element instanceof HTMLDialogElement && element.isConnected && !element.open) element.showModal();
    });
  } else if (value === undefined || value === null || value === false) {
    element.removeAttribute(name);
  } else {
    element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** @param {ElementView} view @returns {Element} */
function made(view) {
  const element = SVG.has(view.tag) ? document.createElementNS("http://www.w3.org/2000/svg", view.tag) : document.createElement(view.tag);
  patched(element, { tag: view.tag, props: {}, children: [] }, view);
  return element;
}

/** @param {Element} element @param {ElementView} before @param {ElementView} view */
function patched(element, before, view) {
  if (before === view) return;
  for (const name of Object.keys(before.props)) {
    if (!(name in view.props)) set(element, name, undefined, before.props[name]);
  }
  // A select takes its value only once it has its options.
  const late = view.tag === "select" ? ["value"] : [];
  for (const [name, value] of Object.entries(view.props)) {
    if (!late.includes(name)) set(element, name, value, before.props[name]);
  }
  children(element, view.children);
  for (const name of late) if (name in view.props) set(element, name, view.props[name], before.props[name]);
  described.set(element, view);
}

/** @param {Element} parent @param {Array<string | ElementView>} views */
function children(parent, views) {
  /** @type {Map<unknown, Element>} */
  const keyed = new Map();
  /** @type {Set<Element>} */
  const spare = new Set();
  const wanted = new Set(views.map((view) => typeof view === "string" ? undefined : view.props.key));
  for (const node of [...parent.childNodes]) {
    const its = described.get(node), key = its?.props.key, element = /** @type {Element} */ (node);
    if (key === undefined) continue;
    // What goes is taken out first: whatever is moved loses the keyboard.
    if (wanted.has(key)) keyed.set(key, element);
    else if (its?.props.recycled && !element.contains(document.activeElement)) spare.add(element);
    else element.remove();
  }
  let place = parent.firstChild;
  for (const view of views) {
    if (typeof view === "string") {
      if (place instanceof Text) {
        if (place.data !== view) place.data = view;
        place = place.nextSibling;
      } else {
        parent.insertBefore(document.createTextNode(view), place);
      }
      continue;
    }
    const key = view.props.key;
    const kept = key !== undefined ? keyed.get(key) : place instanceof Element ? place : undefined;
    while (key !== undefined && kept && place !== kept && spare.has(/** @type {any} */ (place))) {
      const gone = /** @type {Element} */ (place);
      place = gone.nextSibling;
      gone.remove();
    }
    const known = kept ?? (view.props.recycled ? spare.has(/** @type {any} */ (place)) ? /** @type {Element} */ (place) : [...spare].pop() : undefined);
    const before = known && described.get(known);
    if (known && before && before.tag === view.tag && (before.props.key === key || view.props.recycled && spare.has(known))) {
      if (known === place) place = place.nextSibling;
      else parent.insertBefore(known, place);
      patched(known, before, view);
      keyed.delete(key);
      spare.delete(known);
    } else {
      parent.insertBefore(made(view), place);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

/**
 * Makes an element's children what is described.
 * @param {Element} element @param {Child[]} views
 */
export function show(element, views) {
  children(element, h("div", null, views).children);
}
