import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoor } from './lib/door.ts'
import { openDatabase } from './lib/open-database.ts'
import { createOutbound } from './lib/outbound.ts'
import { createLocalBotApi } from './local-bot-api.ts'
import type { HeardCall, Log } from './room.ts'

export interface ServeOptions {
  /** 0 takes a free one. */
  port: number
  /** Default 127.0.0.1. */
  host?: string | undefined
  /**
   * How others reach it. Default `http://localhost:PORT`. Its path, if it has one, may be in front of every request.
   */
  url?: string | undefined
  /** The key of the control and the chat page. Without one it must listen on this machine's own addresses only. */
  key?: string | undefined
  /** A PostgreSQL that is there: `postgres://...`. */
  database?: string | undefined
  /** The folder of the embedded PostgreSQL, used where `database` is not given. */
  data: string
  production?: boolean | undefined
  log?: Log | undefined
  /** Called with every call of a bot before it runs, for tests. */
  onCall?: ((call: HeardCall) => void) | undefined
}

export interface Served {
  /** The base of every address, without a slash at the end: a bot's `apiRoot`. */
  url: string
  /** Ends everything that was started; the state stays in the database. */
  close(): Promise<void>
}

// Longer than proxies and clients keep an idle connection open, so that none is closed just as it is used.
const keepAliveTimeoutMs = 65_000

/** A whole local Bot API: its database, its server, its door. Throws an Error that says why it cannot start. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { port, host = '127.0.0.1', key, production = false, log = plainLog } = options
  let handle: http.RequestListener = (_, res) => void res.writeHead(503, { 'retry-after': '1' }).end()
  const server = http.createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (req, res) => handle(req, res))
  // The port comes first: who cannot have it must not touch the database of the process that has it.
  await startListening(server, port, host)
  const url = (options.url ?? `http://localhost:${(server.address() as AddressInfo).port}`).replace(/\/+$/, '')
  try {
    const sql = await openDatabase(options)
    const door = createDoor({ url, key })
    try {
      const api = await createLocalBotApi({
        sql,
        url,
        log,
        door,
        outbound: createOutbound(),
        production,
        onCall: options.onCall,
      })
      handle = underPath(new URL(url).pathname.replace(/\/$/, ''), api.handle)
      return { url, close: onlyOnce(() => closeAll(server, [api, sql])) }
    } catch (error) {
      await sql.close()
      throw error
    }
  } catch (error) {
    await closeAll(server, [])
    throw error
  }
}

function startListening(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}

/** A proxy may leave the path of the public address in front of a request, or take it away. */
function underPath(prefix: string, handle: http.RequestListener): http.RequestListener {
  return (req, res) => {
    const url = req.url ?? '/'
    const rest = prefix !== '' && url.startsWith(prefix) ? url.slice(prefix.length) : undefined
    if (rest !== undefined && /^([/?]|$)/.test(rest)) req.url = rest.replace(/^(?!\/)/, '/')
    handle(req, res)
  }
}

async function closeAll(server: http.Server, parts: { close(): Promise<void> }[]): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve))
  for (const part of parts) await part.close()
  server.closeAllConnections()
  await closed
}

function onlyOnce(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined
  return () => (done ??= work())
}

const say = (fields: object, message: string) => {
  const { err } = fields as { err?: Error }
  process.stderr.write(`${message}${err ? `: ${err.stack ?? err.message}` : ''}\n`)
}
const plainLog: Log = { info() {}, warn: say, error: say }
