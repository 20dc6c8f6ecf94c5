import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Listeners } from '../listeners.ts'
import type { Log } from '../log.ts'
import { notifySql, pingSql } from '../server-sql.ts'
import { toPositional } from '../sql.ts'

const retryMsMin = 100
// Each process has one connection, so a server that is back can accept all of them at once.
const retryMsMax = 400
const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000
const heartbeatMs = 30_000

/**
 * A connection that sends and receives hints, and reconnects after an outage. It does both so that it can recognise its
 * own notifications, whose listeners were already called.
 */
export class WakeConnection {
  readonly #options: pg.ClientConfig
  readonly #listeners: Listeners
  readonly #log: Log
  readonly #stopping = new AbortController()
  readonly #listenedTo = new Set<string>()
  #client: pg.Client | undefined
  #last: Promise<unknown> = Promise.resolve()
  #heartbeat: NodeJS.Timeout | undefined

  constructor(options: pg.ClientConfig, listeners: Listeners, log: Log) {
    this.#options = {
      ...options,
      application_name: 'warung wake',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
    }
    this.#listeners = listeners
    this.#log = log
  }

  /** Connects, or starts retrying. Never throws. */
  async open(): Promise<void> {
    // A dead server behind a silent network is noticed only when something is sent to it.
    this.#heartbeat = setInterval(() => void this.#inTurn(() => this.#run(pingSql)), heartbeatMs).unref()
    try {
      await this.#connect()
    } catch (error) {
      this.#log.warn({ err: error }, 'cannot listen for hints yet')
      void this.#reconnect()
    }
  }

  /** Listens to exactly the channels that currently have listeners. */
  followChannels(): void {
    void this.#inTurn(async () => {
      const client = this.#client
      if (client && !(await this.#listen())) this.#drop(client)
    })
  }

  notify(channel: string): Promise<unknown> {
    const { text, values } = toPositional(notifySql, { channel })
    return this.#inTurn(() => this.#run(text, values))
  }

  async close(timeoutMs: number): Promise<void> {
    this.#stopping.abort()
    clearInterval(this.#heartbeat)
    const client = this.#client
    this.#client = undefined
    if (client) await Promise.race([client.end().catch(() => {}), pause(timeoutMs, undefined, { ref: false })])
  }

  async #connect(): Promise<void> {
    const client = new pg.Client(this.#options)
    client.on('error', () => this.#drop(client))
    client.on('end', () => this.#drop(client))
    client.on('notification', ({ channel, processId }) => {
      const isOwn = processId === (client as unknown as { processID: number }).processID
      if (!isOwn) this.#listeners.call(channel)
    })
    await client.connect()
    if (this.#stopping.signal.aborted) return await client.end()
    this.#listenedTo.clear()
    this.#client = client
    const hears = await this.#inTurn(() => this.#listen())
    if (hears || this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    throw new Error('The database takes no LISTEN yet')
  }

  async #reconnect(): Promise<void> {
    const { signal } = this.#stopping
    const since = Date.now()
    for (let waitMs = retryMsMin; !signal.aborted; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      const jitteredMs = waitMs * (0.5 + Math.random())
      await pause(jitteredMs, undefined, { signal, ref: false }).catch(() => {})
      try {
        if (!signal.aborted) await this.#connect()
        break
      } catch (error) {
        this.#log.debug({ err: error }, 'the database still cannot be listened to')
      }
    }
    if (this.#client) {
      this.#log.info({ away_ms: Date.now() - since }, 'listening for hints again')
      for (const channel of this.#listeners.channels()) this.#listeners.call(channel)
    }
  }

  #drop(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    client.end().catch(() => {})
    if (this.#stopping.signal.aborted) return
    this.#log.warn({}, 'the connection that listens for hints was lost')
    void this.#reconnect()
  }

  // pg runs one statement at a time on a client.
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work)
    this.#last = done
    return done
  }

  /**
   * Returns whether LISTEN succeeded for every channel. A standby that is about to become the primary accepts
   * connections, but LISTEN only afterwards.
   */
  async #listen(): Promise<boolean> {
    const channels = new Set(this.#listeners.channels())
    for (const channel of channels) {
      if (this.#listenedTo.has(channel)) continue
      if (await this.#run(`listen ${pg.escapeIdentifier(channel)}`)) this.#listenedTo.add(channel)
    }
    for (const channel of this.#listenedTo) {
      if (channels.has(channel)) continue
      if (await this.#run(`unlisten ${pg.escapeIdentifier(channel)}`)) this.#listenedTo.delete(channel)
    }
    return [...channels].every(channel => this.#listenedTo.has(channel))
  }

  /** Returns whether the statement ran on the connection that is still in use. */
  async #run(text: string, values: unknown[] = []): Promise<boolean> {
    const client = this.#client
    if (!client) return false
    try {
      await client.query(text, values)
      return this.#client === client
    } catch (error) {
      this.#log.debug({ err: error }, 'a hint could not be passed on')
      if (!(error instanceof pg.DatabaseError)) this.#drop(client)
      return false
    }
  }
}
