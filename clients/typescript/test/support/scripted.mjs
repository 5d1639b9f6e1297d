// An app with a scripted provider, for as long as a test's work takes.

import { Payport } from "payport";
import { Provider } from "./provider.mjs";

export const app = { app_id: "org.example.shop", name: "Shop", version: "1", scopes: ["receive", "pay"] };
export const payment = { currency: "LTC", address: "mockltc1q7v3k2m5xw6d4rj7n2bzte3pfaafkd2m", amount: "0.25" };

/** Only a client whose patience has to run out is given less of it: a busy machine may take seconds for a handshake. */
export async function withProvider(deviations, work) {
  const provider = await Provider.start(deviations);
  try {
    return await work(provider, { state: provider.state, runtime: provider.runtime, patienceMs: 15_000 });
  } finally {
    await provider.stop();
  }
}

export async function withClient(deviations, work, more = {}) {
  await withProvider(deviations, async (provider, options) => {
    const client = await Payport.connect(app, { ...options, ...more });
    try {
      await work(client, provider, options);
    } finally {
      client.close();
    }
  });
}

/** The outcome of a request is unknown, for this cause. */
export function unknown(code) {
  return (error) => error.code === "outcome_unknown" && error.outcome === "unknown" && [code].flat().includes(error.cause.code);
}
