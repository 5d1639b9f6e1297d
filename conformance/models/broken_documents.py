"""Broken providers that carry out documents which they should refuse (chapter 12)."""

from .amounts import now, stamp
from .broken import around, broken


def _signed_anyhow(*reasons):
    def change(provider):
        from .documents import Problem

        def signature(sound, app, path, data):
            try:
                return sound(app, path, data)
            except Problem as problem:
                if problem.reason not in reasons:
                    raise
                return stamp(now())

        around(provider.documents, "_signature", signature)
    return change


broken("document of another key is taken", "P12.10", "whoever can write the folder is the app")(
    _signed_anyhow("wrong_key"))
broken("signature of other bytes is taken", "P12.16", "a document can be changed after it was signed")(
    _signed_anyhow("bad_signature"))
broken("document needs no signature", "P12.08", "a file is enough")(_signed_anyhow("unsigned"))


@broken("document of another request is taken", "P12.22", "an invoice's folder pays")
def other_request(provider):
    from .documents import FOLDERS

    async def request_of(sound, app, request, path, data, known):
        try:
            spec = provider.documents._parse(data)[0]
        except Exception:
            spec = request
        return await sound(app, spec if spec in FOLDERS else request, path, data, known)

    around(provider.documents, "_request", request_of)


@broken("folder may be open or a link", "P12.67", "another user of the machine puts documents in")
def any_folder(provider):
    provider.documents.usable = lambda folder: folder.is_dir()


@broken("nonce of a sealing is used again", "P12.68", "who sees two answers reads both")
def one_nonce(provider):
    sound = provider.documents.seal
    provider.documents.seal = lambda key, name, text: sound(key, name, text, nonce=bytes(12))
