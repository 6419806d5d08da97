"""What others show of a page: tags and cards of a book with an address, and what stands nowhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from PIL import Image

from .toy import Toy

BASE = "https://example.org/toy/"
ABOUT = "What a die shows, & why it is $3.5$."
HEAD = f'---\nmyst:\n  html_meta:\n    description: "{ABOUT}"\n'


@pytest.fixture(scope="module")
def shared(finished: Toy, tmp_path_factory: pytest.TempPathFactory) -> Toy:
    """A book that has an address, whose first chapter says what it is about."""
    made = finished.copy(tmp_path_factory.mktemp("shared") / "toy")
    made.edit("_config.yml", 'baseurl: ""', f'baseurl: "{BASE}"')
    made.edit("_config.yml", 'url: ""', 'url: "https://github.com/a/b"')
    made.edit("book/demo.md", "---\nkernelspec", f"{HEAD}kernelspec")
    made.edit("book/index.md", "# Toy", f"{HEAD.replace(ABOUT, 'Dice.')}---\n# Toy")
    made.do("build")
    return made


def told(toy: Toy, page: str) -> dict[str, str]:
    """What the head of a page says, by name."""
    head = BeautifulSoup(toy.site()[f"{page}.html"], "html.parser").head
    assert head
    named = {meta.get("property") or meta.get("name"): meta for meta in head.select("meta")}
    return {str(name): str(meta["content"]) for name, meta in named.items() if name}


def test_a_page_tells_of_itself_where_it_is_shared_and_cited(shared: Toy) -> None:
    found = told(shared, "book/demo")
    about = "What a die shows, & why it is 3.5."
    assert found["description"] == found["og:description"] == about
    assert found["og:title"] == found["citation_title"] == "A demonstration"
    address = f"{BASE}book/demo.html"
    assert found["og:url"] == found["citation_public_url"] == address
    assert found["citation_author"] == "Parlor Games contributors"
    assert found["citation_publication_date"] == "2023", "stamped last"
    with Image.open(shared.root / "_build/html" / found["og:image"].removeprefix(BASE)) as picture:
        size = (found["og:image:width"], found["og:image:height"])
        assert size == tuple(map(str, picture.size))
    assert told(shared, "index")["og:description"] == "Dice.", "at the top stands the title page"


def test_a_lab_opens_in_a_hosted_notebook(shared: Toy) -> None:
    """Of a project that says where it is cloned from; a page that asks nothing has no button."""
    site = shared.site()
    (button,) = BeautifulSoup(site["book/demo.html"], "html.parser").select("a.pr-binder")
    git, _, path = str(button["href"]).removeprefix("https://mybinder.org/v2/git/").partition("/")
    assert unquote(git) == "https://github.com/a/b"
    assert unquote(path) == "HEAD?urlpath=lab/tree/book/demo.md"
    assert b"pr-binder" not in site["book/index.html"]


def test_a_book_without_an_address_has_nothing_of_it(finished: Toy) -> None:
    assert not re.search(rb"og:|twitter:|citation_|<base", finished.site()["book/demo.html"])
    assert not [name for name in finished.site() if "social_previews" in name]


def test_a_page_that_is_none_leads_on_from_any_depth(shared: Toy, new_tab: Any) -> None:
    site = shared.root / "_build/html"

    def answer(route: Any) -> None:
        """As hosts of static pages do."""
        name = route.request.url.partition("?")[0].removeprefix(BASE)
        there = (site / name).is_file()
        route.fulfill(path=site / (name if there else "404.html"), status=200 if there else 404)

    page = new_tab()
    page.route("**/*", answer)
    failed: list[str] = []
    page.on("response", lambda got: failed.append(got.url) if got.status >= 400 else None)
    page.goto(f"{BASE}book/gone/deeper/page.html")
    assert page.get_by_role("heading", level=1).inner_text() == "No such page"
    assert failed == [f"{BASE}book/gone/deeper/page.html"], "its styles and scripts are found"
    links = {link.evaluate("e => e.href") for link in page.locator("a").all()}
    assert f"{BASE}book/demo.html" in links
    for link in links:
        assert (site / Path(link.partition("#")[0].removeprefix(BASE))).is_file(), link
    page.locator("article").get_by_role("searchbox").fill("demonstration")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{BASE}search.html?q=demonstration")
    page.get_by_role("link", name="A demonstration").first.wait_for()
    page.close()
