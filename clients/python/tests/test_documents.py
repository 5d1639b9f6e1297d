"""Answers to documents that were forged, are of another document, or are in the archive (chapter 12); and their
YAML."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from payport import DocumentError, documents, yaml
from payport.documents import Document, DocumentFolder
from payport.encoding import to_base64url

APP, PROVIDER, OTHER = (Ed25519PrivateKey.generate() for _ in range(3))
KEY = os.urandom(32)
FIELDS = {"currency": "LTC", "address": "somewhere", "amount": "0.5"}


class Wallet:
    """The provider's side of one folder."""

    def __init__(self, path: Path) -> None:
        self.folder = path / "payments" / "payment_orders" / "shop"
        self.folder.mkdir(parents=True)
        for place in (path, *path.glob("**/")):
            place.chmod(0o700)
        self.documents = DocumentFolder(
            str(path), "shop", KEY, PROVIDER.public_key().public_bytes_raw(), APP.public_key().public_bytes_raw())

    def submit(self, sealed: bool = False) -> Document:
        return self.documents.submit("payment_order", "stem", FIELDS, sealed, APP.sign)

    def answer(self, document: Document, *, signer=PROVIDER, named=PROVIDER, addressee=APP, place: Path | None = None,
               **members: object) -> None:
        fields = {
            "spec": "payment_order_answer", "version": 1, "document": document.file, "state": "ended",
            "digest": document.digest, **members}
        text = yaml.write({member: value for member, value in fields.items() if value is not None})
        name = document.answer_file
        if document.sealed:
            text = documents.seal(KEY, os.urandom(12), text, name)
        signed_at = "2026-03-20T12:00:00.000Z"
        signature = signer.sign(documents.signed_message(
            documents._ANSWER, addressee.public_key().public_bytes_raw(), name, signed_at, text))
        place = place or self.folder
        (place / name).write_bytes(text)
        (place / f"{name}.sig").write_text(json.dumps({
            "v": 1, "key": to_base64url(named.public_key().public_bytes_raw()), "signed_at": signed_at,
            "signature": to_base64url(signature)}))


@pytest.fixture
def wallet(tmp_path):
    return Wallet(tmp_path / "services")


@pytest.mark.parametrize("sealed", [False, True])
def test_a_signed_answer_is_believed(wallet, sealed):
    document = wallet.submit(sealed)
    assert wallet.documents.answer(document) is None
    wallet.answer(document)
    assert wallet.documents.answer(document)["state"] == "ended"
    content = (wallet.folder / document.file).read_bytes()
    assert hashlib.sha256(content).digest() == documents.from_base64url(document.digest)
    assert (b"somewhere" in content) is not sealed


@pytest.mark.parametrize("forged", [
    {"signer": OTHER}, {"signer": OTHER, "named": OTHER}, {"named": OTHER}, {"addressee": OTHER}],
    ids=["another signer", "another key", "another name", "to another app"])
@pytest.mark.parametrize("sealed", [False, True])
def test_a_forged_answer_is_not_believed(wallet, sealed, forged, monkeypatch):
    monkeypatch.setattr(documents, "DOUBT_SECONDS", 0)
    document = wallet.submit(sealed)
    wallet.answer(document, **forged)
    with pytest.raises(DocumentError, match="not signed by the wallet"):
        wallet.documents.answer(document)
    with pytest.raises(DocumentError):
        asyncio.run(wallet.documents.follow(document, None))


def test_an_answer_to_an_earlier_document_of_the_name_is_none(wallet):
    document = wallet.submit()
    wallet.answer(document, digest=to_base64url(bytes(32)))
    assert wallet.documents.answer(document) is None


def test_an_answer_without_a_digest_is_about_the_document_beside_it(wallet):
    """The provider did not read the file, and says why (12.10)."""
    document = wallet.submit()
    wallet.answer(document, state="refused", digest=None)
    assert wallet.documents.answer(document)["state"] == "refused"


