"""The parts of agent.py: what two people do, and what goes wrong."""
import asyncio
import json
import uuid

from agent import PROGRAMS, Scene, report, require
from agent_fates import FATES, link, terms
from agent_trouble import TROUBLES


async def deals(providers, options):
    """Requests and offers are settled; a request is collected in parts; cards are declined and cancelled."""
    scene = await Scene.open(providers)
    alice, bob = scene.apps
    seconds = [round(await scene.deal(kind), 2) for kind in ("request", "offer")]

    card = await scene.propose(alice)
    await bob.sees(card["id"], "created")
    await bob.wish(type="decline", card=card, reason="Not hungry")
    declined = await alice.sees(card["id"], "declined")
    require("Not hungry" in declined["text"]["state"] and declined["is_over"], f"a declined card: {declined}")
    card = await scene.propose(alice)
    await bob.sees(card["id"], "created")
    await alice.wish(type="cancel", card=card)
    await bob.sees(card["id"], "cancelled")

    # A large payment waits for its owner, who refuses: the other side is not told why.
    card = await scene.propose(alice, amount="5")
    await bob.sees(card["id"], "created")
    await bob.wish(type="accept", card=card)
    await bob.until("the owner's question", lambda: "approve" in bob.cards[card["id"]]["text"]["state"])
    questions = (await bob.provider.owner("questions"))["questions"]
    await bob.provider.owner("deny", questions[0]["id"])
    refused = await alice.sees(card["id"], "declined")
    require("owner" not in refused["text"]["state"], f"the reason of a refusal was told: {refused['text']}")

    parts = (await alice.wish(type="split", total="1", currency="LTC", count=3))["amounts"]
    require(sorted(parts) == ["0.33333333", "0.33333333", "0.33333334"], f"the parts of a sum: {parts}")
    currencies = (await alice.wish(type="currencies"))["currencies"]
    require({"LTC", "XMR"} <= {currency["code"] for currency in currencies}, f"the currencies: {currencies}")
    collection = {"id": str(uuid.uuid4()), "title": "the boat"}
    for amount in parts[:2]:
        card = await scene.propose(alice, amount=amount, collection=collection)
        await bob.sees(card["id"], "created")
        await bob.wish(type="accept", card=card)
        await alice.sees(card["id"], "paid")
    await alice.until("the collection", lambda: alice.collections.get(collection["id"], {}).get("paid") == 2)
    await scene.close()
    return {"seconds_of_a_deal": seconds, "edits": scene.network.edits}


async def refusals(providers, options):
    """What cannot be done is answered with its reason, and changes nothing."""
    scene = await Scene.open(providers)
    alice, bob = scene.apps
    card = await scene.propose(alice)
    await bob.sees(card["id"], "created")
    other = {"author": "alice", "id": str(uuid.uuid4())}
    price = [{"currency": "LTC", "amount": "1"}]
    cases = [
        (bob, "unknown_card", dict(type="accept", card=other)),
        (alice, "not_yours", dict(type="accept", card=card)),
        (bob, "not_yours", dict(type="cancel", card=card)),
        (bob, "currency", dict(type="accept", card=card, currency="XMR")),
        (bob, "reason_too_long", dict(type="decline", card=card, reason="x" * 201)),
        (bob, "nothing_to_retry", dict(type="retry", card=card)),
        (alice, "unknown_room",
         dict(type="propose", id=str(uuid.uuid4()), room="nowhere", kind="request", prices=price)),
        (alice, "card_exists", dict(type="propose", id=card["id"], room="alice+bob", kind="request", prices=price)),
        (alice, "terms",
         dict(type="propose", id=str(uuid.uuid4()), room="alice+bob", kind="request", prices=price * 2)),
        (alice, "terms",
         dict(type="propose", id=str(uuid.uuid4()), room="alice+bob", kind="request", prices=price, note="x" * 501)),
        (alice, "terms",
         dict(type="propose", id=str(uuid.uuid4()), room="alice+bob", kind="request", prices=price, to="mallory")),
        (alice, "malformed", dict(type="propose", id="no uuid", room="alice+bob", kind="request", prices=price)),
        (alice, "malformed", dict(type="split", total="-1", currency="LTC", count=3)),
        (alice, "split", dict(type="split", total="1", currency="DOGE", count=3)),
        (alice, "split", dict(type="split", total="1", currency="LTC", count=101)),
    ]
    for app, reason, line in cases:
        answer = await app.wish(**line)
        require(answer["type"] == "error" and answer["reason"] == reason, f"{line}: {answer}")
    await bob.wish(type="decline", card=card)
    answer = await bob.wish(type="accept", card=card)
    require(answer["reason"] == "too_late", f"an acceptance after declining: {answer}")
    require((await bob.wish(type="decline", card=card))["type"] == "ok", "declining again changes nothing")
    await scene.close()
    return {"refused": len(cases) + 1}


