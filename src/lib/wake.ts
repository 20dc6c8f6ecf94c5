import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './log.ts'

/**
 * Hints that something may be waiting, by PostgreSQL's NOTIFY. Only hints: a lost one costs a sweep's interval and a
 * needless one an empty look, so nothing may depend on them.
 */
export interface Wake {
  /**
   * Called after the commit (a NOTIFY inside a transaction would serialise all commits). Listeners in this process hear
   * at once and every time; other processes hear about 10 ms later, once for whatever was said meanwhile. Never throws.
   */
  notify(channel: string): void
  /** Also calls the listener once after an outage, when hints may have been missed. Answers how to end it. */
  on(channel: string, listener: () => void): () => void
  stop(): Promise<void>
}

const coalesceMs = 10
const stopMsMax = 1_000

/** `connection` is for a client of its own, straight to the server: LISTEN does not pass a pooler that shares sessions. */
export async function createWake(needs: { connection: pg.ClientConfig; log: Log }): Promise<Wake> {
  const ears = createEars(needs.log)
  const line = createLine({ ...needs, ears })
  const saying = new Map<string, { again: boolean; done: Promise<void> }>()
  await line.open()

  async function say(channel: string, turn: { again: boolean }) {
    do {
      await pause(coalesceMs)
      turn.again = false
      await line.notify(channel)
    } while (turn.again)
    saying.delete(channel)
  }

  return {
    notify(channel) {
      ears.call(channel)
      const turn = saying.get(channel)
      if (turn) {
        turn.again = true
      } else {
        const first = { again: false, done: Promise.resolve() }
        saying.set(channel, first)
        first.done = say(channel, first)
      }
    },
    on(channel, listener) {
      const off = ears.add(channel, listener)
      line.tune()
      return () => {
        off()
        line.tune()
      }
    },
    async stop() {
      const said = Promise.all([...saying.values()].map(turn => turn.done))
      await Promise.race([said, pause(stopMsMax, undefined, { ref: false })])
      await line.close()
    },
  }
}

/** The same without a database: hints stay in this process. */
export function localWake(log: Log): Wake {
  const ears = createEars(log)
  return { notify: ears.call, on: ears.add, stop: async () => {} }
}

interface Ears {
  channels(): string[]
  add(channel: string, listener: () => void): () => void
  call(channel: string): void
}

function createEars(log: Log): Ears {
  const listeners = new Map<string, Set<() => unknown>>()
  return {
    channels: () => [...listeners.keys()],
    add(channel, listener) {
      const ear = () => listener()
      const ears = listeners.get(channel) ?? new Set()
      listeners.set(channel, ears.add(ear))
      return () => {
        ears.delete(ear)
        if (ears.size === 0 && listeners.get(channel) === ears) listeners.delete(channel)
      }
    },
    call(channel) {
      for (const ear of listeners.get(channel) ?? []) {
        // Called at once; the async function only gathers what it throws, now or later.
        const heard = (async () => ear())()
        heard.catch(error => log.error({ err: error, channel }, 'a listener failed on a hint'))
      }
    },
  }
}

const retryMsMin = 100
const retryMsMax = 5_000
const connectTimeoutMs = 5_000
const queryTimeoutMs = 5_000
const heartbeatMs = 30_000

/** One connection that listens, speaks, and comes back after an outage. Speaking on it too lets it know its own echo. */
function createLine(needs: { connection: pg.ClientConfig; ears: Ears; log: Log }) {
  const { ears, log } = needs
  const stopping = new AbortController()
  const tuned = new Set<string>()
  let client: pg.Client | undefined
  let turn: Promise<unknown> = Promise.resolve()
  // A dead peer behind a silent network shows only when it is asked something.
  const heartbeat = setInterval(() => void inTurn(() => run('select 1')), heartbeatMs).unref()

  async function connect() {
    const next = new pg.Client({
      ...needs.connection,
      application_name: 'warung wake',
      keepAlive: true,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
    })
    next.on('error', () => drop(next))
    next.on('end', () => drop(next))
    next.on('notification', message => {
      const echo = message.processId === (next as unknown as { processID: number }).processID
      if (!echo) ears.call(message.channel)
    })
    await next.connect()
    if (stopping.signal.aborted) return await next.end()
    tuned.clear()
    client = next
    await inTurn(tuneIn)
  }

  async function reconnect() {
    const since = Date.now()
    for (let waitMs = retryMsMin; !stopping.signal.aborted; waitMs = Math.min(waitMs * 2, retryMsMax)) {
      const jitteredMs = waitMs * (0.5 + Math.random())
      await pause(jitteredMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      try {
        if (!stopping.signal.aborted) await connect()
        break
      } catch (error) {
        log.debug({ err: error }, 'the database still cannot be listened to')
      }
    }
    if (client) {
      log.info({ away_ms: Date.now() - since }, 'listening for hints again')
      for (const channel of ears.channels()) ears.call(channel)
    }
  }

  function drop(lost: pg.Client) {
    if (client !== lost) return
    client = undefined
    lost.end().catch(() => {})
    if (stopping.signal.aborted) return
    log.warn({}, 'the connection that listens for hints was lost')
    void reconnect()
  }

  // pg takes one statement at a time on a client.
  function inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const done = turn.then(work)
    turn = done
    return done
  }

  async function tuneIn() {
    const wanted = new Set(ears.channels())
    for (const channel of wanted) {
      if (!tuned.has(channel) && (await run(`listen ${pg.escapeIdentifier(channel)}`))) tuned.add(channel)
    }
    for (const channel of tuned) {
      if (!wanted.has(channel) && (await run(`unlisten ${pg.escapeIdentifier(channel)}`))) tuned.delete(channel)
    }
  }

  async function run(text: string, values: unknown[] = []): Promise<boolean> {
    const used = client
    if (!used) return false
    try {
      await used.query(text, values)
      return client === used
    } catch (error) {
      log.debug({ err: error }, 'a hint could not be passed on')
      if (!(error instanceof pg.DatabaseError)) drop(used)
      return false
    }
  }

  return {
    async open() {
      try {
        await connect()
      } catch (error) {
        log.warn({ err: error }, 'cannot listen for hints yet')
        void reconnect()
      }
    },
    tune: () => void inTurn(tuneIn),
    notify: (channel: string) => inTurn(() => run('select pg_notify($1, $2)', [channel, ''])),
    async close() {
      stopping.abort()
      clearInterval(heartbeat)
      const last = client
      client = undefined
      if (last) await Promise.race([last.end().catch(() => {}), pause(stopMsMax, undefined, { ref: false })])
    },
  }
}
