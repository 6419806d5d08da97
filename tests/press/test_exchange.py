"""What outlives the site: the crate, the manifest for a codecheck, the map of the site."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
import yaml

from .toy import ROOT, Toy

REFERENCES = ("author", "license", "conformsTo", "hasPart", "mentions", "citation", "about",
              "instrument", "object", "result", "agent", "programmingLanguage")  # fmt: skip


@pytest.fixture(scope="module")
def crate(finished: Toy) -> dict:
    return json.loads((finished.root / "_build/html/ro-crate-metadata.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def entities(crate: dict) -> dict[str, dict]:
    found = {entity["@id"]: entity for entity in crate["@graph"]}
    assert len(found) == len(crate["@graph"]), "each entity stands there once"
    return found


def ids(value: object) -> list[str]:
    return [one["@id"] for one in (value if isinstance(value, list) else [value]) if one]


def test_the_crate_says_what_it_is(crate: dict, entities: dict[str, dict]) -> None:
    """The musts of RO-Crate 1.1 on the metadata file and the root."""
    assert crate["@context"] == "https://w3id.org/ro/crate/1.1/context"
    told = entities["ro-crate-metadata.json"]
    assert told["@type"] == "CreativeWork" and ids(told["about"]) == ["./"]
    assert ids(told["conformsTo"]) == ["https://w3id.org/ro/crate/1.1"]
    root = entities["./"]
    assert root["@type"] == "Dataset" and root["name"] and root["description"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", root["datePublished"])
    assert entities[ids(root["license"])[0]]["name"] == "MIT License"


def test_whatever_the_crate_refers_to_stands_in_it(entities: dict[str, dict]) -> None:
    for entity in entities.values():
        assert entity["@type"] and entity["@id"]
        for name in REFERENCES:
            for target in ids(entity.get(name)):
                outside = target.startswith("http") and name == "conformsTo"
                assert target in entities or outside, f"{entity['@id']}: {name}: {target}"


def test_its_files_are_there_and_all_downloads_among_them(
    finished: Toy, entities: dict[str, dict]
) -> None:
    site = finished.root / "_build/html"
    files = {name for name, one in entities.items() if "File" in one["@type"]}
    for name in files:
        path = site / unquote(name)
        assert str(path.stat().st_size) == entities[name]["contentSize"], name
    assert files == set(ids(entities["./"]["hasPart"]))
    downloads = [path for path in (site / "downloads").rglob("*") if path.is_file()]
    assert {path.relative_to(site).as_posix() for path in downloads} <= set(map(unquote, files))


def test_a_run_is_an_action_with_parameters_and_results(entities: dict[str, dict]) -> None:
    (run,) = [one for one in entities.values() if one["@type"] == "CreateAction"]
    parameters = {entities[name]["name"]: entities[name]["value"] for name in ids(run["object"])}
    assert parameters["sides"] == "6" and parameters["label"] == '"a die"'
    assert "downloads/demo/demo.ipynb" in ids(run["instrument"])
    assert "downloads/demo/means.csv" in ids(run["result"])
    assert entities["downloads/demo/means.csv"]["name"] == "Mean of a die"


@pytest.mark.slow
def test_a_book_with_an_address_has_a_map_and_cards(toy: Toy) -> None:
    toy.edit("_config.yml", 'baseurl: ""', "baseurl: https://example.org/toy")
    assert toy.call("build")[0] == 0
    site = toy.site()
    tree = ElementTree.fromstring(site["sitemap.xml"])
    found = [place.text for place in tree.iter("{http://www.sitemaps.org/schemas/sitemap/0.9}loc")]
    assert found[0] == "https://example.org/toy/book/index.html" and len(found) == 3
    page = site["book/demo.html"].decode()
    card = re.search(r'property="og:image" content="https://example.org/toy/([^"]+)"', page)
    assert card is not None and site[card[1]].startswith(b"\x89PNG")
    assert '<link rel="canonical" href="https://example.org/toy/book/demo.html" />' in page
    assert "commit unknown. https://example.org/toy/book/demo.html" in page


def test_a_book_without_an_address_has_neither(finished: Toy) -> None:
    site = finished.site()
    assert "sitemap.xml" not in site and not [name for name in site if "cards/" in name]
    assert b'property="og:title"' in site["book/demo.html"]
    assert b"og:image" not in site["book/demo.html"]


# What version 1.2.0 of the Citation File Format asks of the fields that we use.
CITATION = {
    "type": "object",
    "required": ["cff-version", "message", "title", "authors"],
    "additionalProperties": False,
    "properties": {
        "cff-version": {"const": "1.2.0"},
        "type": {"enum": ["dataset", "software"]},
        "keywords": {"type": "array", "minItems": 1, "uniqueItems": True},
        "authors": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "minProperties": 1,
                "propertyNames": {
                    "enum": ["name", "family-names", "given-names", "orcid", "affiliation",
                             "email", "website", "alias"]
                },
            },
        },
        "date-released": {"type": "string", "pattern": r"^\d{4}-\d\d-\d\d$"},
        "license": {"enum": ["MIT"]},
        **{
            name: {"type": "string", "minLength": 1}
            for name in ("message", "title", "version", "abstract", "repository-code", "url")
        },
    },
}  # fmt: skip


def test_the_citation_file_keeps_to_its_format() -> None:
    told = yaml.load((ROOT / "CITATION.cff").read_text("utf-8"), yaml.BaseLoader)
    jsonschema.validate(told, CITATION)
    with pytest.raises(jsonschema.ValidationError):  # a canary
        jsonschema.validate(told | {"authors": []}, CITATION)


def test_the_manifest_for_a_codecheck_is_in_order() -> None:
    """What version 1.0 of the specification asks of authors; the rest waits for a codechecker."""
    text = (ROOT / "codecheck.yml").read_text("utf-8")
    assert text.startswith("---\n")
    told = yaml.safe_load(text)
    assert told["version"] == "https://codecheck.org.uk/spec/config/1.0/"
    assert told["paper"]["title"] == "Parlor Games, Recomputed"
    assert all(author["name"] for author in told["paper"]["authors"])
    for item in told["manifest"]:
        assert item["file"].startswith("_build/html/") and item["comment"]
        assert not Path(item["file"]).is_absolute()
    empty = ("summary", "repository", "check_time", "certificate", "report")
    assert set(empty) < set(told) and {"name", "ORCID"} == set(told["codechecker"][0])
