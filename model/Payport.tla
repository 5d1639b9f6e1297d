------------------------------ MODULE Payport ------------------------------
(* How Payport pays: orders, the ledger, the wallet and its network, daemons that take over from each other, the owner,  *)
(* and a ledger that is put back to an older copy. README.md says in plain words what is modelled and what is left out.   *)
(* The comment of each action names the file below Sources/Provider and the function for which it stands.                *)
EXTENDS Naturals, TLC

CONSTANTS
  Daemons,     \* the payd that share the ledger
  Requests,    \* what the app asks for; a request may be repeated
  Slots,       \* identifiers of orders, as numbers from 1 on
  Without,     \* the guards of the code that are removed
  Added,       \* guards that only some runs have; see Later
  World,       \* what may happen besides; see README.md
  Fees,        \* the fees that the wallet may name
  Budget,      \* what the app may spend, fees included; each payment is of one unit
  MaxEpoch,    \* how often the lease may be taken while the world is unkind
  MaxBack      \* how often the ledger may be put back

VARIABLES
  ledger,      \* what is durable
  mem,         \* what each daemon remembers
  net,         \* the wallet and the network
  seen,        \* the fee cap of each order that the owner was shown last
  copy,        \* the backup
  ghost,       \* what only the properties look at
  kind         \* whether faults have ended for good

vars == <<ledger, mem, net, seen, copy, ghost, kind>>

(* README.md says what each guard is. *)
InTheCode == {"durable", "same", "look", "depth", "handed", "fee", "shown", "budget", "fees", "underway", "lock", "fence",
  "version", "one", "confirm", "compare", "doubt", "marks", "claim", "answer", "resolve", "ended"}
(* These came when the model had found what they prevent: README.md tells of it. *)
Later == {"resend", "arrival", "heldback"}
ASSUME Without \subseteq InTheCode \cup Later /\ Added \subseteq Later

On(guard) == guard \in (InTheCode \cup Added) \ Without
May(what) == what \in World /\ ~kind
Min(a, b) == IF a < b THEN a ELSE b

NoRequest == "none"
NoTx == [r |-> NoRequest, f |-> 0, n |-> 0]
NoOrder == [st |-> "none", r |-> NoRequest, q |-> 0, cap |-> 0, by |-> "-", tx |-> NoTx, held |-> FALSE]
Idle == [at |-> "idle", r |-> NoRequest, n |-> 0, cap |-> 0, saw |-> 0, by |-> "-", tx |-> NoTx]
Fresh == [ep |-> 0, cmp |-> FALSE, own |-> {}, ord |-> [o \in Slots |-> NoOrder], op |-> [o \in Slots |-> Idle]]

Unpaid == {"rejected", "cancelled", "expired", "failed"}
Terminal == Unpaid \cup {"succeeded"}
Sent == {"submitting", "inflight", "succeeded"}
Open(x) == x.st \notin Terminal \cup {"none"}

Init ==
  /\ ledger = [claim |-> [r \in Requests |-> 0], ord |-> [o \in Slots |-> NoOrder], locked |-> FALSE, revoked |-> FALSE,
       auto |-> "auto" \in World, sends |-> {}, cleared |-> {}, epoch |-> 0]
  /\ mem = [d \in Daemons |-> Fresh]
  /\ net = [pool |-> {}, block |-> {}, near |-> {}, dead |-> {}, marks |-> {}, fee |-> 1]
  /\ seen = [o \in Slots |-> 0]
  /\ copy = <<>>
  /\ ghost = [told |-> {}, ended |-> {}, auth |-> [o \in Slots |-> 0], back |-> 0]
  /\ kind = FALSE

(* Each payment is of one unit, limits let through whatever fits into the budget, and nothing else takes of that. Trace.tla
   says something else of the amounts of a real story. *)
Worth == 1
Unasked == 1000000
Elsewhere == 0

(* ---------------------------------------------------------------- what is known *)

(* PaymentsCore/Orders/FeeCap.swift shown *)
Shown(fee) == fee + fee \div 4

Live(d) == mem[d].ep > 0
(* Ledger/PostgreSQL/PostgresPlace.swift isHolder *)
Holder(d) == Live(d) /\ ledger.epoch = mem[d].ep
(* Ledger/PostgreSQL/PostgresDatabase.swift beginWrite, beginRead: each transaction finds out whether it may go on. *)
Fence(d) == Live(d) /\ (On("fence") => Holder(d))

(* PaymentsCore/Orders/OrderMachine.swift countedTotal *)
Counted(x) ==
  CASE x.st = "approved" -> Worth + x.cap [] x.st \in Sent -> Worth + x.tx.f [] OTHER -> 0
(* The same as the rules count it: without a guard, fees or payments under way do not count. *)
Judged(x) ==
  IF ~On("underway") /\ x.st # "succeeded" THEN 0
  ELSE IF ~On("fees") /\ Counted(x) > 0 THEN Worth ELSE Counted(x)

RECURSIVE Sum(_, _, _)
Sum(count(_), orders, slots) ==
  IF slots = {} THEN 0
  ELSE LET o == CHOOSE o \in slots : TRUE IN count(orders[o]) + Sum(count, orders, slots \ {o})

(* PaymentsCore/Grants/BudgetRules.swift room; the limit holds for what the owner approves, too. *)
Room == LET used == Elsewhere + Sum(Judged, ledger.ord, Slots) IN IF used >= Budget THEN 0 ELSE Budget - used
Cost(cap) == IF On("fees") THEN Worth + cap ELSE Worth
CapFor(fee) == IF On("fees") THEN Min(Shown(fee), Room - Worth) ELSE Shown(fee)
(* PaymentsCore/Grants/BudgetRules.swift decide: whether a limit answers for the owner, and up to which fee. *)
NeedsNoYes(fee) == ledger.auto /\ Cost(fee) <= Unasked
StandingCap(fee) == Min(CapFor(fee), Unasked - Worth)

OwnTxs == {ledger.ord[o].tx : o \in Slots} \ {NoTx}
Known(t) == t \in OwnTxs \/ \E s \in ledger.sends : s.tx = t
Stopped == \E s \in ledger.sends : s.v = "open"
(* Orders/Sends/DoubtfulPayment.swift mustBeReviewed *)
Suspect(r) == Stopped \/ \E s \in ledger.sends : s.tx.r = r /\ s.tx \notin ledger.cleared
(* Orders/Sends/SendWatch+Marks.swift fence: a mark at this recipient of a transaction that the ledger does not know. Where
   there are other marks, the ledger has to be read. *)
Foreign(d, r, own) == On("marks") /\ \E m \in net.marks :
  m.r = r /\ m # own /\ (~Holder(d) \/ (m \notin OwnTxs /\ m \notin ledger.cleared))

InNet == net.pool \cup net.block
InUse == OwnTxs \cup InNet \cup net.near \cup net.dead \cup net.marks
  \cup {s.tx : s \in ledger.sends} \cup {mem[d].op[o].tx : d \in Daemons, o \in Slots}
  \cup {mem[d].ord[o].tx : d \in Daemons, o \in Slots}
  \cup (IF copy = <<>> THEN {} ELSE {copy[1].ord[o].tx : o \in Slots})
NewTx(r, fee) ==
  LET used == {t.n : t \in {t \in InUse : t.r = r}}
  IN [r |-> r, f |-> fee, n |-> CHOOSE n \in 1..9 : n \notin used /\ \A m \in 1..9 : m < n => m \in used]

(* ---------------------------------------------------------------- units of the ledger *)

(* Orders/Order/OrderStore.swift commit and OrderChange.swift write: a new version of an order is stored in one unit, if the
   ledger still has the version that the process knows (Ledger/Records/Orders.swift updateOrder). *)
Fits(d, o) == Fence(d) /\ (On("version") => ledger.ord[o] = mem[d].ord[o])
Put(d, o, new, op) ==
  /\ ledger' = [ledger EXCEPT !.ord[o] = new]
  /\ mem' = [mem EXCEPT ![d].ord[o] = new, ![d].op[o] = op]
SetOp(d, o, op) == mem' = [mem EXCEPT ![d].op[o] = op] /\ UNCHANGED ledger

Now(d, o) == mem[d].ord[o]
Op(d, o) == mem[d].op[o]
(* Orders/Order/Orders+Recovering.swift found, takeUp: an order without a transaction is not touched before its wallet was
   compared, unless it is new. *)
TakenUp(d, o) == Live(d) /\ Now(d, o).tx = NoTx /\ (mem[d].cmp \/ (o \in mem[d].own /\ ~On("arrival")))

(* ---------------------------------------------------------------- the app *)

(* Orders/Order/Orders+Submitting.swift submit, quoted; Approver.swift decide: the request is looked up, the wallet is asked
   for the fee, and the limits are looked at. *)
Ask(d, o, r) ==
  /\ Fence(d) /\ ledger.claim[r] = 0 /\ ~ledger.revoked /\ ~ledger.locked /\ ~Stopped /\ ~kind
  /\ o = CHOOSE x \in Slots \cup {0} :
       LET free == {y \in Slots : ledger.ord[y] = NoOrder /\ \A e \in Daemons : Op(e, y) = Idle /\ Now(e, y) = NoOrder}
       IN IF free = {} THEN x = 0 ELSE x \in free /\ \A y \in free : x <= y
  /\ Cost(net.fee) <= Room
  /\ \E by \in {IF NeedsNoYes(net.fee) THEN "standing" ELSE "ask"} \cup (IF May("poor") THEN {"ask"} ELSE {}) :
       SetOp(d, o, [Idle EXCEPT !.at = "new", !.r = r, !.n = net.fee, !.cap = StandingCap(net.fee), !.by = by])
  /\ ghost' = IF On("answer") THEN ghost ELSE [ghost EXCEPT !.told = @ \cup {r}]
  /\ UNCHANGED <<net, seen, copy, kind>>

(* Orders/Limits/OrderBudget.swift reserve, lapse: judged in the unit that stores. *)
StandingHolds(cap) == On("budget") => ledger.auto /\ Cost(cap) <= Room
OwnerHolds(cap) == On("budget") => Cost(cap) <= Room