HELLO = {
    "type": "hello", "v": 1, "app": {"id": "org.example.lines", "name": "Lines", "version": "1"},
    "chat": {"edits": True, "links": True}}


async def exchange(folder, *lines):
    """Gives an agent these lines and then the end of its input; returns its lines and its exit status."""
    process = await asyncio.create_subprocess_exec(
        PROGRAMS / "paychat", "agent", "--state", folder / "lines", "--runtime", folder / "nobody",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
    given = b"".join(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n" for line in lines)
    output, _ = await asyncio.wait_for(process.communicate(given), 60)
    return [json.loads(line) for line in output.splitlines()], process.returncode


async def lines(providers, options):
    """Lines that are none are refused by themselves, and those after them are carried out."""
    folder = providers[0].folder
    beginnings = [
        ("unsupported_version", {**HELLO, "v": 2}), ("malformed", {"type": "connected", "n": 1}),
        ("malformed", b"[]\n"),
        ("malformed", b"\n"), ("malformed", b"x" * (1 << 21) + b"\n"), ("malformed", {**HELLO, "more": 1}),
        ("malformed", {**HELLO, "app": {**HELLO["app"], "id": "../../etc"}}), ("malformed", {**HELLO, "device": "a/b"}),
    ]
    for reason, line in beginnings:
        said, status = await exchange(folder, line)
        require(said[-1]["type"] == "end" and said[-1]["reason"] == reason and status == 76,
                f"{str(line)[:80]}: {said}, {status}")
    said, status = await exchange(folder)
    require([line["type"] for line in said] == ["hello"] and status == 0,
            f"an input that ends at once: {said}, {status}")

    room = {"type": "room", "room": "r", "name": "Bob", "me": "a",
            "members": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]}
    message = {"type": "message", "room": "r", "message": "m", "from": "b", "text": "Hello"}
    cases = [
        (b"\xff\xfe\n", None, "malformed"), (b'{"type":"connected","n":1\n', None, "malformed"),
        (b'{"type":"connected","n":1}{}\n', None, "malformed"), (b'{"type":"connected","n":-1}\n', None, "malformed"),
        (b"[" * 5000 + b"]" * 5000 + b"\n", None, "malformed"), (b"y" * (1 << 21) + b"\n", None, "line_too_long"),
        ({"type": "nothing", "n": 7}, 7, "malformed"), ({"type": "connected"}, None, "malformed"),
        ({**message, "n": 8, "room": "unknown"}, 8, "unknown_room"), ({**HELLO, "n": 9}, 9, "malformed"),
        (HELLO, 0, "malformed"),
        ({**message, "n": 18, "from": "x" * 1025}, 18, "malformed"), ({**room, "n": 10}, 10, None),
        ({**message, "n": 11}, 11, "no_card"),
        ({**message, "n": 12, "link": "payport:card?data=e30"}, 12, "malformed"),
        ({**message, "n": 13, "text": "x\npayport:card?data=" + "A" * 9000}, 13, "malformed"),
        ({"type": "sent", "send": "nothing", "message": "m", "n": 14}, 14, None),
        ({"type": "left", "room": "r", "n": 15}, 15, None),
        ({"type": "disconnected", "n": 16}, 16, None),
    ]
    # What stands after the last end of a line is no line, because its writer may have been killed in the middle of it.
    said, status = await exchange(folder, HELLO, *[line for line, _, _ in cases], b'{"type":"connected","n":17}')
    answers = [line for line in said if line["type"] in ("ok", "error")]
    require(status == 0 and len(answers) == len(cases),
            f"{len(answers)} answers to {len(cases)} lines, status {status}: {answers}")
    for (line, number, reason), answer in zip(cases, answers):
        told = answer.get("reason") or answer.get("text_because")
        require(answer.get("n") == number and told == reason, f"{str(line)[:80]}: {answer}")
    return {"beginnings": len(beginnings) + 1, "lines": len(cases) + 1}


async def early(providers, options):
    """An answer that arrives before its proposal counts once the proposal is there, also after the agent was killed."""
    folder, card = providers[0].folder / "early", str(uuid.uuid4())
    people = [{"id": name, "name": name.capitalize()} for name in "abc"]
    room = {"type": "room", "n": 1, "room": "r", "name": "Three", "me": "a", "members": people}
    answer = {"type": "message", "n": 2, "room": "r", "message": "m2", "from": "c", "text": "Accepted",
              "link": link(card=card, author="b", steps=[{"step": "accepted", "currency": "LTC"}])}
    proposal = {"type": "message", "n": 3, "room": "r", "message": "m1", "from": "b", "text": "Please",
                "link": link(card=card, terms=terms(to="c"), steps=[])}
    said, _ = await exchange(folder, HELLO, room, answer)
    require({"type": "ok", "n": 2, "text_because": "early"} in said, f"an early answer: {said}")
    said, _ = await exchange(folder, HELLO, room, proposal, {"type": "connected", "n": 4})
    require(any(line["type"] == "ok" and line.get("card") == {"author": "b", "id": card} for line in said), f"{said}")
    cards = [line for line in said if line["type"] == "card"]
    require(cards and cards[-1]["state"] == "accepted" and cards[-1]["role"] == "onlooker",
            f"the card after both: {cards}")
    said, _ = await exchange(folder, HELLO, room, answer, proposal, {"type": "connected", "n": 4})
    require([line["cards"] for line in said if line["type"] == "ready"] == [1], f"a card that is kept: {said}")
    return {"cards": 1}


async def losses(providers, options):
    """Each line of a deal that the host does not get to the agent is repeated, and each line twice is once."""
    lost = 0
    for place in range(4, 30, options.every):
        scene = await Scene.open(providers, ([f"--lose={place}"], [f"--lose={place}"]))
        await scene.deal()
        await scene.close()
        lost += 2
    scene = await Scene.open(providers, (["--double"], ["--double"]))
    await scene.deal()
    await scene.deal("offer")
    refused = [error for app in scene.apps for error in app.errors]
    require(not refused, f"a line that came twice is refused: {refused[:2]}")
    await scene.close()
    # What the host does not answer is asked for again, as the same.
    scene, asked = await Scene.open(providers), []
    scene.apps[0].holds = lambda line: asked.append(line) or len(asked) == 1
    await scene.deal()
    require(asked[0] == asked[1], f"what is asked for again is the same: {[line['send'] for line in asked[:2]]}")
    await scene.close()
    return {"lost": lost}


async def kill(providers, options, victim):
    """Both sides of a deal, killed at each line."""
    kills = 0
    for kind in ("request", "offer"):
        for who in (0, 1):
            place = 1
            while True:
                extra = [[], []]
                extra[who] = [f"--die-at={place}", "--victim", victim]
                scene = await Scene.open(providers, extra)
                seconds = await scene.deal(kind)
                app = scene.apps[who]
                was_killed = app.starts > 1 if victim == "host" else -9 in app.agents_ended
                await scene.close()
                if not was_killed:
                    break
                report(killed=victim, of=app.name, at=place, kind=kind, seconds=round(seconds, 1))
                kills += 1
                place += options.every
    return {"kills": kills}


async def killed_agents(providers, options):
    """The agent is killed at each line that it exchanges with its host."""
    return await kill(providers, options, "agent")


async def killed_hosts(providers, options):
    """The chat app is killed at each line that it exchanges with its agent."""
    return await kill(providers, options, "host")


async def capabilities(providers, options):
    """A chat without edits and without links beside the text settles payments, too."""
    scene = await Scene.open(providers, (["--no-edits", "--no-links"], ["--no-edits"]))
    scene.has_edits = False
    await scene.deal()
    await scene.deal("offer")
    require(scene.network.edits == 0, "an edit in a chat that cannot edit")
    alices = [event for event in scene.network.events if event["from"] == "alice"]
    require(all("link" not in event and "\npayport:card?data=" in event["text"] for event in alices),
            "a link beside the text")
    messages = len({event["message"] for event in scene.network.events})
    await scene.close()
    return {"messages": messages}


PARTS = {
    "deals": deals, "refusals": refusals, "lines": lines, "early": early, **FATES, **TROUBLES, "losses": losses,
    "killed_agents": killed_agents, "killed_hosts": killed_hosts, "capabilities": capabilities,
}
