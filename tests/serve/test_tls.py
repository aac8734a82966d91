"""Served with a certificate: https for the page, wss for the socket, and a cookie that never goes over plain http."""

import asyncio
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.serving import CODE, Serving
from tests.serve.wire import Wire, ask

OPENSSL = shutil.which("openssl")
DAYS = "2"


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate for this machine and its key, made now and good for two days."""
    if OPENSSL is None:
        pytest.skip("there is no openssl here to make a certificate with")
    certificate, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    made = subprocess.run(
        [OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", DAYS,
         "-subj", "/CN=companion", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        capture_output=True,
        text=True,
        check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    return certificate, key


def test_a_phone_plays_over_tls_and_plain_http_gets_nothing(tmp_path: Path, pair: tuple[Path, Path]) -> None:
    certificate, key = pair
    trust = ssl.create_default_context(cafile=str(certificate))

    async def scene(serving: Serving) -> None:
        page = await ask(serving.url, tls=trust)
        assert "; Secure" in page.headers["set-cookie"]
        async with Wire(serving.url, tls=trust) as phone:
            await phone.open(f"/join/{CODE}")
            await phone.tap("Ada")
            await phone.tap("Take this seat")
            await phone.until(lambda: phone.route.startswith("/table"))
        with pytest.raises((ConnectionError, IndexError, ValueError)):
            await ask(serving.url.replace("https", "http"))

    with Serving(tmp_path / "data", "--cert", str(certificate), "--key", str(key), scheme="https") as serving:
        asyncio.run(scene(serving))
        assert f"https://127.0.0.1:{serving.port}/host/" in serving.log()
        assert "Plain http" not in serving.log()
        assert "Traceback" not in serving.log()


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--cert", "{cert}"], "only good together"),
        (["--cert", "{cert}", "--key", "nowhere.pem"], "there is no such file"),
        (["--cert", "{key}", "--key", "{cert}"], "are no certificate and its key"),
        (["--code", "ABC"], "at least 6"),
    ],
)
def test_what_cannot_be_served_is_said_in_one_sentence(
    tmp_path: Path, pair: tuple[Path, Path], options: list[str], sentence: str
) -> None:
    certificate, key = pair
    told = [option.format(cert=certificate, key=key) for option in options]
    ended = subprocess.run(
        [sys.executable, "-m", "companion.cli", "serve", *told],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
        env={"COMPANION_DATA": str(tmp_path / "data")},
    )
    assert ended.returncode != 0
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr
