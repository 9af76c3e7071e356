"""The check page: a finished shoe, dealt again in the browser; and one that was tampered with."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Route, WebSocketRoute, expect

from tests.browser.conftest import NewSitter
from tests.people.sitter import Sitter


def finish_a_shoe(ann: Sitter) -> str:
    """The address of a one-deck table whose first shoe is over."""
    ann.page.goto(f"{ann.url}/?new=classic")
    ann.page.click("dialog fieldset:has-text('decks in the shoe') label:has-text('1')")
    ann.page.click("text=Open the table")
    ann.sit().bet("main").deal()
    for _ in range(60):
        ann.play()
        if "Shoe 2" in ann.page.locator("ol.log li.quiet").inner_text():
            return ann.page.url
        ann.page.click("#primary")
        ann.page.wait_for_selector("footer.acting, footer.result")
    raise AssertionError("the shoe never ends")


def test_a_finished_shoe_checks_out_and_a_changed_one_does_not(sitter: NewSitter) -> None:
    """And to somebody who gave no entropy it is only consistent."""
    ann, ben = sitter(), sitter()
    table = finish_a_shoe(ann)
    ben.page.goto(table.replace("/table/", "/check/"))
    ben.page.click("text=Check shoe 1")
    expect(ben.page.locator(".verdict")).to_contain_text("Consistent: the seed")
    ann.page.goto(table.replace("/table/", "/check/"))
    ann.page.click("text=Check shoe 1")
    expect(ann.page.locator(".verdict")).to_contain_text("Fair: the seed")
    expect(ann.page.locator("section").first).to_contain_text("the same")

    def tampered(route: Route) -> None:
        proof = route.fetch().json()
        first, second, *rest = proof["order"].split()
        proof["order"] = " ".join((second, first, *rest)) if first != second else ""
        route.fulfill(body=json.dumps(proof), content_type="application/json")

    ann.page.route("**/shoes/1", tampered)
    ann.page.click("text=Check shoe 1")
    expect(ann.page.locator(".verdict")).to_contain_text("the card order does not follow")


def test_a_house_that_shows_other_entropy_in_our_name_is_protested_against(
    sitter: NewSitter,
) -> None:
    """Seen to fail where the page believes what it is shown."""
    ann = sitter()

    def dishonest(socket: WebSocketRoute) -> None:
        house = socket.connect_to_server()
        house.on_message(lambda said: socket.send(re.sub(SHOWN, r'\1"' + "ab" * 32, str(said))))

    ann.page.route_web_socket(re.compile("/api/tables/"), dishonest)
    ann.page.goto(f"{ann.url}/?new=classic")
    ann.page.click("text=Open the table")
    ann.sit()
    expect(ann.page.get_by_role("alert")).to_contain_text("is not what this browser sent")


SHOWN = re.compile(r'("entropies":\{"[^"]+":)"[0-9a-f]+')
