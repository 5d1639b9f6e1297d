"""A made-up wallet and its network: addresses, transactions, blocks, and what can go wrong."""

import hashlib
import secrets
from dataclasses import dataclass, field

from .amounts import now

LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
SHORTEST, LONGEST = 5_460, 84_000_000 * 10**8


class WalletFailure(Exception):
    """A call of the wallet failed. `done` is whether it had its effect all the same."""

    def __init__(self, reason: str, done: bool = False):
        super().__init__(reason)
        self.reason, self.done = reason, done


def letters(text: str, count: int) -> str:
    digest = hashlib.sha512(text.encode()).digest()
    return "".join(LETTERS[byte & 31] for byte in digest[:count])


@dataclass
class Transaction:
    transaction_id: str
    address: str
    units: int
    fee: int
    first_seen: float
    ours: bool
    """Whether this wallet sent it."""
    height: int | None = None
    replaced_by: "Transaction | None" = None
    conflicted_at: int | None = None
    """The height of the block that spends its coins otherwise."""
    forgotten: bool = False


@dataclass
class Wallet:
    """A currency of the wallet."""

    code: str
    name: str
    decimals: int
    confirmations: int
    scheme: str
    balance: int
    network: str = "mock"
    ready: str = "ready"
    fee: int = 28_200
    height: int = 100
    transactions: list[Transaction] = field(default_factory=list)
    own: set[str] = field(default_factory=set)
    faults: dict[str, str] = field(default_factory=dict)
    delays: dict[str, int] = field(default_factory=dict)

    # Addresses

    def example(self, number: object, network: str | None = None) -> str:
        prefix = f"{network or self.network}{self.code.lower()}1"
        body = prefix + letters(f"{prefix} {number}", 26)
        return body + letters("checksum " + body, 6)

    def new_address(self) -> str:
        address = self.example(secrets.token_hex(16))
        self.own.add(address)
        return address

    def network_of(self, address: str) -> str | None:
        """The network of an address of this currency; None if it is no such address."""
        head, _, rest = address.partition(f"{self.code.lower()}1")
        valid = len(rest) == 32 and head in ("mock", "test") and letters("checksum " + address[:-6], 6) == address[-6:]
        return head if valid else None

    # The network

    def receive(self, address: str, units: int) -> Transaction:
        transaction = Transaction(secrets.token_hex(32), address, units, 0, now(), ours=False)
        self.transactions.append(transaction)
        return transaction

    def mine(self, count: int) -> None:
        for _ in range(count):
            self.height += 1
            for transaction in self.transactions:
                if transaction.height is None and self.alive(transaction):
                    transaction.height = self.height

    def reorganise(self, count: int) -> None:
        for transaction in self.transactions:
            if transaction.height is not None and transaction.height > self.height - count:
                transaction.height = None
            if transaction.conflicted_at is not None and transaction.conflicted_at > self.height - count:
                transaction.conflicted_at = None
        self.height -= count

    def double_spend(self, transaction_id: str) -> None:
        transaction = self.find(transaction_id)
        self.height += 1
        transaction.conflicted_at = self.height
        transaction.height = None

    def raise_fee(self, transaction_id: str) -> Transaction:
        old = self.find(transaction_id)
        new = Transaction(secrets.token_hex(32), old.address, old.units, old.fee + 1_000, now(), ours=True)
        old.replaced_by = new
        self.transactions.append(new)
        return new

    def find(self, transaction_id: str) -> Transaction:
        return next(entry for entry in self.transactions if entry.transaction_id == transaction_id)

    def alive(self, transaction: Transaction) -> bool:
        return transaction.conflicted_at is None and transaction.replaced_by is None and not transaction.forgotten

    def depth(self, transaction: Transaction) -> int:
        return 0 if transaction.height is None else self.height - transaction.height + 1

    def seen(self) -> bool:
        """Whether the wallet can tell what the network has."""
        return self.ready in ("ready", "locked")

    # Paying

    def available(self) -> int:
        return self.balance - sum(
            entry.units + entry.fee for entry in self.transactions if entry.ours and self.alive(entry)) + sum(
            entry.units for entry in self.transactions
            if entry.address in self.own and not entry.ours and self.alive(entry) and entry.height is not None)

    def fault(self, step: str) -> None:
        """Fails if this step is to fail before it did anything."""
        if self.ready == "unavailable":
            raise WalletFailure("wallet_unavailable")
        if self.ready == "syncing" and step not in ("address",):
            raise WalletFailure("wallet_syncing")
        if self.ready == "locked" and step in ("prepare", "send", "quote"):
            raise WalletFailure("wallet_locked")
        kind = self.faults.pop(step, None)
        if kind in ("before", "after"):
            raise WalletFailure("wallet_timeout", done=kind == "after")
        if kind in ("forget", "reject"):
            self.faults[step] = kind

    def send(self, address: str, units: int, fee: int) -> Transaction:
        transaction = Transaction(secrets.token_hex(32), address, units, fee, now(), ours=True)
        kind = self.faults.pop("send", None)
        if kind == "reject":
            raise WalletFailure("payment_conflicted")
        self.transactions.append(transaction)
        transaction.forgotten = kind == "forget"
        return transaction


def wallets(balance: str) -> dict[str, Wallet]:
    units = int(float(balance))
    return {
        "LTC": Wallet("LTC", "Litecoin", 8, 6, "litecoin", units * 10**8),
        "XMR": Wallet("XMR", "Monero", 12, 10, "monero", units * 10**12, fee=30_000_000)}
