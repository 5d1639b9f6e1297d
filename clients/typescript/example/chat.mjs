// A whole chat with cards: two people in one process, and a list as their network. Run `payd` for each of them first, with the
// folders of docs/cards-in-your-chat.md, and type what it prints after "owner:" in another terminal.

import { randomUUID } from "node:crypto";
import { CardAgent } from "payport/cards";

const members = [{ id: "alice", name: "Alice" }, { id: "bob", name: "Bob" }];
/** What the network keeps: the message of each `send`, so that nothing is sent twice. */
const network = new Map();
const people = new Map();
/** Who has left hears nothing any more. */
const unlessClosed = (error) => { if (error.code !== "closed") throw error; };

class Person {
  constructor(me) {
    this.me = me;
    this.agent = new CardAgent({ id: "org.example.first", name: "First Chat", version: "1" },
      { chat: { edits: true, links: false }, state: `${me}/chat`, runtime: `${me}/run` });
  }

  async live() {
    void this.agent.room({ room: "r", name: "Alice and Bob", me: this.me, members });
    void this.agent.connected();
    for await (const line of this.agent) {
      if (line.type === "send") this.send(line).catch(unlessClosed);
      else if (line.type === "wallet") await this.wallet(line);
      else if (line.type === "card" && await this.card(line)) return this.agent.close();
    }
  }

  /** Sends or edits a message once, however often the agent asks for it. */
  async send({ send, text, replaces }) {
    const key = `${this.me} ${send}`;
    if (!network.has(key)) {
      network.set(key, replaces ?? randomUUID());
      for (const { agent } of people.values()) {
        agent.message({ room: "r", message: network.get(key), from: this.me, text }).catch(unlessClosed);
      }
    }
    await this.agent.sent(send, network.get(key));
  }

  async wallet({ state, code, question_id }) {
    if (state === "pairing") {
      console.log(`owner: payd approve ${question_id} --code ${code} --scopes receive,pay --state ${this.me}/payd`);
    } else if (state === "ready" && this.me === "alice") {
      // With a UUID of its own, the same proposal may come again: it is the same card.
      await this.agent.propose({ id: "5d0f0c5e-3f0a-4e0c-9d43-0b9b0a1d7a11", room: "r", kind: "request",
        prices: [{ currency: "LTC", amount: "0.5" }], note: "Pizza" });
    }
  }

  /** Shows a card, and presses its first button if it waits for this person. Answers whether it is over. */
  async card(card) {
    console.log(`${this.me} sees: ${card.text.title} ${card.text.sum}. ${card.text.state}`);
    if (card.is_asked) await this.agent.press(card, card.actions[0]);
    if (card.state === "paid" && this.me === "alice") console.log("owner: payd mock mine 6 --state alice/payd");
    return card.is_over;
  }
}

for (const { id } of members) people.set(id, new Person(id));
await Promise.all([...people.values()].map((person) => person.live()));
