"""A package shows its face, its public modules and packages, and nothing else."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

FACE = """from typing import TYPE_CHECKING
from parlor.core.face import shown
if TYPE_CHECKING:
    from .till import pay
__all__ = ["pay"]
__getattr__, __dir__ = shown(__name__, __path__, __all__)
"""


def test_names_come_when_they_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    till = 'import math\n\n__all__ = ["pay", "count"]\npay = count = 7\n'
    files = {"__init__": FACE, "till": till, "kernels": till, "_own": "", "bare": "pay = 1\n"}
    files["inner/__init__"] = FACE.replace(".till", ".drawer").replace("pay", "coin")
    files["inner/drawer"] = 'import math\n\n__all__ = ["coin"]\ncoin = 5\n'
    for name, text in files.items():
        (tmp_path / "a_shop" / f"{name}.py").parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "a_shop" / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    shop = importlib.import_module("a_shop")
    assert dir(shop) == ["inner", "pay", "till"]
    assert dir(shop.inner) == ["coin", "drawer"]
    assert "a_shop.till" not in sys.modules
    assert shop.pay == 7
    assert vars(shop)["pay"] == 7
    assert dir(shop.inner.drawer) == ["coin"]
    assert shop.inner.coin == 5
    assert shop.kernels.pay == 7
    assert shop.bare.pay == 1
    for name in ("_own", "none", "count"):
        with pytest.raises(AttributeError, match=f"module 'a_shop' has no attribute '{name}'"):
            getattr(shop, name)
