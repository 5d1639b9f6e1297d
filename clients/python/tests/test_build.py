"""The wheel and the sdist are built without a network, and the wheel works and is typed."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from daemon import ROOT

HERE = ROOT / "clients" / "python"


def test_wheel_and_sdist(tmp_path: Path):
    source = tmp_path / "source"
    subprocess.run(["cp", "-r", HERE, source], check=True)
    # A proxy that nobody listens at: whatever asked the network would fail.
    environment = {**os.environ, "https_proxy": "http://127.0.0.1:9", "http_proxy": "http://127.0.0.1:9",
                   "PIP_NO_INDEX": "1"}
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", tmp_path / "dist", source],
        capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    (sdist,) = (tmp_path / "dist").glob("*.tar.gz")
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("payport/py.typed", "payport/generated/payments.json", "payport/mcp/__main__.py"):
        assert name in names
    assert not [name for name in names if name.startswith("tests")]
    assert any(name.endswith("payport/py.typed") for name in tarfile.open(sdist).getnames())
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    code = "import payport, payport.schemas as s; s.Schemas.shared(); print(payport.__file__, payport.__version__)"
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")})
    assert run.stdout.startswith(str(tmp_path / "installed")), run.stderr
    requires = [line for line in zipfile.ZipFile(wheel).read(
        next(name for name in names if name.endswith("METADATA"))).decode().splitlines()
                if line.startswith("Requires-Dist")]
    assert sorted(line.split()[1].split(">")[0] for line in requires) == ["cryptography", "websockets"]