(* Orders/Order/OrderStore.swift insert: the order is stored with the claim of its request; then the app is told. *)
Insert(d, o) ==
  LET op == Op(d, o)
      new == [NoOrder EXCEPT !.r = op.r, !.q = op.n, !.st = IF op.by = "ask" THEN "awaiting" ELSE "approved",
        !.cap = IF op.by = "ask" THEN 0 ELSE op.cap, !.by = IF op.by = "ask" THEN "-" ELSE "standing",
        !.held = On("arrival") /\ mem[d].cmp /\ Suspect(op.r)]
  IN
  /\ op.at = "new" /\ Fence(d) /\ ledger.ord[o] = NoOrder
  /\ IF (On("claim") => ledger.claim[op.r] = 0) /\ (op.by = "ask" \/ StandingHolds(op.cap))
     THEN
       /\ ledger' = [ledger EXCEPT !.ord[o] = new, !.claim[op.r] = o]
       /\ mem' = [mem EXCEPT ![d].ord[o] = new, ![d].op[o] = Idle, ![d].own = @ \cup {o}]
       /\ ghost' = [ghost EXCEPT !.told = @ \cup {op.r}, !.ended = @ \ {op.r},
            !.auth[o] = IF op.by # "ask" /\ ledger.auto THEN op.cap ELSE 0]
     ELSE SetOp(d, o, Idle) /\ UNCHANGED ghost
  /\ UNCHANGED <<net, seen, copy, kind>>

(* ---------------------------------------------------------------- the owner says yes or no *)

(* Provider/Approvals/PaymentCommands.swift look *)
Show(d, o) ==
  /\ Holder(d) /\ TakenUp(d, o) /\ Now(d, o).st = "awaiting" /\ ~Now(d, o).held /\ Now(d, o).q > 0
  /\ seen[o] # Shown(Now(d, o).q)
  /\ seen' = [seen EXCEPT ![o] = Shown(Now(d, o).q)]
  /\ UNCHANGED <<ledger, mem, net, copy, ghost, kind>>

(* Orders/Approval/Approver.swift obstacle, approve: the yes is to the cap that was shown. *)
Yes(d, o) ==
  LET x == Now(d, o) IN
  /\ Fence(d) /\ TakenUp(d, o) /\ x.st = "awaiting" /\ ~x.held /\ x.q > 0 /\ Op(d, o) = Idle
  /\ seen[o] > 0 /\ ~ledger.locked /\ ~Stopped
  /\ On("shown") => Shown(x.q) <= seen[o]
  /\ Cost(x.q) <= Room
  /\ SetOp(d, o, [Idle EXCEPT !.at = "yes", !.n = x.q, !.cap = CapFor(x.q), !.by = "owner", !.saw = seen[o]])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/Approval/Approver.swift ask, standingApproval: a limit answers for the owner. *)
Standing(d, o) ==
  LET x == Now(d, o) IN
  /\ Fence(d) /\ TakenUp(d, o) /\ x.st = "awaiting" /\ ~x.held /\ x.q > 0 /\ Op(d, o) = Idle /\ seen[o] = 0
  /\ NeedsNoYes(x.q) /\ Cost(x.q) <= Room
  /\ SetOp(d, o, [Idle EXCEPT !.at = "yes", !.n = x.q, !.cap = StandingCap(x.q), !.by = "standing"])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* PaymentsCore/Orders/OrderMachine+Approval.swift accept; Orders/Order/OrderChange.swift write *)
StoreYes(d, o) ==
  LET op == Op(d, o)
      x == Now(d, o)
      isGood == (On("ended") => x.st = "awaiting") /\ ~x.held /\ (On("shown") => x.q = op.n)
        /\ (IF op.by = "owner" THEN OwnerHolds(op.cap) ELSE StandingHolds(op.cap))
  IN
  /\ op.at = "yes"
  /\ IF isGood
     THEN
       /\ Fits(d, o)
       /\ Put(d, o, [x EXCEPT !.st = "approved", !.cap = op.cap, !.by = op.by], Idle)
       /\ ghost' = [ghost EXCEPT !.auth[o] =
            IF op.by = "owner" THEN op.saw ELSE IF ledger.auto THEN op.cap ELSE 0]
       /\ seen' = [seen EXCEPT ![o] = 0]
     ELSE SetOp(d, o, Idle) /\ UNCHANGED <<ghost, seen>>
  /\ UNCHANGED <<net, copy, kind>>

(* PaymentsCore/Orders/OrderMachine+Approval.swift honourDeadlines, accept: an outdated quote is asked for again. A
   quote has its time, so that a yes to an earlier one is none to this. *)
Requote(d, o) ==
  LET x == Now(d, o) IN
  /\ TakenUp(d, o) /\ x.st = "awaiting" /\ ~x.held /\ x.q # net.fee /\ Op(d, o).at \in {"idle", "yes"} /\ Fits(d, o)
  /\ Put(d, o, [x EXCEPT !.q = net.fee], [Op(d, o) EXCEPT !.n = 0])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* PaymentsCore/Orders/OrderMachine+Approval.swift reactWhileAsking, reactWhileApproved, honourDeadlines;
   OrderMachine+MaybePaid.swift wait: the owner denies, the app cancels, or the time is over, before there is a
   transaction. What is held is ended by the owner only, who knows whether it is paid. *)
End(d, o, to) ==
  LET x == Now(d, o) IN
  /\ TakenUp(d, o) /\ x.st \in {"awaiting", "approved"} /\ Op(d, o).at \notin {"hold", "unsure"} /\ Fits(d, o)
  /\ x.held => to = "rejected"
  /\ Put(d, o, [x EXCEPT !.st = to, !.held = FALSE], Op(d, o))
  /\ ghost' = IF x.held THEN ghost ELSE [ghost EXCEPT !.ended = @ \cup {x.r}]
  /\ seen' = [seen EXCEPT ![o] = 0]
  /\ UNCHANGED <<net, copy, kind>>

