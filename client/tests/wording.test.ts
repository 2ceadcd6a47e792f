// Words at the edge: what the server and the table say, in the reader's language.
import './setup'
import assert from 'node:assert/strict'
import test from 'node:test'
import { useDeck } from '../src/deck.svelte'
import { decimal, language, listed, t, useLanguage } from '../src/messages/index.svelte'
import { LANGUAGES, preferred } from '../src/messages/languages'
import { sentenceOf, wording } from '../src/messages/say'
import type { AnyEvent, Message, TableEvent } from '../src/net/protocol'
import { cardName, houseRule } from '../src/table/names'
import { plain, sentence, tableSentence } from '../src/table/sentences'
import { CLASSIC, FOOL } from './decks'

const message = (code: string, params: Record<string, unknown> = {}): Message => ({ code, params })
const cards = (count: number) => message('cards', { count })

/** What a message says in each of these languages. */
async function says(said: Message, wanted: Record<string, string>, word = sentenceOf): Promise<void> {
  for (const [code, text] of Object.entries(wanted)) {
    await useLanguage(code)
    assert.equal(word(said), text)
  }
  await useLanguage('en')
}

test('the languages are those that have a file, each by its own name', () => {
  assert.equal(LANGUAGES.get('en'), 'English')
  assert.equal(LANGUAGES.get('ru'), 'Русский')
  assert.equal(LANGUAGES.get('de'), 'Deutsch')
})

test('the browser says the language, until the reader does', () => {
  const browser = (...wanted: string[]) => {
    Object.defineProperty(navigator, 'languages', { value: wanted, configurable: true })
    return preferred()
  }
  assert.equal(browser('de-AT', 'en'), 'de')
  assert.equal(browser('en-GB', 'ru'), 'en')
  assert.equal(browser('xx', 'ru-RU', 'en'), 'ru')
  assert.equal(browser('xx'), 'en')
  assert.equal(browser(), 'en')
  localStorage.setItem('language', 'ru')
  assert.equal(browser('de'), 'ru')
  localStorage.setItem('language', 'xx')
  assert.equal(browser('de'), 'de')
  browser('en')
})

test('the language chosen last is shown, however fast its texts come', async () => {
  await Promise.all([useLanguage('ru'), useLanguage('en')])
  assert.equal(language(), 'en')
  assert.equal(document.documentElement.lang, 'en')
})

test('a refusal names cards, colours and rules as the page does', async () => {
  useDeck(CLASSIC)
  const fit = message('refusal.does_not_fit', { card: 'R7', top: 'GS', colour: 'green' })
  await says(fit, {
    en: 'Red 7 does not fit on green skip (green).',
    de: 'Rot 7 passt nicht auf Grün Aussetzen (Grün).',
    ru: 'Красная 7 не ложится на зелёный пропуск (зелёный).',
  })
  await says(message('refusal.no_calls', { rules: 'rounds' }), {
    en: 'The last card is not called in Rounds.',
    de: 'In „Runden“ wird die letzte Karte nicht angesagt.',
    ru: 'В правилах «Раунды» последнюю карту не объявляют.',
  })
  await says(message('server.players', { rules: 'kitchen', least: 2, most: 10 }), {
    en: 'Kitchen is for 2 to 10 players.',
  })
  await says(message('refusal.colour_missing', { card: 'W', suit_word: 'colour', example: 'play W R' }), {
    en: 'Wild needs a colour.',
    de: 'Zu Farbwahl gehört eine Farbe: Wähle eine.',
    ru: 'Дикая: назовите цвет.',
  })
  await says(message('refusal.does_not_answer', { card: 'R7', top: 'W+4', owed: cards(4) }), {
    en: 'Red 7 does not answer wild draw four: take 4 cards.',
    de: 'Mit Rot 7 lässt sich Farbwahl +4 nicht kontern: Nimm 4 Karten.',
    ru: 'Красная 7 — не ответ на дикую +4: возьмите 4 карты.',
  })
})

