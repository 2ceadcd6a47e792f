// The connection to the server as a small state machine: connect, say where we are, send again what was not
// answered, probe, reconnect. It knows no DOM: sockets, clock and timers are given to it, so tests can drive them.

import type { FromClient, FromServer, React } from './protocol'

export type State = 'connecting' | 'open' | 'waiting' | 'elsewhere' | 'stopped'
export type Place = { at: 'lobby' } | { at: 'table'; code: string; sit: boolean; since: number | null }
/** A message that the server answers. */
export type Command = Extract<FromClient, { id: string }>
type Distributed<T> = T extends Command ? Omit<T, 'id'> : never
export type CommandWithoutId = Distributed<Command>

export interface Socket {
  send(text: string): void
  close(): void
}
export interface SocketEvents {
  opened(): void
  received(text: string): void
  closed(code: number): void
}
export interface Environment {
  connect(events: SocketEvents): Socket
  now(): number
  schedule(ms: number, then: () => void): () => void
  id(): string
  random(): number // 0 to 1: not everybody comes back at the same moment
}
export interface Listener {
  state(state: State): void
  message(message: FromServer): void
  dropped(id: string): void // a command that will never be answered: its place is gone
}

const FIRST_WAIT = 400
const LONGEST_WAIT = 15_000
const PROBE_EVERY = 20_000
const PROBE_PATIENCE = 5_000
const ASK_AGAIN = 8_000
export const TAKEN_OVER = 4001

export class Connection {
  state: State = 'connecting'
  offset = 0 // the server's clock minus ours
  private place: Place = { at: 'lobby' }
  private socket: Socket | null = null
  private generation = 0 // what an older socket still says does not count
  private failures = 0
  private welcomed = false
  private pending = new Map<string, Command>() // sent or to be sent, not yet answered
  private opening: string | null = null // the id under which we came to the table
  private cancelRetry: () => void = () => {}
  private cancelProbe: () => void = () => {}
  private visible = true // what a new socket says of us
  private best = Infinity // the shortest way there and back, for the clock

  constructor(
    private environment: Environment,
    private listener: Listener,
  ) {}

  start(): void {
    this.connect()
  }

  stop(): void {
    this.drop()
    this.become('stopped')
  }

  /** Go to a table or the lobby, now and after every reconnection. Unanswered commands of the old place are dropped. */
  go(place: Place): void {
    const lobby = place.at === 'lobby' && this.place.at === 'lobby'
    const same = lobby || this.isAt(place)
    if (!same) this.dropCommands()
    this.place = place
    if (this.welcomed && !lobby) this.announce()
    else if (this.state === 'elsewhere' && !same) this.takeOver() // another place is nobody's loss
  }

  private isAt(place: Place): boolean {
    return place.at === 'table' && this.place.at === 'table' && place.code === this.place.code
  }

  /** Whether a table that the server shows is the one we want to see: late news of another one does not count. */
  expects(code: string): boolean {
    const creating = [...this.pending.values()].some(({ type }) => type === 'create' || type === 'quick')
    return this.place.at === 'table' ? this.place.code === code : creating
  }

  /** The code of the table where we want to be; null: in the lobby. */
  get wantedCode(): string | null {
    return this.place.at === 'table' ? this.place.code : null
  }

  /** Whether a refusal is about coming to the table at all. */
  opened(id: string | null): boolean {
    return id !== null && id === this.opening
  }

  /** Forget every command: another identity, another place. */
  dropCommands(): void {
    const ids = [...this.pending.keys()]
    this.pending.clear()
    for (const id of ids) this.listener.dropped(id)
  }

  /** The last event we have: so that a reconnection tells only what is new. A seat is asked for once, on arrival. */
  saw(n: number): void {
    if (this.place.at === 'table') this.place = { ...this.place, since: n, sit: false }
  }

  /** After `create`: we are at that table already. */
  arrived(code: string, n: number): void {
    this.place = { at: 'table', code, sit: false, since: n }
  }

  /** Send a command under an id of its own; it is sent again under the same id until it is answered. */
  submit(command: CommandWithoutId): string {
    const id = this.environment.id()
    const whole = { ...command, id }
    this.pending.set(id, whole)
    if (this.welcomed) this.send(whole)
    this.askAgain(id)
    return id
  }

  /** Say something that is not answered, if the line is open; what is lost is not sent again. */
  tell(message: React): void {
    if (this.welcomed) this.send(message)
  }