(* Orders/Limits/WalletLock.swift lock, unlock; Provider/Owner/AppCommands.swift revoke; SpendingLimits.swift set *)
Setting(d) ==
  /\ Holder(d)
  /\ \/ May("lock") /\ ledger' = [ledger EXCEPT !.locked = TRUE]
     \/ ledger.locked /\ ledger' = [ledger EXCEPT !.locked = FALSE]
     \/ May("revoke") /\ ~ledger.revoked /\ ledger' = [ledger EXCEPT !.revoked = TRUE]
     \/ May("limits") /\ ledger' = [ledger EXCEPT !.auto = ~@]
  /\ UNCHANGED <<mem, net, seen, copy, ghost, kind>>

(* ---------------------------------------------------------------- the wallet pays *)

(* Orders/Order/LiveOrder+Wallet.swift prepare; Orders/Sends/SendWatch.swift clearance *)
Check(d, o) ==
  LET x == Now(d, o) IN
  /\ Fence(d) /\ mem[d].cmp /\ TakenUp(d, o) /\ x.st = "approved" /\ ~x.held /\ Op(d, o) = Idle
  /\ ~ledger.locked /\ ~ledger.revoked
  /\ IF (On("compare") /\ Suspect(x.r)) \/ Foreign(d, x.r, NoTx)
     THEN Fits(d, o) /\ Put(d, o, [x EXCEPT !.held = TRUE], Idle)
     ELSE SetOp(d, o, [Idle EXCEPT !.at = "chk"])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/Payout/Payout.swift attempt; PaymentsCore/Orders/OrderMachine+Approval.swift accept, askAgain *)
Build(d, o) ==
  LET x == Now(d, o) IN
  /\ Op(d, o).at = "chk"
  /\ IF x.st # "approved" \/ x.held
     THEN SetOp(d, o, Idle) /\ UNCHANGED <<ghost, seen>>
     ELSE IF On("fee") /\ net.fee > x.cap
     THEN
       /\ Fits(d, o)
       /\ Put(d, o, [x EXCEPT !.st = "awaiting", !.q = 0, !.cap = 0, !.by = "-"], Idle)
       /\ ghost' = [ghost EXCEPT !.auth[o] = 0]
       /\ seen' = seen
     ELSE SetOp(d, o, [Op(d, o) EXCEPT !.at = "built", !.tx = NewTx(x.r, net.fee)]) /\ UNCHANGED <<ghost, seen>>
  /\ UNCHANGED <<net, copy, kind>>

(* Orders/Order/OrderChange.swift refusal: lock, app and doubts are judged in the unit that stores the transaction. The
   answer of the commit may be lost (PostgresDatabase.swift resolve). *)
Store(d, o) ==
  LET x == Now(d, o)
      op == Op(d, o)
      new == [x EXCEPT !.st = "submitting", !.tx = op.tx]
      out == [op EXCEPT !.at = "out"]
      isGood == (On("ended") => x.st = "approved") /\ ~x.held /\ (On("lock") => ~ledger.locked /\ ~ledger.revoked)
        /\ (On("doubt") => ~Suspect(x.r))
  IN
  /\ op.at = "built"
  /\ \/ isGood /\ Fits(d, o) /\ On("durable") /\ Put(d, o, new, out)
     \/ isGood /\ Fits(d, o) /\ May("unsure")
          /\ ledger' = [ledger EXCEPT !.ord[o] = new] /\ mem' = [mem EXCEPT ![d].op[o] = [op EXCEPT !.at = "unsure"]]
     \/ isGood /\ ~On("durable") /\ mem' = [mem EXCEPT ![d].ord[o] = new, ![d].op[o] = out] /\ UNCHANGED ledger
     \/ (~isGood \/ (Fence(d) /\ ~Fits(d, o))) /\ SetOp(d, o, Idle)
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Ledger/PostgreSQL/PostgresDatabase.swift resolve *)
Resolve(d, o) ==
  /\ Op(d, o).at = "unsure" /\ Fence(d)
  /\ mem' = IF On("resolve")
       THEN [mem EXCEPT ![d].ord[o] = ledger.ord[o], ![d].op[o].at = "out"]
       ELSE [mem EXCEPT ![d].op[o] = Idle]
  /\ UNCHANGED <<ledger, net, seen, copy, ghost, kind>>

(* PaymentsCore/Orders/OrderMachine+Submission.swift isOverdueUnsent: what was only just stored may still expire.
   Orders/Order/LiveOrder+Wallet.swift send: so may what the wallet was slow to mark, right before it is handed over first. *)
ExpireUnsent(d, o) ==
  LET x == Now(d, o) IN
  /\ May("expire") /\ x.st = "submitting" /\ Fits(d, o)
  /\ Op(d, o).at \in {"out", "hand"} \/ (~On("handed") /\ Op(d, o).at \in {"mark", "conf"})
  /\ Put(d, o, [x EXCEPT !.st = "expired"], IF On("handed") \/ Op(d, o).at = "out" THEN Idle ELSE Op(d, o))
  /\ ghost' = [ghost EXCEPT !.ended = @ \cup {x.r}]
  /\ UNCHANGED <<net, seen, copy, kind>>

Answer(op, what) == [op EXCEPT !.at = "ans", !.by = what]

