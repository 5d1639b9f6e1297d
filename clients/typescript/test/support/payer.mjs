// An app that makes one payment: node payer.mjs '{"state", "runtime", "app", "params", "once"}'.

import { Payport } from "payport";

const { state, runtime, app, params, once } = JSON.parse(process.argv[2]);
const client = await Payport.connect(app, { state, runtime });
globalThis.paymentBegins?.();
const order = await client.pay(params, once);
globalThis.paymentEnded?.();
console.log(JSON.stringify(order));
client.close();
