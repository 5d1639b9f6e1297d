// What the page may ask of the wallet. The page is not trusted: everything that it says is checked here.

import { Payport, PayportError } from "payport";

const APP = { app_id: "org.example.till", name: "Till", version: "1", scopes: ["receive", "pay"] };
const FORMS = {
  amount: /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,12})?$/,
  currency: /^[A-Z]{2,10}$/,
  address: /^[A-Za-z0-9]{10,200}$/,
  reference: /^[\x20-\x7e]{1,100}$/,
};

function checked(request, ...members) {
  if (typeof request !== "object" || request === null) throw new TypeError("The page sent no request.");
  return Object.fromEntries(members.map((member) => {
    const value = request[member];
    if (typeof value !== "string" || !FORMS[member].test(value)) throw new TypeError(`This is not a valid ${member}.`);
    return [member, value];
  }));
}

/** Of an invoice or an order the page gets what it shows. */
function shown({ invoice_id, order_id, currency, amount, uri, state, payment, reason, waiting_for, version }) {
  return { id: invoice_id ?? order_id, currency, amount, uri, state, payment, reason, waiting_for, version };
}

/** Starts the client. `tell` sends something to the page: ("status", …) or ("changed", an invoice or order). */
export function openTill(tell, options = {}) {
  const wallet = new Payport(APP, {
    ...options,
    onStatus: (status) => {
      const { error, pairing } = { error: undefined, pairing: undefined, ...status };
      tell("status", { state: status.state, code: pairing?.code, problem: error && `${error.sentence} ${error.remedy}` });
      options.onStatus?.(status);
    },
  });

  const follow = (async () => {
    for await (const event of wallet.events()) {
      const changed = event.kind === "event" ? [event.invoice ?? event.payment_order] : [...event.invoices, ...event.payment_orders];
      for (const object of changed) if (object) tell("changed", shown(object));
    }
  })().catch((error) => tell("status", { state: "stopped", problem: told(error) }));

  return {
    handlers: {
      currencies: async () => (await wallet.call("list_currencies", {})).currencies.map(({ code, network, ready }) => ({ code, network, ready })),
      invoice: async (request) => shown(await wallet.invoice(checked(request, "currency", "amount"))),
      pay: async (request) => {
        const { reference, ...params } = checked(request, "currency", "address", "amount", "reference");
        return shown(await wallet.pay(params, { reference }));
      },
      retry: async () => wallet.retry(),
    },
    async close() {
      wallet.close();
      await follow;
    },
  };
}

/** What a failure is called on the page. Only words of the package or of this file leave the main process. */
export function told(error) {
  return error instanceof PayportError || error instanceof TypeError ? error.message : "Something went wrong.";
}
