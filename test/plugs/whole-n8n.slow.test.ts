import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childEnv } from '../kit/child-env.ts'
import { emptyTestDatabase, type TestDatabase } from '../kit/database.ts'
import { type Receiver, startReceiver } from '../kit/scenario/receiver.ts'
import { openWarung } from '../kit/scenario/scenario.ts'
import { freePort, waitUntil } from '../kit/shop-process.ts'

// The whole n8n of npm with the built package, for the time before a release: it is 2 GB. N8N_DIR names the folder
// if it is installed (npm install --ignore-scripts n8n@2.41.1), and without it this is left out:
// N8N_DIR=../n8n npm test -- test/plugs/whole-n8n.slow.test.ts

const n8n = process.env.N8N_DIR
const nodes = path.join(import.meta.dirname, '../../packages/n8n')
const run = promisify(execFile)
const startWithinMs = 400_000
const stepWithinMs = 60_000

describe.skipIf(!n8n)('the whole n8n', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-'))
  let warung: Awaited<ReturnType<typeof openWarung>>
  let database: TestDatabase
  let books: Receiver
  const booked: { invoice_id: string; amount: number; status: string }[] = []
  let env: Record<string, string>
  let child: ChildProcess
  let output = ''

  const command = (...args: string[]) =>
    run(process.execPath, [path.join(n8n!, 'node_modules/n8n/bin/n8n'), ...args], { env })
  const listed = async () => (await warung.shop.api('/list-endpoints')).body.data

  function write(name: string, content: unknown): string {
    const file = path.join(folder, name)
    fs.writeFileSync(file, JSON.stringify(content))
    return file
  }

  beforeAll(async () => {
    warung = await openWarung()
    database = await emptyTestDatabase()
    books = await startReceiver(async body => {
      booked.push(JSON.parse(body))
      return 200
    })
    const port = await freePort()
    warung.relay.target = `http://127.0.0.1:${port}`
    const { host = '', port: serverPort = '', user = '', database: name = '', password } = database.connection
    env = {
      ...childEnv(),
      N8N_USER_FOLDER: folder,
      N8N_ENCRYPTION_KEY: 'a key for tests',
      N8N_PORT: String(port),
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_RUNNERS_BROKER_PORT: String(await freePort()),
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      N8N_CUSTOM_EXTENSIONS: nodes,
      WEBHOOK_URL: `${warung.relay.url}/`,
      DB_TYPE: 'postgresdb',
      DB_POSTGRESDB_HOST: String(host),
      DB_POSTGRESDB_PORT: String(serverPort),
      DB_POSTGRESDB_DATABASE: String(name),
      DB_POSTGRESDB_USER: String(user),
      DB_POSTGRESDB_PASSWORD: String(password ?? ''),
    }
    const credential = {
      id: 'warung1',
      name: 'Warung',
      type: 'warungApi',
      data: { baseUrl: warung.url, apiKey: warung.key },
    }
    await command('import:credentials', `--input=${write('credentials.json', [credential])}`)
    await command('import:workflow', `--input=${write('workflow.json', [workflow(`${books.url}/books`)])}`)
    await command('publish:workflow', '--id=books1')
    child = spawn(process.execPath, [path.join(n8n!, 'node_modules/n8n/bin/n8n'), 'start'], { env })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk))
    await waitUntil(async () => (await listed()).length === 1, startWithinMs).catch(error => {
      throw new Error(`${error.message}\n${output}`)
    })
  }, 2 * startWithinMs)

  afterAll(async () => {
    child?.kill('SIGKILL')
    await books?.close()
    await warung?.close()
    await database?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('the whole n8n books a paid payment once, and refuses forged messages', async () => {
    const [{ url }] = await listed()
    const body = { amount: 15_000, reference: 'ORDER-7', reuse: true }
    const { invoice_id: invoice } = (await warung.shop.api('/create-payment', { body })).body.data
    await warung.shop.work()
    await warung.shop.api('/simulate-payment', { body: { invoice } })
    await warung.deliver()
    await waitUntil(() => booked.length > 0, stepWithinMs).catch(error => {
      throw new Error(`${error.message}\n${output}`)
    })
    expect(booked).toMatchObject([{ invoice_id: invoice, amount: 15_000, status: 'paid' }])
    const { headers, body: sent } = warung.relay.messages.at(-1)!
    const forged = { method: 'POST', headers, body: sent.replace('15000', '15001') }
    expect((await fetch(url, forged)).status).toBe(401)
    expect((await fetch(url, { ...forged, body: sent })).status).toBe(200)
  })
})

/** The trigger, then the node that asks the shop, then the books. */
function workflow(booksUrl: string): object {
  const credentials = { warungApi: { id: 'warung1', name: 'Warung' } }
  const common = { typeVersion: 1, position: [0, 0] }
  return {
    id: 'books1',
    name: 'Books',
    active: false,
    settings: {},
    nodes: [
      {
        ...common,
        id: 'node-1',
        webhookId: 'hook-1',
        name: 'Trigger',
        type: 'CUSTOM.warungTrigger',
        parameters: { events: ['payment.paid'] },
        credentials,
      },
      {
        ...common,
        id: 'node-2',
        name: 'Payment',
        type: 'CUSTOM.warung',
        parameters: { resource: 'payment', operation: 'get', invoice: '={{ $json.data.invoice_id }}' },
        credentials,
      },
      {
        ...common,
        id: 'node-3',
        name: 'Books',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        parameters: {
          method: 'POST',
          url: booksUrl,
          sendBody: true,
          specifyBody: 'json',
          jsonBody: '={{ JSON.stringify({ ...$json, invoice_id: $("Trigger").item.json.data.invoice_id }) }}',
        },
      },
    ],
    connections: {
      Trigger: { main: [[{ node: 'Payment', type: 'main', index: 0 }]] },
      Payment: { main: [[{ node: 'Books', type: 'main', index: 0 }]] },
    },
  }
}