(* Orders/Order/LiveOrder+Wallet.swift obstacle: the first look at the marks, and the own mark *)
Mark(d, o) ==
  LET op == Op(d, o) IN
  /\ op.at = "out" /\ UNCHANGED <<ledger, seen, copy, ghost, kind>>
  /\ IF Foreign(d, op.tx.r, op.tx)
     THEN SetOp(d, o, Answer(op, "foreign")) /\ UNCHANGED net
     ELSE /\ mem' = [mem EXCEPT ![d].op[o].at = "mark"]
          /\ \/ net' = IF On("marks") THEN [net EXCEPT !.marks = @ \cup {op.tx}] ELSE net
             \/ May("unmarked") /\ UNCHANGED net

(* Orders/Order/LiveOrder+Wallet.swift obstacle: the second look *)
LookAgain(d, o) ==
  LET op == Op(d, o) IN
  /\ op.at = "mark"
  /\ SetOp(d, o, IF Foreign(d, op.tx.r, op.tx) THEN Answer(op, "foreign") ELSE [op EXCEPT !.at = "conf"])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/OrderEnvironment.swift isWriting; Ledger/Ledger.swift confirmHolding: an empty unit right before handing over *)
Confirm(d, o) ==
  /\ Op(d, o).at = "conf" /\ (On("confirm") => Fence(d))
  /\ SetOp(d, o, [Op(d, o) EXCEPT !.at = "hand"])
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/Order/LiveOrder+Wallet.swift send: the network takes the transaction or does not, and the answer may be lost. A
   refusal is of this moment. One that comes although the transaction is there is that of the node that has it. *)
Hand(d, o) ==
  LET op == Op(d, o)
      t == op.tx
      taken == [net EXCEPT !.pool = @ \cup ({t} \ @) ]
  IN
  /\ op.at = "hand"
  /\ \/ /\ t \in InNet /\ UNCHANGED net
        /\ \E a \in {"accepted"} \cup (IF May("lost") THEN {"lost"} ELSE {})
             \cup (IF May("reject") THEN {"rejected"} ELSE {}) : SetOp(d, o, Answer(op, a))
     \/ /\ t \in net.dead \cup net.near /\ UNCHANGED net
        /\ SetOp(d, o, Answer(op, "rejected"))
     \/ /\ t \notin InNet \cup net.dead \cup net.near
        /\ \/ net' = taken /\ SetOp(d, o, Answer(op, "accepted"))
           \/ May("lost") /\ net' = taken /\ SetOp(d, o, Answer(op, "lost"))
           \/ May("lost") /\ UNCHANGED net /\ SetOp(d, o, Answer(op, "lost"))
           \/ May("reject") /\ UNCHANGED net /\ SetOp(d, o, Answer(op, "rejected"))
           \/ May("reject") /\ net' = taken /\ SetOp(d, o, Answer(op, "rejected"))
  /\ UNCHANGED <<seen, copy, ghost, kind>>

Fail(d, o) ==
  /\ Put(d, o, [Now(d, o) EXCEPT !.st = "failed"], Idle)
  /\ ghost' = [ghost EXCEPT !.ended = @ \cup {Now(d, o).r}]

(* PaymentsCore/Orders/OrderMachine+Submission.swift reactWhileSubmitted, rejected, doubt; OrderMachine+HeldBack.swift
   holdBack: what a foreign mark has kept from the network waits for the owner, and is only looked up meanwhile. *)
Answered(d, o) ==
  LET op == Op(d, o)
      x == Now(d, o)
  IN
  /\ op.at = "ans"
  /\ IF x.st \notin {"submitting", "inflight"} THEN SetOp(d, o, Idle) /\ UNCHANGED ghost
     ELSE IF op.by = "rejected" /\ x.st = "submitting"
     THEN IF On("look") THEN SetOp(d, o, [op EXCEPT !.at = "ref"]) /\ UNCHANGED ghost ELSE Fits(d, o) /\ Fail(d, o)
     ELSE Fits(d, o) /\ UNCHANGED ghost
       /\ Put(d, o, [x EXCEPT !.st = "inflight", !.held = @ \/ (op.by = "foreign" /\ On("heldback"))], Idle)
  /\ UNCHANGED <<net, seen, copy, kind>>

(* The same, networkLacksIt with a refusal: the wallet that has just refused it is asked whether it is there. *)
LookAfterRefusal(d, o) ==
  LET op == Op(d, o)
      x == Now(d, o)
  IN
  /\ op.at = "ref" /\ Fits(d, o)
  /\ IF op.tx \in net.block THEN Put(d, o, [x EXCEPT !.st = "succeeded"], Idle) /\ UNCHANGED ghost
     ELSE IF op.tx \in net.pool \cup net.near THEN Put(d, o, [x EXCEPT !.st = "inflight"], Idle) /\ UNCHANGED ghost
     ELSE Fail(d, o)
  /\ UNCHANGED <<net, seen, copy, kind>>

(* PaymentsCore/Orders/OrderMachine+Submission.swift recover *)
Recover(d, o) ==
  LET x == Now(d, o) IN
  /\ Live(d) /\ x.st = "submitting" /\ Op(d, o) = Idle /\ Fits(d, o)
  /\ Put(d, o, [x EXCEPT !.st = "inflight"], Idle)
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/Order/LiveOrder+Wallet.swift lookUp, broadcast; OrderMachine+Submission.swift networkHasIt, networkLacksIt,
   conflicted. The answer may be behind. *)
