"""Sound: offered once, remembered, heard with what happens; a phone hums when its reader is hit."""

from __future__ import annotations

from typing import Any

import pytest

from support.browser.people import Reader, words
from support.browser.situations import Make, at_table, opened, poised
from support.browser.visitors import TOUCH, Visitors

# All that would be heard and felt, with what is on the stage at that moment.
LISTEN = """() => {
  window.heard = []
  const note = (what) => window.heard.push([what, document.querySelector('.board')?.dataset.stage])
  const wire = { connect: (to) => to }
  const tone = () => ({ ...wire, stop() {}, frequency: {}, start() { note(this.frequency.value) } })
  window.AudioContext = class {
    state = 'running'; currentTime = 0; sampleRate = 8000; destination = wire
    createOscillator() { return tone() }
    createGain() { return { ...wire, gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } } }
    createBuffer(_, length) { return { getChannelData: () => new Float32Array(length) } }
    createBiquadFilter() { return { ...wire, frequency: {} } }
    createBufferSource() { return { ...wire, start() { note('paper') } } }
  }
  navigator.vibrate = (pattern) => { note(pattern); return true }
}"""


def listening(visitor: Visitors, one: Any, **how: Any) -> Reader:
    reader = visitor(one.token, **how)
    reader.page.add_init_script(f"({LISTEN})()")
    reader.come(one.table["code"])
    reader.until(lambda seen: seen["hand"])
    return reader


def heard(reader: Reader) -> list[Any]:
    found: list[Any] = reader.page.evaluate("() => window.heard.splice(0)")
    return found


def offer(reader: Reader) -> Any:
    return reader.page.locator("[data-offer=sound]")


@pytest.mark.parametrize("yes", [True, False])
def test_sound_is_offered_in_the_first_round_and_never_again(
    visitor: Visitors, guest: Make, yes: bool
) -> None:
    ann, _ = opened(guest, f"Ann offered {yes}", f"Bob offered {yes}")
    reader = listening(visitor, ann)
    offer(reader).wait_for()
    offer(reader).get_by_role("button", name=words("offer.yes" if yes else "offer.no")).click()
    offer(reader).wait_for(state="detached")
    assert [what for what, _ in heard(reader)] == ([220, 277] if yes else [])
    reader.page.reload()
    reader.until(lambda seen: seen["hand"])
    reader.page.get_by_role("button", name=words("sound.on" if yes else "sound.off")).wait_for()
    assert offer(reader).count() == 0


def test_who_does_not_answer_is_not_asked_at_the_next_visit(visitor: Visitors, guest: Make) -> None:
    ann, _ = opened(guest, "Ann unmoved", "Bob unmoved")
    reader = at_table(visitor, ann)
    offer(reader).wait_for()
    reader.page.reload()
    reader.until(lambda seen: seen["hand"])
    assert offer(reader).count() == 0
    reader.page.get_by_role("button", name=words("sound.off")).wait_for()


def test_a_draw_two_is_heard_and_felt_when_it_happens(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play R+2", "Ann hears", "Bob hears", "Cid hears", actor=2, upon=0)
    hit, other = listening(visitor, people[0], **TOUCH), listening(visitor, people[1], **TOUCH)
    for reader in (hit, other):
        offer(reader).get_by_role("button", name=words("offer.yes")).click()
        heard(reader)
    people[2].must("act", action=play, version=people[2].table["version"])
    for reader in (hit, other):
        reader.page.wait_for_function(
            "() => document.querySelector('.board').dataset.stage === 'still' && window.heard.length > 3"
        )
    sounds = heard(hit)
    assert [what for what, stage in sounds if what == "paper"] == ["paper"] * 3  # it lands; two cards come
    assert sounds[0] == ["paper", "play"]  # first of all
    assert [what for what, _ in sounds if what != "paper"] == [165, 124, [45, 60, 45]]  # together, and once
    sounds = heard(other)  # is not hit; it is their turn, once all that has happened
    assert [what for what, _ in sounds if what != "paper"] == [220, 277]
    assert [stage for what, stage in sounds if what == 220] == ["still"]


def test_a_reverse_is_heard_turning(visitor: Visitors, guest: Make) -> None:
    people, play = poised(guest, "play RR", "Ann turned", "Bob turned", "Cid turned", actor=1)
    ann = listening(visitor, people[0])
    offer(ann).get_by_role("button", name=words("offer.yes")).click()
    heard(ann)
    people[1].must("act", action=play, version=people[1].table["version"])
    ann.page.wait_for_function("() => window.heard.length >= 5")
    assert [what for what, _ in heard(ann)] == ["paper", 277, 220, 220, 277]  # and then it is Ann's turn