test('an option is called as in the form, and its value too', async () => {
  await says(message('rulebook.at', { where: 'house rules', why: message('rulebook.jump_in') }), {
    en: 'Jump-in: all cards of this deck are different, so nobody can hold the top card twice.',
    ru: 'Вклинивание: все карты этой колоды разные, такой же, как сверху, ни у кого нет.',
  })
  await says(message('rulebook.idle', { field: 'catch_penalty', wanted: 'catch' }), {
    en: 'Cards for being caught: has no effect unless “Calling the last card” is “caught if forgotten”.',
    de: 'Strafkarten fürs Erwischtwerden: wirkt nur, wenn „Letzte Karte ansagen“ auf „mit Erwischen“ steht.',
    ru: 'Карты за поимку: действует, только если «Объявлять последнюю карту» — «забывшего ловят».',
  })
  await says(message('rulebook.expected', { field: 'stacking', values: ['off', 'same', 'any'] }), {
    en: 'Stacking: expected off, same face, any that fits.',
  })
})

test('a house rule is words, whatever its value', async () => {
  const said = () => [
    houseRule('jump_in', true),
    houseRule('must_play', false),
    houseRule('stacking', 'any'),
    houseRule('decks', 2),
  ]
  assert.deepEqual(said(), [
    'Jump-in',
    'Draw only when nothing fits: off',
    'Stacking: any that fits',
    'Decks: 2',
  ])
  await useLanguage('de')
  assert.equal(
    said()
      .join()
      .match(/true|false/),
    null,
  )
  await useLanguage('en')
})

test('the sheet of rules is worded by its keys', async () => {
  useDeck(CLASSIC)
  const named = (face: string) => message('face', { face })
  const faces = message('list', { items: [named('Wild')], last: named('Wild Draw Four') })
  await says(message('sheet.opening.never', { faces }), {
    en: 'Wild and wild draw four: back into the draw pile, and another card is turned up.',
    ru: 'Обратно в колоду: дикая и дикая +4; открывается другая карта.',
  })
  const about = message('option', { option: 'jump_in', help: 'in English' })
  await says(message('sheet.house_rule', { option: 'jump_in', value: 'true', about }), {
    en: 'Jump-in: on. If you hold the identical card, play it out of turn.',
    de: 'Zwischenwerfen: an. Wer genau die gleiche Karte hat, darf sie außer der Reihe legen.',
    ru: 'Вклинивание: да. Есть точно такая же карта? Играйте её вне очереди.',
  })
  const effect = message('parts', {
    parts: [message('sheet.effect.flips'), message('sheet.effect.draws', { cards: cards(2) })],
  })
  await says(
    message('sheet.effect.named', { face: named('Reverse'), effect }),
    {
      en: 'reverse: play goes the other way, the next player draws 2 cards',
      ru: 'разворот: направление игры меняется, следующий берёт 2 карты',
    },
    wording,
  )
  await says(message('sheet.call.false', { call: cards(0), catch: cards(1) }), {
    en: 'A false call costs no cards, a false catch 1 card.',
    de: 'Eine falsche Ansage kostet keine Karten, ein falscher Verdacht 1 Karte.',
    ru: 'Ложное «Одна!» стоит 0 карт, ложная поимка — 1 карту.',
  })
})

test('a reason is a sentence of its own, also within another one', async () => {
  await says(message('record.round', { round: 2, why: message('score.nobody_out') }), {
    en: 'Round 2: nobody is out: one hand must be empty, or the round blocked.',
    de: 'Runde 2: niemand ist fertig: Eine Hand muss leer sein, oder die Runde ist blockiert.',
  })
  await says(message('record.not_json', { why: 'line 1' }), { en: 'It is not JSON (line 1).' })
  await says(
    message('haggle.blue_more', { limit: 5, players: ['Ann', 'Bob'], more: 3 }),
    {
      en: '5 or more blue at Ann, Bob and 3 more',
      de: '5 oder mehr blaue bei Ann, Bob und 3 weiteren',
      ru: '5 синих и больше: Ann, Bob, ещё 3',
    },
    wording,
  )
  await says(
    message('haggle.elimination', { count: 7, colour: 'orange' }),
    {
      en: '7 orange handed in',
      de: '7 × Orange abgegeben',
      ru: 'сдано карт одного цвета (оранжевый): 7',
    },
    wording,
  )
})