Lookup(d, o) ==
  LET x == Now(d, o)
      t == x.tx
      lacks == t \notin InNet \cup net.near \cup net.dead
  IN
  /\ Live(d) /\ x.st = "inflight" /\ Op(d, o) = Idle
  /\ \/ t \in net.block /\ Fits(d, o) /\ Put(d, o, [x EXCEPT !.st = "succeeded"], Idle) /\ UNCHANGED ghost
     \/ t \in net.dead /\ Fits(d, o) /\ Fail(d, o)
     \/ t \in net.near /\ ~On("depth") /\ Fits(d, o) /\ Fail(d, o)
     \/ /\ ~x.held
        /\ lacks \/ (May("lag") /\ t \in InNet)
        /\ IF On("same")
           THEN Fence(d) /\ SetOp(d, o, [Idle EXCEPT !.at = "out", !.tx = t])
           ELSE Fits(d, o) /\ Put(d, o, [x EXCEPT !.st = "approved", !.tx = NoTx], Idle)
        /\ UNCHANGED ghost
  /\ UNCHANGED <<net, seen, copy, kind>>

(* ---------------------------------------------------------------- wallet, network and the clock *)

Network ==
  \/ \E t \in net.pool : net' = [net EXCEPT !.pool = @ \ {t}, !.block = @ \cup {t}]
  \/ May("reorganise") /\ \E t \in net.block : net' = [net EXCEPT !.block = @ \ {t}, !.pool = @ \cup {t}]
  \/ May("rise") /\ \E f \in Fees \ {net.fee} : net' = [net EXCEPT !.fee = f]
  (* Another transaction takes the coins, at the owner's word (Provider/Approvals/AbandonCommand.swift end) or by hand. In a
     block of its own it may still be undone; deep in the chain it is final. *)
  \/ May("conflict") /\ \E t \in OwnTxs \ (InNet \cup net.dead \cup net.near) : net' = [net EXCEPT !.near = @ \cup {t}]
  \/ \E t \in net.near : net' = [net EXCEPT !.near = @ \ {t}, !.dead = @ \cup {t}]
  \/ May("conflict") /\ \E t \in net.near : net' = [net EXCEPT !.near = @ \ {t}]
  (* The wallet is restored from its seed, which has no marks. *)
  \/ May("seed") /\ net.marks # {} /\ net' = [net EXCEPT !.marks = {}]

World0 == Network /\ UNCHANGED <<ledger, mem, seen, copy, ghost, kind>>

(* ---------------------------------------------------------------- daemons *)

(* Whatever a daemon remembered is lost; it stands by from then on. A pause needs no action: a daemon that is stopped takes
   no step, and goes on later with what it remembered. *)
Crash(d) ==
  /\ May("crash") /\ Live(d) /\ mem' = [mem EXCEPT ![d] = Fresh]
  /\ UNCHANGED <<ledger, net, seen, copy, ghost, kind>>

(* Ledger/PostgreSQL/PostgresDatabase.swift beginWrite: LedgerError.fenced ends the process. *)
Ends(d) ==
  /\ On("fence") /\ Live(d) /\ ~Holder(d) /\ mem' = [mem EXCEPT ![d] = Fresh]
  /\ UNCHANGED <<ledger, net, seen, copy, ghost, kind>>

(* Ledger/PostgreSQL/PostgresLease.swift take; Orders/Order/Orders+Recovering.swift recover: the lease has run out, whether
   its holder is dead or only stopped. *)
TakeOver(d) ==
  /\ ~Live(d)
  /\ IF kind THEN \A e \in Daemons : ~Holder(e) ELSE ledger.epoch < MaxEpoch + ghost.back
  /\ ledger' = [ledger EXCEPT !.epoch = @ + 1]
  /\ mem' = [mem EXCEPT ![d] = [Fresh EXCEPT !.ep = ledger.epoch + 1, !.ord = ledger.ord]]
  /\ seen' = [o \in Slots |-> 0]
  /\ UNCHANGED <<net, copy, ghost, kind>>

(* A second life of what the holder does, with the same lease: what Orders/Orders.swift begin, and LiveOrder.swift takeUp and
   begin, exclude. *)
Double(d) ==
  /\ ~On("one") /\ ~Live(d) /\ \E e \in Daemons : Holder(e)
  /\ mem' = [mem EXCEPT ![d] = [Fresh EXCEPT !.ep = ledger.epoch, !.ord = ledger.ord]]
  /\ UNCHANGED <<ledger, net, seen, copy, ghost, kind>>

(* Orders/Sends/SendWatch.swift mustBeReviewed, holdOrders: what the daemon does next with each of its orders. *)
Doubted(d, sends) ==
  LET doubtful(x) == Open(x) /\ x.tx = NoTx /\ ~x.held /\
        ((\E s \in sends : s.tx.r = x.r /\ s.tx \notin ledger.cleared)
          \/ (x.st = "approved" /\ \E s \in sends : s.v = "open"))
  IN [o \in Slots |-> IF doubtful(Now(d, o)) /\ Op(d, o) = Idle THEN [Idle EXCEPT !.at = "hold"] ELSE Op(d, o)]

