"""HTML from templates: what stands in a place is text, and lines leave no mark."""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from press.project import templates

TEMPLATE = """
{# A comment. #}
{% macro item(text) %}
<li title="{{ text }}">
  {{ text }}
</li>
{% endmacro %}
<ul>
  {{ item(first) }}
  {% if more %}and {{ more }}
    more{% endif %}
</ul>
"""


@pytest.fixture
def template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "assets/html").mkdir(parents=True)
    (tmp_path / "assets/html/list.html").write_text(TEMPLATE, "utf-8")
    monkeypatch.setattr(templates, "PRESS", tmp_path)
    monkeypatch.setattr(templates, "_environment", templates._environment.__wrapped__)
    return "list.html"


def test_values_are_text_and_a_templates_lines_leave_no_mark(template: str) -> None:
    made = templates.html(template, first="'<b>' \"&\"", more=Markup("<i>2</i>"))
    told = "'&lt;b&gt;' {0}&amp;{0}"
    item = f'<li title="{told.format("&#34;")}">{told.format(chr(34))}</li>'
    assert made == f"<ul>{item}and <i>2</i>more</ul>"


def test_a_value_that_is_missing_stops_the_build(template: str) -> None:
    with pytest.raises(UndefinedError, match="'more' is undefined"):
        templates.html(template, first="a")