test('what only a later server says is named by its code', async () => {
  await says(message('server.of_tomorrow'), {
    en: 'The server refused this (server.of_tomorrow).',
    de: 'Der Server hat das abgelehnt (server.of_tomorrow).',
  })
  await says(message('toString'), { en: 'The server refused this (toString).' })
  assert.deepEqual(sentence({ type: 'storm', player: 'Ann' } as unknown as AnyEvent, null), [])
})

test('a card is named in the form that its sentence asks for', async () => {
  const played: AnyEvent = { type: 'play', player: 'Anton', card: 'QS', colour: 'D' }
  await useLanguage('ru')
  useDeck(CLASSIC)
  assert.equal(cardName('R7', 'acc'), 'красную 7')
  assert.equal(cardName('GS', 'acc'), 'зелёный пропуск')
  useDeck(FOOL)
  assert.equal(cardName('QS'), 'дама пик')
  assert.equal(plain(sentence(played, null)), 'Anton кладёт даму пик и называет: бубны.')
  assert.equal(
    plain(sentence({ ...played, card: '9H', colour: null }, 'Anton')),
    'Вы кладёте девятку червей.',
  )
  await useLanguage('de')
  assert.equal(cardName('QS'), 'Pik-Dame')
  assert.equal(
    plain(sentence({ type: 'swap', player: 'Bob', with: 'Ann' }, 'Ann')),
    'Kartentausch: Bob mit dir.',
  )
  await useLanguage('en')
  assert.equal(plain(sentence(played, null)), 'Anton played queen of spades and named diamonds.')
})

test('a sentence that opens with a card opens with a capital', () => {
  useDeck(CLASSIC)
  assert.equal(plain(sentence({ type: 'turn_up', player: null, card: 'G7' }, null)), 'Green 7 is turned up.')
})

test('several cards are set apart, in the log and for readers of the screen', () => {
  useDeck(CLASSIC)
  const drew: AnyEvent = { type: 'draw', player: 'Ann', count: 2, why: 'choice', cards: ['R7', 'GS'] }
  assert.equal(plain(sentence(drew, 'Ann')), 'You drew red 7, green skip.')
})

const at = { n: 1, at: 0 }
const said = (event: TableEvent) => plain(tableSentence(event, 'Ann') ?? [])

test('you are spoken to in the second person', () => {
  const ann = { name: 'Ann', seat: 0, ...at }
  assert.equal(said({ type: 'host', ...ann }), 'You are now the host.')
  assert.equal(said({ type: 'stand_in', away: true, why: 'stepped', ...ann }), 'A bot plays for you.')
  assert.equal(said({ type: 'timeout', ...ann }), 'Your time is up.')
  assert.equal(said({ type: 'seat_taken', level: null, later: false, ...ann }), 'You sat down.')
  assert.equal(
    plain(sentence({ type: 'swap', player: 'Bob', with: 'Ann' }, 'Ann')),
    'Bob and you swapped hands.',
  )
})

test('a name that runs from right to left does not turn its sentence round', () => {
  const name = '\u05d3\u05df'
  assert.equal(
    said({ type: 'seat_taken', name, seat: 0, level: null, later: false, ...at }),
    `\u2068${name}\u2069 sat down.`,
  )
  assert.equal(
    t('turn.other', { name }),
    t('turn.other', { name: 'Ann' }).replace('Ann', `\u2068${name}\u2069`),
  )
  assert.equal(
    sentenceOf(message('refusal.no_cards_left', { player: name })),
    `\u2068${name}\u2069 has no cards left.`,
  )
})

test('names in a row and numbers follow the language', async () => {
  assert.equal(listed([]), '')
  assert.equal(listed(['Ann']), 'Ann')
  assert.equal(listed(['Ann', 'Bob', 'Cid']), 'Ann, Bob and Cid')
  assert.equal(decimal(1.25, 1), '1.3')
  await useLanguage('de')
  assert.equal(decimal(1.5, 1), '1,5')
  assert.equal(listed(['Ann', 'Bob']), 'Ann und Bob')
  await useLanguage('en')
})
