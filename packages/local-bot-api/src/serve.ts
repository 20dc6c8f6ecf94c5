import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoor } from './lib/door.ts'
import { openDatabase } from './lib/open-database.ts'
import { createOutbound } from './lib/outbound.ts'
import { createLocalBotApi } from './local-bot-api.ts'
import type { HeardCall, Log } from './room.ts'

export interface ServeOptions {
  /** The port; 0 chooses a free one. */
  port: number
  /** The host to listen on; 127.0.0.1 by default. */
  host?: string | undefined
  /**
   * The address for other programs; `http://localhost:PORT` by default. Its path, if any, may precede every request's
   * path.
   */
  url?: string | undefined
  /**
   * The key of the control and the chat page. Without one, the server must listen only on this machine's own addresses.
   */
  key?: string | undefined
  /** The address of an existing PostgreSQL: `postgres://...`. */
  database?: string | undefined
  /** The folder of the embedded PostgreSQL, used without `database`. */
  data: string
  production?: boolean | undefined
  log?: Log | undefined
  /** Called with every call of a bot before it runs, for tests. */
  onCall?: ((call: HeardCall) => void) | undefined
}

export interface Served {
  /** The base of every address, without a final slash: a bot's `apiRoot`. */
  url: string
  /** Ends everything that was started; the state stays in the database. */
  close(): Promise<void>
}

// It is longer than proxies and clients keep an idle connection open, so that none closes just as it is used.
const keepAliveTimeoutMs = 65_000

/**
 * Starts a whole local Bot API: its database and its server, with a key if needed. Throws an Error with the reason why
 * it cannot start.
 */
export async function serve(options: ServeOptions): Promise<Served> {
  const { port, host = '127.0.0.1', key, production = false, log = plainLog } = options
  let handle: http.RequestListener = (_, res) => void res.writeHead(503, { 'retry-after': '1' }).end()
  const server = http.createServer({ keepAliveTimeout: keepAliveTimeoutMs }, (req, res) => handle(req, res))
  // The port is opened first: without it, this process must not touch the database of the process that has it.
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

/** Handles requests whether or not a proxy removed the path of the public address. */
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
