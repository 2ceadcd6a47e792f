// What the page knows of the server, for components to read: who we are, the lobby or a table, the state of the line.

import { Connection, type SocketEvents, type Place, type State, type CommandWithoutId } from './connection'
import { learnLobby, learnMe, learnTable } from '../parts/faces.svelte'
import { withAllTexts, word } from '../messages/index.svelte'
import { sentenceOf } from '../messages/say'
import { post, why } from './api'
import { renamed } from './renamed'
import {
  PROTOCOL,
  type Action,
  type AnyEvent,
  type Deck,
  type EmoteCode,
  type FromServer,
  type LobbyTable,
  type Me,
  type Message,
  type Reaction,
  type Refused,
  type TableEvent,
  type TableState,
} from './protocol'

const KEPT = 600 // events in the page's memory
const NAMED = ['sit', 'wait', 'say'] // what a spectator without a name may want

/** What has just happened in the game; `serial` tells one lot of it from the next. */
export interface Fresh {
  serial: number
  events: AnyEvent[]
  deal: boolean // a round began
  jump: boolean // what happened before it is not known here: there is nothing to show on the way
}
/** `why` is null when the place was left before the answer came. */
export type Answer = { ok: true; code: string | null } | { ok: false; why: Refused | null }

function socket(events: SocketEvents, watches: boolean) {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const socket = new WebSocket(`${scheme}://${location.host}/ws${watches ? '?watch' : ''}`)
  socket.onopen = () => events.opened()
  socket.onmessage = (event) => events.received(String(event.data))
  socket.onclose = (event) => events.closed(event.code)
  return {
    send: (text: string) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}

export class Session {
  status: State = $state('connecting')
  me: Me = $state({ person: null, name: null, table: null, face: null })
  known = $state(false) // whether we know who we are
  joining: string | null = $state(null) // the table whose invitation was accepted
  outdated = $state(false)
  closing: Message | null = $state.raw(null)
  lobby: LobbyTable[] = $state.raw([])
  online = $state(0)
  lobbyWhy: { why: string; text: string } = $state({ why: '', text: '' })
  missing: { code: string; text: string } | null = $state.raw(null) // a table that we wanted to see and can't
  table: TableState | null = $state.raw(null)
  deck: Deck | null = $state.raw(null) // of the table
  events: TableEvent[] = $state.raw([])
  fresh: Fresh = $state.raw({ serial: 0, events: [], deal: false, jump: true })
  acting: string | null = $state(null) // the id of the action that waits for its answer
  passing: string | null = $state(null) // that of a pass, which is kept back for a while: one may call and catch
  notice: { serial: number; text: string } = $state({ serial: 0, text: '' })
  reactions: (Reaction & { serial: number })[] = $state.raw([]) // the last of them
  private reacted = 0
  news: string = $state('') // what has happened while nobody looked at the page
  private build: string | null = null
  private watches = false // as nobody, though the browser may be known to the server
  private ticket = '' // makes this socket somebody's
  private becoming: Promise<boolean> | null = null
  private answers = new Map<string, (answer: Answer) => void>()
  private connection = new Connection(
    {
      connect: (events) => socket(events, this.watches),
      now: () => Date.now(),
      schedule: (ms, then) => {
        const timer = setTimeout(then, ms)
        return () => clearTimeout(timer)
      },
      id: () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`,
      random: () => Math.random(),
    },
    {
      state: (state) => this.changed(state),
      message: (message) => this.received(message),
      dropped: (id) => this.answer(id, { ok: false, why: null }),
    },
  )

  start(watches = false): void {
    this.watches = watches
    addEventListener('online', () => this.wake())
    addEventListener('pageshow', (event) => {
      if (event.persisted) this.wake()
    })
    const look = () => {
      this.connection.look(!document.hidden)
      if (document.hidden) return
      this.news = ''
      this.wake()
    }
    document.addEventListener('visibilitychange', look)
    this.connection.look(!document.hidden)
    this.connection.start()
  }
  /** A new identity needs a new socket: the cookie is read when it opens. */
  restart(): void {
    this.connection.stop()
    this.connection.dropCommands()
    this.wipe()
    this.connection.start()
  }
  /** A player has a name: those who have none yet get one that the server proposes. Whether it is done. */
  beSomebody(): Promise<boolean> {
    if (this.me.name !== null) return Promise.resolve(true)
    this.becoming ??= this.identify(null)
      .then(
        () => true,
        (error: unknown) => {
          this.notify(why(error))
          return false
        },
      )
      .finally(() => (this.becoming = null))
    return this.becoming
  }
  /** A name, or whichever is proposed. The socket is told, and need not be opened again. */
  async identify(name: string | null): Promise<void> {
    const ticket = this.ticket
    this.me = await post<Me>('/me', { name, ticket })
    learnMe(this.me)
    if (this.ticket !== ticket) this.restart() // another socket, which may be older than the cookie
  }
  wake(): void {
    this.connection.wake()
  }
  takeOver(): void {
    this.connection.takeOver()
  }
  now(): number {
    return Date.now() + this.connection.offset
  }

  goTo(place: Place): void {
    if (place.at === 'lobby' || place.code !== this.table?.code) this.wipe()
    if (place.at === 'lobby') this.joining = null
    if (place.at === 'table') this.lobbyWhy = { why: '', text: '' } // in the lobby the reason stays to be read
    this.missing = null
    this.connection.go(place)
  }

  /** Ask for something and wait for the answer. */
  ask(command: CommandWithoutId): Promise<Answer> {
    const id = this.connection.submit(command)
    return new Promise((resolve) => this.answers.set(id, resolve))
  }
  /** Ask for something; a refusal is shown. Who wants a seat or says something is somebody. */
  async request(command: CommandWithoutId): Promise<boolean> {
    if (NAMED.includes(command.type) && !(await this.beSomebody())) return false
    const answer = await this.ask(command)
    if (!answer.ok) this.explain(answer.why)
    return answer.ok
  }

  act(action: Action): void {
    const reaction = action.verb === 'call' || action.verb === 'catch'
    if (this.acting !== null || (this.passing !== null && !reaction) || this.table === null) return
    const id = this.connection.submit({ type: 'act', version: this.table.version, action })
    if (action.verb === 'pass') this.passing = id
    else this.acting = id
    this.answers.set(id, (answer) => {
      if (this.acting === id) this.acting = null
      if (this.passing === id) this.passing = null
      if (!answer.ok) this.explain(answer.why)
    })
  }

  /** A reaction at one's own seat. */
  react(emote: EmoteCode): void {
    this.connection.tell({ type: 'react', emote })
  }

  /** A refusal in the reader's words. */
  explain(why: Refused | null): void {
    if (why !== null) withAllTexts(() => this.notify(word('refused', why.code, sentenceOf(why.why))))
  }
  notify(text: string): void {
    this.notice = { serial: this.notice.serial + 1, text }
  }

  private wipe(): void {
    this.table = null
    this.reactions = []
    this.events = []
    this.fresh = { serial: this.fresh.serial + 1, events: [], deal: false, jump: true }
    this.acting = null
    this.passing = null
  }

  private changed(state: State): void {
    this.status = state
    if (state === 'open') this.closing = null
  }

  private received(message: FromServer): void {
    switch (message.type) {
      case 'welcome':
        this.me = message.me
        learnMe(message.me)
        this.ticket = message.ticket
        this.known = true
        this.outdated = message.protocol !== PROTOCOL || (this.build !== null && this.build !== message.build)
        this.build ??= message.build
        return
      case 'me':
        this.me = message.me
        learnMe(message.me)
        return
      case 'lobby':
        this.lobby = message.tables
        learnLobby(message.tables)
        this.online = message.online
        if (message.why === 'left' && this.table === null)
          this.me.table = null // the page may be on its way to the next table already
        else if (message.why !== '') this.sentAway(message.why, message.text)
        return
      case 'table':
        return this.sawTable(message.table, message.events, message.resync, message.deck)
      case 'ack':
        return this.answer(message.id, { ok: true, code: message.code })
      case 'refused':
        if (message.id !== null && this.answers.has(message.id))
          this.answer(message.id, { ok: false, why: message })
        else if (this.connection.opened(message.id)) withAllTexts(() => this.notLetIn(message))
        else this.explain(message)
        return
      case 'reaction':
        this.reactions = [...this.reactions, { ...message, serial: ++this.reacted }].slice(-20)
        return
      case 'closing':
        this.closing = message.why
    }
  }

  /** Removed, or the table was closed meanwhile: the lobby, with the reason. Never been there: nothing is here. */
  private notLetIn(message: Refused): void {
    const text = sentenceOf(message.why)
    const code = this.connection.wantedCode
    if (message.code === 'denied') this.sentAway('denied', text)
    else if (this.table !== null || code === null) this.sentAway('gone', text)
    else {
      if (this.me.table === code) this.me.table = null
      this.connection.go({ at: 'lobby' })
      this.missing = { code, text: message.code === 'gone' ? '' : text }
    }
  }

  /** The seat is given up: to go back to the table is to come by its link. */
  left(): void {
    this.wipe()
    this.joining = null
    this.me.table = null
  }

  /** Back in the lobby, with the reason. */
  sentAway(why: string, text: string): void {
    this.connection.go({ at: 'lobby' })
    this.left()
    this.lobbyWhy = { why, text }
  }

  private answer(id: string, answer: Answer): void {
    const settle = this.answers.get(id)
    this.answers.delete(id)
    settle?.(answer)
  }

  private sawTable(table: TableState, events: TableEvent[], resync: boolean, deck: Deck | null): void {
    if (!this.connection.expects(table.code)) return
    if (deck) this.deck = deck
    const moved = this.table?.code !== table.code
    if (moved) {
      this.lobbyWhy = { why: '', text: '' } // of the table before
      this.events = []
      this.connection.arrived(table.code, table.n)
    }
    const last = moved ? -1 : (this.events.at(-1)?.n ?? -1)
    const news = events.filter((event) => event.n > last)
    this.table = table
    learnTable(table, news)
    if (table.you !== null)
      this.me.table = table.code // the way back, after an accidental Back too
    else if (this.me.table === table.code) this.me.table = null
    this.connection.saw(table.n)
    this.events = [...renamed(this.events, news), ...news].slice(-KEPT)
    const jump = resync || moved || news.some((one) => one.type === 'renamed') // what is on its way has old names
    const shown = jump ? [] : news
    this.fresh = {
      serial: this.fresh.serial + 1,
      events: shown.flatMap((event) => (event.type === 'game' ? [event.event] : [])),
      deal: shown.some((event) => event.type === 'deal'),
      jump,
    }
  }
}

/** What the page of a table needs of it. */
export type TableSession = Pick<
  Session,
  | 'table'
  | 'deck'
  | 'events'
  | 'fresh'
  | 'acting'
  | 'passing'
  | 'status'
  | 'now'
  | 'act'
  | 'ask'
  | 'request'
  | 'left'
  | 'notify'
  | 'react'
  | 'reactions'
>

export const session = new Session()
