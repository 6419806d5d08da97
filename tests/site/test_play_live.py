"""Games as widgets of Jupyter: the same scripts in one module, with anywidget's interface."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from chapters.guts import play
from chapters.token_game import tables
from playing import PLAY
from press.page.chapter import Chapter
from press.page.widgets import Live, module

DATA = {"token": lambda: tables.perfect_players(3), "guts": lambda: play.table_data(2)}
KINDS = sorted(path.stem for path in PLAY.glob("*.js") if path.stem != "shared")

# Jupyter's part: a model whose state lives elsewhere and may change there, and a place to draw.
RENDER = """async ([esm, css, data, state]) => {
  const style = document.createElement("style");
  style.textContent = css;
  document.head.append(style);
  const listeners = [];
  const values = { data, state };
  window.model = {
    get: (name) => values[name],
    set: (name, value) => { values[name] = value; },
    save_changes: () => { window.saved = { ...values.state }; },
    on: (event, act) => listeners.push(act),
    off: () => {},
    moveElsewhere: (changed) => { values.state = changed; listeners.forEach((act) => act()); },
  };
  const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const el = document.createElement("div");
  document.body.append(el);
  await widget.render({ model: window.model, el });
}"""


def drawn(page: Page, kind: str, state: dict[str, str]) -> Page:
    """Draw a game as Jupyter would."""
    live = Live(kind, DATA[kind](), "A game")
    page.set_content("<!doctype html><html lang='en'><title>Lab</title><body></body></html>")
    page.evaluate(RENDER, [live._esm, live._css, live.data, state])
    return page


@pytest.mark.parametrize("kind", KINDS)
def test_each_game_is_a_module_that_exports_a_widget(page: Page, kind: str) -> None:
    exported = page.evaluate(
        """async (esm) => {
          const url = URL.createObjectURL(new Blob([esm], { type: "text/javascript" }));
          const found = await import(url);
          return [Object.keys(found), typeof found.default.render];
        }""",
        module(kind, "A game"),
    )
    assert exported == [["default"], "function"]


def test_the_state_is_shared_with_python(page: Page) -> None:
    drawn(page, "token", {"seed": "1"})
    page.get_by_role("button", name="Stack 7, ").click()
    expect(page.locator(".pr-status")).to_contain_text("Stack 5 was better")
    assert page.evaluate("saved.moves") == "7.8.6"
    page.evaluate("model.moveElsewhere({ board: 'line', players: '3', seed: '1', moves: '5' })")
    expect(page.locator(".pr-status")).to_contain_text("You take $21.")


def test_a_page_at_work_gives_a_widget(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.delenv("PRESS_RUN", raising=False)
    given = tables.perfect_players(2)
    shown = Chapter("token_game").widget("token", "play", given, "The token game")
    assert isinstance(shown, Live)
    assert shown.data == json.loads(json.dumps(given))  # as a page of the book reads it
    monkeypatch.setenv("PRESS_RUN", str(tmp_path))
    shown = Chapter("token_game").widget("token", "play", given, "The token game")
    assert shown.pieces == (("widget", "play"),) and (tmp_path / "widgets" / "play.js").is_file()