(* Orders/Sends/SendWatch.swift compare, store; PaymentsCore/Sends/SendComparison.swift unknown: before anything is paid, the
   wallet's list of sends is compared with the ledger. With a mark, paying stops; without one, the send is remembered. *)
Compare(d) ==
  LET found == IF On("compare")
        THEN {[tx |-> t, v |-> IF t \in net.marks THEN "open" ELSE "noted"] : t \in {t \in InNet : ~Known(t)}} ELSE {}
  IN
  /\ Fence(d) /\ ~mem[d].cmp
  /\ ledger' = [ledger EXCEPT !.sends = @ \cup found]
  /\ mem' = [mem EXCEPT ![d].cmp = TRUE, ![d].op = Doubted(d, ledger.sends \cup found)]
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* Orders/Sends/SendWatch.swift compare, holdOrders: later looks find only what is marked; the rest is the owner's life. *)
LookAtSends(d) ==
  LET found == {[tx |-> t, v |-> "open"] : t \in {t \in InNet \cap net.marks : ~Known(t)}} IN
  /\ Fence(d) /\ mem[d].cmp /\ On("compare") /\ found # {}
  /\ ledger' = [ledger EXCEPT !.sends = @ \cup found]
  /\ mem' = [mem EXCEPT ![d].op = Doubted(d, ledger.sends \cup found)]
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* PaymentsCore/Orders/OrderMachine+MaybePaid.swift hold *)
Hold(d, o) ==
  /\ Op(d, o).at = "hold" /\ Fits(d, o) /\ Put(d, o, [Now(d, o) EXCEPT !.held = TRUE], Idle)
  /\ UNCHANGED <<net, seen, copy, ghost, kind>>

