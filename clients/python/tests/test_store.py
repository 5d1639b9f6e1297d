"""The app's own folder: what others could have touched is not used."""

import os

import pytest

from payport.errors import StoreDamaged
from payport.files import Folder
from payport.mcp.tools import normal
from payport.store import Store


def test_a_key_file_with_a_second_name_is_refused(tmp_path):
    store = Store(tmp_path / "app")
    key = store.identity().private_bytes_raw()
    os.link(tmp_path / "app" / "identity", tmp_path / "elsewhere")
    with pytest.raises(StoreDamaged):
        store.identity()
    (tmp_path / "elsewhere").unlink()
    assert store.identity().private_bytes_raw() == key
    # The name under which a process of the app has just written it is no stranger's.
    os.link(tmp_path / "app" / "identity", tmp_path / "app" / f".{os.getpid()}-0123456789abcdef.new")
    assert store.identity().private_bytes_raw() == key
    store.close()


def test_a_folder_that_everybody_could_replace_is_refused(tmp_path):
    above = tmp_path / "state"
    above.mkdir()
    above.chmod(0o777)
    with pytest.raises(StoreDamaged):
        Folder.at(above / "app")
    # In a folder such as /tmp everybody removes only what is his own.
    above.chmod(0o1777)
    Folder.at(above / "app").close()


def test_what_a_model_types_a_little_otherwise_is_the_same_request():
    assert {normal(text) for text in ("p1", "P1 ", " p1", "\uff50\uff11")} == {"p1"}
    assert normal("Dinner  for two") == "dinner for two"
    assert normal("p1") != normal("p 1")
