import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import Router from '@koa/router'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPostmasterFor } from '../../packages/embedded-postgres/src/process-alive.ts'
import { ConfigError, readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/database/open.ts'
import { type HttpServer, serveHttp } from '../../src/http/serve-http.ts'
import { silentLog } from '../../src/lib/log.ts'
import { makeChildEnv } from '../kit/child-env.ts'
import { formatDatabaseUrl } from '../kit/connection.ts'
import { createTestDatabase } from '../kit/database.ts'
import { allEntities } from '../kit/entities.ts'
import { findFreePort, spawnShop, waitUntil } from '../kit/shop-process.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-start-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

function serve(router: Router, port = 0): Promise<HttpServer> {
  const parts = {
    middleware: [],
    mounted: [],
    readiness: async () => ({}),
    baseUrl: 'http://localhost',
    tellsReasons: true,
    trustedProxies: 0,
    log: silentLog,
  }
  return serveHttp({ ...parts, routers: [router] }, { port, host: '127.0.0.1' })
}

describe('mistakes in the settings are explained in a sentence that names the setting', () => {
  const problemsOf = (env: Record<string, string>): string => {
    try {
      readConfig(env)
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(ConfigError)
      return (error as Error).message
    }
  }

  test('a data folder that cannot be created is explained', async () => {
    const file = path.join(folder, 'a-file')
    await writeFile(file, '')
    expect(problemsOf({ DATA_DIR: path.join(file, 'data') })).toContain(`DATA_DIR ${file}`)
    if (process.platform === 'linux') expect(problemsOf({ DATA_DIR: '/proc/nothing/here' })).toContain('DATA_DIR /proc')
  })

  test('a truncated key is not accepted as a key', async () => {
    const dir = path.join(folder, 'cut')
    fs.mkdirSync(dir)
    await writeFile(path.join(dir, 'secret.key'), '')
    expect(problemsOf({ DATA_DIR: dir })).toContain('secret.key is cut off')
  })

  test('the secret key is generated once', () => {
    const settings = { DATA_DIR: path.join(folder, 'fresh', 'data') }
    const { secretKey } = readConfig(settings)
    expect(secretKey.length).toBeGreaterThanOrEqual(32)
    expect(readConfig(settings).secretKey).toBe(secretKey)
    expect(fs.readdirSync(settings.DATA_DIR)).toEqual(['secret.key'])
  })

  test('invalid addresses in the settings are reported', () => {
    const told = problemsOf({ SANDBOX_URL: 'sandbox', BOT_API_URL: 'telegram', DATA_DIR: folder })
    expect(told).toContain('SANDBOX_URL is an absolute http(s) address')
    expect(told).toContain('BOT_API_URL is an absolute http(s) address')
    expect(problemsOf({ SANDBOX_URL: 'http://localhost:4000', DATA_DIR: folder })).toContain('SANDBOX_URL has a path')
  })

  test("a local Bot API address that would replace the shop's own pages is refused", () => {
    const told = problemsOf({ BOT_API_URL: 'http://localhost:3000/', DATA_DIR: folder })
    expect(told).toContain('BOT_API_URL has a path where BOT_TOKEN is empty')
    const server = { BOT_TOKEN: `123456:${'A'.repeat(35)}`, BOT_API_URL: 'http://telegram-bot-api:8081' }
    expect(readConfig({ ...server, DATA_DIR: folder }).botApiUrl).toBe('http://telegram-bot-api:8081')
  })

  test('an address reachable from the internet is reported if production mode is not set', () => {
    const settings = { DATA_DIR: folder, BASE_URL: 'https://shop.test', BOT_TOKEN: `123456:${'A'.repeat(35)}` }
    for (const given of [{}, { ROLES: 'api,jobs,bot' }]) {
      expect(problemsOf({ ...settings, ...given })).toContain(
        'BASE_URL https://shop.test leads here from other machines',
      )
    }
    expect(problemsOf({ ...settings, BASE_URL: 'http://203.0.113.9:3000' })).toContain('set NODE_ENV=production')
    expect(problemsOf({ ...settings, ROLES: 'api,jobs,bot,sandbox' })).toBe('')
    expect(problemsOf({ ...settings, NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(44) })).toBe('')
    for (const host of ['localhost', '127.0.0.1', '[::1]', ...ownPrivateAddresses()]) {
      expect(problemsOf({ DATA_DIR: folder, BASE_URL: `http://${host}:3000` }), host).toBe('')
    }
  })

  test.each(['bot', 'sandbox', 'bot,sandbox', 'api', 'jobs', 'api,bot'])(
    'ROLES=%s without a shared database is refused',
    ROLES => expect(problemsOf({ DATA_DIR: folder, ROLES })).toContain('DATABASE_URL is required'),
  )

  test('a port that is already used is reported', async () => {
    const first = await serve(new Router())
    const second = serve(new Router(), first.port)
    await expect(second).rejects.toThrow(`PORT ${first.port} is in use`)
    await expect(second).rejects.toBeInstanceOf(ConfigError)
    await first.close(1000)
  })

  test('an unreachable database server is reported without its password', async () => {
    const settings = { databaseUrl: 'postgres://shop:hunter22@127.0.0.1:1/shop', dataDir: folder, databasePoolMax: 2 }
    const opening = openDatabase(settings, allEntities)
    await expect(opening).rejects.toBeInstanceOf(ConfigError)
    await expect(opening).rejects.toThrow('DATABASE_URL leads to no database')
    await expect(opening).rejects.not.toThrow('hunter22')
  })
})

test('HOST is open to everyone in production, and only to this machine elsewhere', () => {
  const production = { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(44), BOT_TOKEN: `123456:${'A'.repeat(35)}` }
  expect(readConfig({ DATA_DIR: folder }).host).toBe('127.0.0.1')
  expect(readConfig(production).host).toBe('0.0.0.0')
  expect(readConfig({ DATA_DIR: folder, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

function ownPrivateAddresses(): string[] {
  const all = Object.values(os.networkInterfaces()).flatMap(list => list ?? [])
  return all
    .filter(({ family, address }) => family === 'IPv4' && address.startsWith('10.'))
    .map(({ address }) => address)
}

test('a running request is answered while the server closes, and its client has to reconnect', async () => {
  let begin = () => {}
  let finish = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const mayFinish = new Promise<void>(resolve => {
    finish = resolve
  })
  const router = new Router()
  router.get('/slow', async ctx => {
    begin()
    await mayFinish
    ctx.body = 'done'
  })
  const server = await serve(router)
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const answered = get(agent, `http://127.0.0.1:${server.port}/slow`)
  await begun
  const startedAt = performance.now()
  const closed = server.close(20_000)
  finish()
  expect(await answered).toEqual({ body: 'done', connection: 'close' })
  await closed
  // A kept connection would have delayed the stop, and been cut off during its next request.
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  agent.destroy()
})

function get(agent: http.Agent, address: string): Promise<{ body: string; connection: string | undefined }> {
  return new Promise((resolve, reject) => {
    const asked = http.get(address, { agent }, answer => {
      let body = ''
      answer.setEncoding('utf8').on('data', text => {
        body += text
      })
      answer.on('end', () => resolve({ body, connection: answer.headers.connection }))
    })
    asked.on('error', reject)
  })
}

test('a refused command exits with 1 and its reason', async () => {
  const database = await createTestDatabase()
  try {
    const address = formatDatabaseUrl(database.connection)
    const { code, told } = await command(['account', 'add', 'NOT A NAME'], { DATABASE_URL: address, DATA_DIR: folder })
    expect(told).toContain('name: is 2 to 39 small letters')
    expect(code).toBe(1)
  } finally {
    await database.drop()
  }
})

function command(words: string[], settings: Record<string, string>): Promise<{ code: number | null; told: string }> {
  const program = path.join(import.meta.dirname, '..', '..', 'src', 'warung.ts')
  const child = spawn(process.execPath, [program, ...words], {
    env: { ...makeChildEnv(), ...settings },
    timeout: 20_000,
  })
  let told = ''
  child.stderr.on('data', text => {
    told += text
  })
  return new Promise(resolve => child.once('exit', code => resolve({ code, told })))
}

test('SIGTERM during the start leaves no database process behind', async () => {
  const dir = path.join(folder, 'interrupted')
  const shop = spawnShop({ PORT: String(await findFreePort()), DATA_DIR: dir })
  const data = path.join(dir, 'postgres', 'data')
  const postmaster = () => Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  await waitUntil(() => isPostmasterFor(postmaster(), data), 60_000)
  const pid = postmaster()
  shop.signal('SIGTERM')
  expect(await shop.ended).toBe(0)
  expect(isPostmasterFor(pid, data)).toBe(false)
}, 60_000)

test('the output of a process contains no key', async () => {
  const { describeDemo } = await import('../../src/demo/demo.ts')
  const address = 'http://localhost:3000'
  const printed = describeDemo(
    {
      base_url: address,
      account: 'demo',
      api_key: 'wrg_test_secret',
      live_api_key: 'wrg_live_secret',
      webhook_secret: 'whsec_secret',
      second: { account: 'second', api_key: 'wrg_test_other' },
      chat_url: `${address}/telegram/`,
      menu_url: `${address}/m/kopi-demo`,
      sandbox_url: `${address}/sandbox`,
      bot_api_url: `${address}/telegram`,
      merchant: { username: 'merchant', password: 'pass_one' },
      operator: { username: 'operator', password: 'pass_two' },
    },
    '/data/demo.json',
  )
  expect(printed).toContain('/data/demo.json')
  expect(printed).not.toMatch(/wrg_|whsec_|pass_/)
})

describe('a damaged data folder ends the start with an explanation', () => {
  test.each([
    ['that is half written', [] as [string, string][], 'PG_VERSION is missing'],
    ['whose contents are gone', [['PG_VERSION', '18']] as [string, string][], 'could not start'],
    ['of another version', [['PG_VERSION', '12']] as [string, string][], 'holds data of PostgreSQL 12'],
  ])(
    'a data folder %s ends the start with an explanation',
    async (name, files, sentence) => {
      const dir = path.join(folder, name.replaceAll(' ', '-'))
      const data = path.join(dir, 'postgres', 'data')
      fs.mkdirSync(data, { recursive: true, mode: 0o700 })
      for (const [file, text] of files) fs.writeFileSync(path.join(data, file), `${text}\n`)
      const shop = spawnShop({ PORT: String(await findFreePort()), DATA_DIR: dir })
      expect(await shop.ended).toBe(1)
      expect(shop.output()).toContain(sentence)
      expect(shop.output()).not.toMatch(/unsettled|^ {4}at /m)
    },
    60_000,
  )
})

test('a start waits while PostgreSQL recovers', async () => {
  const database = await createTestDatabase()
  const { host, port, user, database: name } = database.connection
  let refusals = 3
  const server = net.createServer(socket => {
    if (refusals-- <= 0) return void socket.pipe(net.connect(`${host}/.s.PGSQL.${port}`)).pipe(socket)
    socket.once('data', () => socket.end(errorResponse('57P03', 'the database system is starting up')))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port: through } = server.address() as net.AddressInfo
  const databaseUrl = `postgres://${user}@127.0.0.1:${through}/${name}?sslmode=disable`
  const opened = await openDatabase({ databaseUrl, dataDir: folder, databasePoolMax: 2 }, allEntities)
  expect(await opened.sql.query('select 1 as one')).toEqual([{ one: 1 }])
  expect(refusals).toBeLessThan(0)
  await opened.close()
  await new Promise(resolve => server.close(resolve))
  await database.drop()
})

// https://www.postgresql.org/docs/current/protocol-message-formats.html, ErrorResponse
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from('E\0\0\0\0', 'latin1')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