(* ---------------------------------------------------------------- backups and the owner's word *)

(* Provider/Backup/BackupArchive.swift, or a dump of the database *)
TakeCopy ==
  /\ May("restore") \/ May("putback")
  /\ copy = <<>> /\ ledger.epoch > 0
  /\ copy' = <<ledger, ghost.auth>>
  /\ UNCHANGED <<ledger, mem, net, seen, ghost, kind>>

(* Provider/Backup/BackupRestoration.swift restore, RestoredLedger.swift prepare: with "restore", no provider runs, paying is
   locked, and each order without a transaction is held. With "putback", the database is put back under the daemons: each
   finds another holder, or fewer commits than it knows (PostgresPlace.swift hasAll). *)
GoBack ==
  /\ copy # <<>> /\ ghost.back < MaxBack
  /\ LET old == [copy[1] EXCEPT !.epoch = ledger.epoch + 1]
         held(x) == IF Open(x) /\ (x.tx = NoTx \/ On("resend")) THEN [x EXCEPT !.held = TRUE] ELSE x
     IN
       \/ /\ May("restore")
          /\ ledger' = [old EXCEPT !.locked = TRUE, !.ord = [o \in Slots |-> held(old.ord[o])]]
          /\ mem' = [d \in Daemons |-> Fresh]
       \/ May("putback") /\ ledger' = old /\ UNCHANGED mem
  /\ seen' = [o \in Slots |-> 0]
  /\ ghost' = [ghost EXCEPT !.back = @ + 1, !.auth = copy[2]]
  /\ UNCHANGED <<net, copy, kind>>

(* What the owner says is true: an order is not paid if nothing paid it, and nothing that was handed over still can. *)
Paid(r) == (\E t \in InNet : t.r = r) \/ \E d \in Daemons, o \in Slots : Op(d, o).at = "hand" /\ Op(d, o).tx.r = r

(* Provider/Sends/SendCommands.swift pay; OrderMachine+MaybePaid.swift release; OrderMachine+HeldBack.swift sendAfterAll: the
   order's own transaction is sent, after all that is looked at before any sending. *)
PayHeld(d, o) ==
  LET x == Now(d, o) IN
  /\ TakenUp(d, o) \/ (Live(d) /\ x.tx # NoTx)
  /\ x.held /\ ~Stopped /\ ~ledger.locked /\ ~Paid(x.r) /\ Fits(d, o) /\ Op(d, o) = Idle
  /\ LET new == [x EXCEPT !.held = FALSE, !.q = IF x.st = "approved" THEN @ ELSE 0] IN
     /\ ledger' = [ledger EXCEPT !.ord[o] = new, !.cleared = @ \cup {t \in net.marks \cup {s.tx : s \in ledger.sends} :
          t.r = x.r /\ t \notin OwnTxs}]
     /\ mem' = [mem EXCEPT ![d].ord[o] = new]
  /\ ghost' = [ghost EXCEPT !.ended = @ \ {x.r}]
  /\ UNCHANGED <<net, seen, copy, kind>>

(* Provider/Sends/SendCommands.swift adopt; OrderMachine+MaybePaid.swift adopt; Orders/Order/HeldBackPayment.swift giveUp: a
   transaction of its own that was held back is erased, and its mark holds nothing back. *)
Adopt(d, o) ==
  LET x == Now(d, o) IN
  /\ TakenUp(d, o) \/ (On("heldback") /\ Live(d) /\ x.tx # NoTx /\ x.tx \notin InNet)
  /\ x.held /\ Fits(d, o) /\ Op(d, o) = Idle
  /\ \E s \in ledger.sends : s.tx.r = x.r /\ s.tx \in InNet
       /\ ledger' = [ledger EXCEPT !.sends = @ \ {s}, !.cleared = @ \cup ({x.tx} \ {NoTx}),
            !.ord[o] = [x EXCEPT !.st = "inflight", !.tx = s.tx, !.held = FALSE]]
       /\ mem' = [mem EXCEPT ![d].ord[o] = [x EXCEPT !.st = "inflight", !.tx = s.tx, !.held = FALSE]]
       /\ ghost' = [ghost EXCEPT !.auth[o] = s.tx.f]
  /\ UNCHANGED <<net, seen, copy, kind>>

(* Provider/Sends/SendCommands.swift settle: these belong to requests that the ledger does not know any more. *)
Settle(d) ==
  /\ Fence(d) /\ mem[d].cmp /\ Stopped
  /\ ledger' = [ledger EXCEPT !.sends = {[s EXCEPT !.v = "forgotten"] : s \in @}]
  /\ UNCHANGED <<mem, net, seen, copy, ghost, kind>>

(* ---------------------------------------------------------------- all together *)

Wallet(d, o) == Check(d, o) \/ Build(d, o) \/ Store(d, o) \/ Resolve(d, o) \/ Mark(d, o) \/ LookAgain(d, o) \/ Confirm(d, o)
  \/ Hand(d, o) \/ Answered(d, o) \/ LookAfterRefusal(d, o) \/ Recover(d, o) \/ Lookup(d, o)
Asking(d, o) == Insert(d, o) \/ Show(d, o) \/ Yes(d, o) \/ Standing(d, o) \/ StoreYes(d, o) \/ Requote(d, o)
Owner(d, o) == Hold(d, o) \/ PayHeld(d, o) \/ Adopt(d, o)
Ending(d, o) ==
  \/ May("no") /\ End(d, o, "rejected")
  \/ May("cancel") /\ End(d, o, "cancelled")
  \/ May("expire") /\ End(d, o, "expired")
  \/ ledger.revoked /\ End(d, o, "cancelled")
  \/ Now(d, o).held /\ End(d, o, "rejected")

Step ==
  \/ \E d \in Daemons : \/ \E o \in Slots : Wallet(d, o) \/ Asking(d, o) \/ Owner(d, o) \/ Ending(d, o)
                        \/ TakeOver(d) \/ Ends(d) \/ Compare(d) \/ LookAtSends(d) \/ Settle(d) \/ Setting(d)
  \/ World0

Kind == ~kind /\ "kind" \in World /\ kind' = TRUE /\ UNCHANGED <<ledger, mem, net, seen, copy, ghost>>

Next ==
  \/ Step \/ Kind \/ TakeCopy \/ GoBack
  \/ \E d \in Daemons : \/ Crash(d) \/ Double(d)
                        \/ \E o \in Slots : ExpireUnsent(d, o) \/ \E r \in Requests : Ask(d, o, r)

(* From the moment at which the world is kind, whoever can take a step takes one. *)
Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(Kind) /\ WF_vars(kind /\ Step)

(* It makes no difference which daemon is which, and which request. *)
Alike == Permutations(Daemons) \cup Permutations(Requests)

(* ---------------------------------------------------------------- what has to hold *)

(* No request is ever paid by two transactions. *)
PaidOnce == \A s, t \in InNet : s.r = t.r => s = t
(* What is sent has a fee that the owner, or a limit that was in force, had agreed to. *)
Agreed == \A o \in Slots : ledger.ord[o].st \in Sent => ledger.ord[o].tx.f <= ghost.auth[o]
(* And what the network has is what the ledger knows, unless the ledger went back. *)
Recorded == ghost.back > 0 \/ InNet \subseteq OwnTxs
WithinBudget == Elsewhere + Sum(Counted, ledger.ord, Slots) <= Budget
(* What was acknowledged is there, unless the ledger went back. *)
Kept == ghost.back > 0 \/ \A r \in ghost.told : ledger.claim[r] # 0
(* What has ended unpaid is never paid, also not after the end was lost, before the owner has said so again. *)
EndedUnpaid == \A t \in InNet : t.r \notin ghost.ended
(* Whoever writes knows what the ledger has. *)
Informed == \A d \in Daemons : Holder(d) => \A o \in Slots :
  Op(d, o).at \in {"unsure"} \/ Now(d, o) = ledger.ord[o]

(* An order never leaves its end, and nothing new is stored for the network while the wallet is locked, the app revoked, or
   paying stopped because of a send that the ledger does not know. *)
StaysEnded == [][\A o \in Slots : ghost'.back = ghost.back /\ ledger.ord[o].st \in Terminal =>
  ledger'.ord[o].st = ledger.ord[o].st]_vars
HoldsStill == [][\A o \in Slots : ghost'.back = ghost.back /\ ledger.ord[o].st = "approved" /\ ledger'.ord[o].st = "submitting"
  => ~ledger.locked /\ ~ledger.revoked /\ ~Stopped]_vars

(* That these are violated shows that the model gets there. *)
NothingIsPaid == \E o \in Slots : ledger.ord[o].st # "succeeded"
NothingIsPaidLater == \A o \in Slots : ~(ghost.back > 0 /\ ledger.ord[o].st = "succeeded" /\ copy[1].ord[o].tx = NoTx)

(* Where the world becomes kind, each request that was acknowledged reaches an end. *)
Arrives == \A r \in Requests : (r \in ghost.told) ~> (ledger.claim[r] # 0 /\ ledger.ord[ledger.claim[r]].st \in Terminal)
(* The same for an order that a ledger which was put back still has. *)
ArrivesLater == \A r \in Requests :
  (ledger.claim[r] # 0) ~> (ledger.claim[r] = 0 \/ ledger.ord[ledger.claim[r]].st \in Terminal)

=============================================================================