def test_an_answer_of_another_file_is_not_believed(wallet):
    plain, sealed = wallet.submit(), wallet.submit(sealed=True)
    wallet.answer(plain)
    for end in ("", ".sig"):
        (wallet.folder / f"{plain.answer_file}{end}").rename(wallet.folder / f"{sealed.answer_file}{end}")
    with pytest.raises(DocumentError):
        wallet.documents.answer(sealed)


def test_the_newest_archive_with_the_highest_number_counts(wallet):
    document = wallet.submit()
    for day, state in [("2026-03-20", "old"), ("2026-03-21", "first"), ("2026-03-21.2", "second"),
                       ("2026-03-21.10", "third")]:
        place = wallet.folder / "archive" / day
        place.mkdir(parents=True, mode=0o700)
        wallet.answer(document, place=place, state=state)
        (place / document.file).write_bytes(b"")
    # A day on which another document ended does not count.
    (wallet.folder / "archive" / "2026-03-22").mkdir()
    assert wallet.documents.answer(document)["state"] == "third"


def test_links_and_folders_of_others_are_not_used(wallet, tmp_path):
    document = wallet.submit()
    (tmp_path / "answer").write_text("x")
    (wallet.folder / document.answer_file).symlink_to(tmp_path / "answer")
    (wallet.folder / f"{document.answer_file}.sig").write_text("x")
    with pytest.raises(DocumentError, match="link"):
        wallet.documents.answer(document)
    wallet.folder.chmod(0o755)
    with pytest.raises(DocumentError, match="open to others"):
        wallet.submit()
    wallet.folder.chmod(0o700)
    wallet.folder.rename(tmp_path / "moved")
    wallet.folder.symlink_to(tmp_path / "moved")
    with pytest.raises(DocumentError, match="link"):
        wallet.submit()


def test_a_document_is_never_there_without_its_signature(wallet, monkeypatch):
    order = []
    rename = os.rename
    monkeypatch.setattr(os, "rename", lambda old, new, **at: (order.append(new), rename(old, new, **at)))
    document = wallet.submit()
    assert order == [f"{document.file}.sig", document.file]


# YAML

def test_the_yaml_of_answers_is_read():
    text = '''
# a heading
spec: payment_order_answer
version: 1
digest: uWsA-_8 # a remark
state: "ended"
amount: 0.50
empty:
yes_or_no: no
list: [one, "two, three", 4]
none: []
result:
  invoice:
    transfers:
      - transaction_id: "5f \\"#1\\" \\u00e9\\n"
        confirmations: 6
      -
        transaction_id: x
    words:
    - plain
    - "quoted"
    "a key": true
'''
    assert yaml.read(text.encode()) == {
        "spec": "payment_order_answer", "version": 1, "digest": "uWsA-_8", "state": "ended", "amount": "0.50",
        "empty": None,
        "yes_or_no": "no", "list": ["one", "two, three", 4], "none": [],
        "result": {"invoice": {
            "transfers": [{"transaction_id": '5f "#1" \u00e9\n', "confirmations": 6}, {"transaction_id": "x"}],
            "words": ["plain", "quoted"], "a key": True}}}


@pytest.mark.parametrize("text", [
    "a: 1\na: 2\n", "a: &x 1\n", "a: *x\n", "a: !t x\n", "a: |\n  x\n", "a: 'x'\n", "- a\n", "a: 1\n   b: 2\n", "a\n",
    "",
    "a: {b: 1}\n", "a: [1, [2]]\n", 'a: "x\n', "a: [1\n", "  a: 1\nb: 2\n", "\xff", "a: \"\\x\"\n",
    "".join(" " * depth + "a:\n" for depth in range(40))])
def test_other_yaml_is_refused(text):
    with pytest.raises(DocumentError):
        yaml.read(text.encode("latin-1"))


@pytest.mark.parametrize("value",
                         ["plain", "0.5", "no", "a: b # c", 'quote " and \\', "line\nbreak\ttab", "ü 😀 \u2028\x7f\x85"])
def test_what_is_written_is_read_again(value):
    written = yaml.write({"a": value, "b": 7}).decode()
    assert yaml.read(written.encode()) == {"a": value, "b": 7}
    assert not set(written) & set("\t\x7f\x85\u2028")
