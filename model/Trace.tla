------------------------------- MODULE Trace -------------------------------
(* Whether what a story of the simulation has done is allowed by the model. scripts/traces.sh writes the module Stories with  *)
(* the traces, one for each request, and looks how far TLC comes in each. Between two looks that the trace has, the model may *)
(* take any step that changes nothing of what is written down.                                                                *)
EXTENDS Payport, Sequences, FiniteSets, Stories

VARIABLES
  k,       \* which trace
  i,       \* the last look of it that was reached
  names    \* the transactions in the order in which they were seen first; the trace numbers them so, too

all == <<vars, k, i, names>>

Story == Traces[k]
Look == Story.looks[i]
Done == i = Len(Story.looks)
Ahead == IF Done THEN Look ELSE Story.looks[i + 1]

(* What stands for the constants of the model: amounts and limits of this story. *)
StoryWorth == Story.worth
StoryUnasked == AllUnasked
StoryElsewhere == Look.others

Payer == CHOOSE d \in Daemons : TRUE
Order == ledger.ord[1]

Index(t, known) == IF t = NoTx THEN 0 ELSE CHOOSE n \in 1..Len(known) : known[n] = t
Indices(ts, known) == {Index(t, known) : t \in ts}

Visible == ({Order.tx} \cup InNet \cup net.near \cup net.dead \cup net.marks \cup {s.tx : s \in ledger.sends}) \ {NoTx}
(* What a trace has of ledger and network. Where the network is concerned, each place of a transaction is a part by itself:
   a look may have several changes, which the model makes one after another. *)
Parts(known) == [
  order |-> <<Order.st, Order.cap, Order.by, Order.held, Index(Order.tx, known), Order.tx.f>>,
  locked |-> ledger.locked, revoked |-> ledger.revoked, sends |-> Indices({s.tx : s \in ledger.sends}, known),
  taken |-> Indices(InNet, known), near |-> Indices(net.near, known), dead |-> Indices(net.dead, known),
  marks |-> Indices(net.marks, known)]

(* Each part is as it was, or as it will be. What the wallet said of fee and block may have been true a while ago, as the
   answer takes its time: any that it could have said since the order changed last will do. *)
Fitting(parts, from, to) == \A p \in DOMAIN parts : parts[p] \in {from.parts[p], to.parts[p]}
InTime(to) ==
  /\ net.fee \in to.fees
  /\ (\E t \in net.pool : t.r # NoRequest) => to.isWaiting
  /\ net.block # {} => to.isDeep

Reaches(to, known) == Parts(known) = to.parts /\ (to.ended # Look.ended => ~Live(Payer))

(* As Init has it, but for the lock and the fee of that moment. *)
TraceInit ==
  /\ k \in 1..Len(Traces)
  /\ i = 1
  /\ names = <<>>
  /\ ledger = [claim |-> [r \in Requests |-> 0], ord |-> [o \in Slots |-> NoOrder], locked |-> Look.parts.locked,
       revoked |-> FALSE, auto |-> TRUE, sends |-> {}, cleared |-> {}, epoch |-> 0]
  /\ mem = [d \in Daemons |-> Fresh]
  /\ net = [pool |-> {}, block |-> {}, near |-> {}, dead |-> {}, marks |-> {}, fee |-> CHOOSE fee \in Look.fees : TRUE]
  /\ seen = [o \in Slots |-> 0]
  /\ copy = <<>>
  /\ ghost = [told |-> {}, ended |-> {}, auth |-> [o \in Slots |-> 0], back |-> 0]
  /\ kind = FALSE

(* A process ends where the trace says so, and nowhere else. *)
MayEnd == Ahead.ended # Look.ended

TraceNext ==
  \/ /\ ~Done /\ Reaches(Ahead, names) /\ i' = i + 1 /\ UNCHANGED <<vars, k, names>>
  \/ /\ ~Done /\ ~Reaches(Ahead, names) /\ UNCHANGED <<k, i>>
     /\ Next /\ (\A d \in Daemons : Live(d) /\ ~Live(d)' => MayEnd)
     /\ LET new == {t \in Visible' : \A n \in 1..Len(names) : names[n] # t} IN
        Cardinality(new) <= 1 /\ names' = IF new = {} THEN names ELSE Append(names, CHOOSE t \in new : TRUE)
     /\ Fitting(Parts(names)', Look, Ahead)
     /\ InTime(Ahead)' \/ (net' # net /\ UNCHANGED <<ledger, mem>>)

TraceSpec == TraceInit /\ [][TraceNext]_all

(* Tells of each look of each trace once that it was reached. *)
Told == LET place == 1000 + k IN
  IF i > TLCGet(place) THEN TLCSet(place, i) /\ PrintT(<<"reached", Story.name, i, Len(Story.looks)>>) ELSE TRUE
ASSUME \A n \in 1..Len(Traces) : TLCSet(1000 + n, 0)

=============================================================================