  /** An answer that does not come on a living line is asked for again: under the same id it is done once. */
  private askAgain(id: string): void {
    this.environment.schedule(ASK_AGAIN, () => {
      const command = this.pending.get(id)
      if (!command) return
      if (this.welcomed) this.send(command)
      this.askAgain(id)
    })
  }

  /** Take back what was not answered: it is not sent again. */
  forget(id: string): void {
    this.pending.delete(id)
  }
  get waiting(): number {
    return this.pending.size
  }

  /** The network is back, the page woke up, or somebody pressed the button. */
  wake(): void {
    if (this.state === 'waiting') this.connect()
    else if (this.state === 'open') this.probe()
  }

  /** Whether the reader sees the page: who does not can be told otherwise that it is their turn. */
  look(visible: boolean): void {
    if (visible === this.visible) return
    this.visible = visible
    if (this.welcomed) this.send({ type: 'look', visible })
  }

  /** The reader wants the table here, not there. */
  takeOver(): void {
    if (this.state === 'elsewhere') {
      this.failures = 0
      this.connect()
    }
  }

  private become(state: State): void {
    this.state = state
    this.listener.state(state)
  }

  private drop(): void {
    this.generation += 1
    this.welcomed = false
    this.cancelRetry()
    this.cancelProbe()
    this.socket?.close()
    this.socket = null
  }

  private connect(): void {
    this.drop()
    const mine = this.generation
    const current = () => mine === this.generation
    this.become('connecting')
    this.cancelProbe = this.environment.schedule(PROBE_PATIENCE * 2, () => {
      if (current()) this.lost()
    })
    this.socket = this.environment.connect({
      opened: () => {},
      received: (text) => {
        if (current()) this.receive(parsed(text))
      },
      closed: (code) => {
        if (current()) {
          if (code === TAKEN_OVER) this.yieldTo()
          else this.lost()
        }
      },
    })
  }

  private lost(): void {
    this.drop()
    const wait =
      Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.failures) * (0.75 + this.environment.random() / 4)
    this.failures += 1
    this.become('waiting')
    this.cancelRetry = this.environment.schedule(wait, () => this.connect())
  }

  private yieldTo(): void {
    this.drop()
    this.become('elsewhere')
  }

  private receive(message: FromServer | null): void {
    if (message === null) return
    if (message.type === 'elsewhere') return this.yieldTo()
    this.probeLater()
    if (message.type === 'welcome') this.welcome(message.now)
    if (message.type === 'pong') this.measure(message.sent, message.now)
    if ((message.type === 'ack' || message.type === 'refused') && message.id !== null)
      this.pending.delete(message.id)
    this.listener.message(message)
  }

  private welcome(now: number): void {
    this.welcomed = true
    this.failures = 0
    if (this.best === Infinity) this.offset = now - this.environment.now()
    this.become('open')
    if (!this.visible) this.send({ type: 'look', visible: false })
    this.announce()
    for (const command of this.pending.values()) this.send(command)
    this.ping()
  }

  private announce(): void {
    if (this.place.at === 'lobby') this.send({ type: 'lobby' })
    else {
      const { code, since, sit } = this.place
      this.opening = this.environment.id()
      this.send({ type: 'open', id: this.opening, code, since, sit })
    }
  }

  private send(message: FromClient): void {
    this.socket?.send(JSON.stringify(message))
  }
  private ping(): void {
    this.send({ type: 'ping', sent: this.environment.now() })
  }

  private measure(sent: number, now: number): void {
    const received = this.environment.now()
    if (received - sent <= this.best) {
      this.best = received - sent
      this.offset = now - (sent + received) / 2
    }
  }

  private probeLater(): void {
    this.cancelProbe()
    this.cancelProbe = this.environment.schedule(PROBE_EVERY, () => this.probe())
  }

  /** Ask for a sign of life: a socket may claim to be open after a sleep and be dead. */
  private probe(): void {
    this.cancelProbe()
    this.ping()
    const mine = this.generation
    this.cancelProbe = this.environment.schedule(PROBE_PATIENCE, () => {
      if (mine === this.generation) this.lost()
    })
  }
}

/** A message, or null for what is none: one bad line must not take the page down. */
function parsed(text: string): FromServer | null {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null && 'type' in message
      ? (message as FromServer)
      : null
  } catch {
    return null
  }
}
