import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChildEnv } from '../kit/child-env.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../kit/database.ts'
import { type Receiver, startReceiver } from '../kit/scenario/receiver.ts'
import { openWarung } from '../kit/scenario/scenario.ts'
import { findFreePort, waitUntil } from '../kit/shop-process.ts'

// The whole n8n of npm with the package built and installed as its README describes, and the workflow without code of
// docs/n8n.md, to be run before a release: it has 2 GB. N8N_DIR names the folder if it is installed (npm install
// --ignore-scripts n8n@2.41.1), and without it, or without `npm ci` in packages/n8n, this is skipped: N8N_DIR=../n8n
// npm test -- test/plugs/whole-n8n.slow.test.ts

const nodes = path.join(import.meta.dirname, '../../packages/n8n')
const n8n = fs.existsSync(path.join(nodes, 'node_modules/@n8n/node-cli')) ? process.env.N8N_DIR : undefined
const run = promisify(execFile)
const plainPath = 'warung-paid'
const price = 15_000
const startWithinMs = 400_000
const stepWithinMs = 60_000

describe.skipIf(!n8n)('the whole n8n', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'n8n-'))
  let warung: Awaited<ReturnType<typeof openWarung>>
  let database: TestDatabase
  let books: Receiver
  let plainBooks: Receiver
  type Booked = { invoice_id: string; amount: number; status: string }
  const booked: Booked[] = []
  /** The books of the workflow without code. */
  const bookedPlainly: Booked[] = []
  let env: Record<string, string>
  let child: ChildProcess
  let output = ''
  let n8nUrl: string
  let cookie = ''
  let workflowId: string

  const listed = async () => (await warung.shop.api('/list-endpoints')).body.data

  /** Runs the commands of the README, which put the built file into n8n's folder of nodes. */
  async function installAsReadme(): Promise<void> {
    const readme = fs.readFileSync(path.join(nodes, 'README.md'), 'utf8')
    const [build = '', install = ''] = [...readme.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block!)
    const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
    const shell = {
      cwd: nodes,
      env: {
        ...process.env,
        ...makeChildEnv(),
        HOME: folder,
        PATH,
        // The reader's home has a filled cache.
        npm_config_cache: path.join(os.homedir(), '.npm'),
        npm_config_ignore_scripts: '',
        npm_config_prefer_offline: 'true',
        npm_config_audit: 'false',
      },
    }
    // `npm ci` has run already, because its packages are large.
    await run(
      'sh',
      ['-ec', build.replace(/^npm ci .*$/m, '').replace('npm pack', `npm pack --pack-destination ${folder}`)],
      shell,
    )
    await run('sh', ['-ec', install.replace('/path/to', folder)], shell)
  }

  /** Sends a request like n8n's editor. */
  async function ask(path: string, body: object) {
    const headers = { 'content-type': 'application/json', cookie }
    const response = await fetch(`${n8nUrl}/rest${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}\n${output}`)
    const [signedIn] = response.headers.getSetCookie()
    if (signedIn) cookie = signedIn.split(';')[0]!
    return JSON.parse(text).data
  }

  async function addCredential(type: string, data: object): Promise<string> {
    return (await ask('/credentials', { name: type, type, data })).id
  }

  /** Saves a workflow and activates it. */
  async function activate(workflow: object): Promise<string> {
    const { id, versionId } = await ask('/workflows', workflow)
    await ask(`/workflows/${id}/activate`, { versionId })
    return id
  }

  beforeAll(async () => {
    warung = await openWarung()
    database = await createEmptyTestDatabase()
    const bookInto = (book: Booked[]) =>
      startReceiver(async body => {
        book.push(JSON.parse(body))
        return 200
      })
    books = await bookInto(booked)
    plainBooks = await bookInto(bookedPlainly)
    const port = await findFreePort()
    warung.relay.target = `http://127.0.0.1:${port}`
    const { host = '', port: serverPort = '', user = '', database: name = '', password } = database.connection
    env = {
      ...makeChildEnv(),
      N8N_USER_FOLDER: folder,
      N8N_ENCRYPTION_KEY: 'a key for tests',
      N8N_PORT: String(port),
      N8N_LISTEN_ADDRESS: '127.0.0.1',
      N8N_RUNNERS_BROKER_PORT: String(await findFreePort()),
      N8N_DIAGNOSTICS_ENABLED: 'false',
      N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
      HOME: folder,
      WEBHOOK_URL: `${warung.relay.url}/`,
      DB_TYPE: 'postgresdb',
      DB_POSTGRESDB_HOST: String(host),
      DB_POSTGRESDB_PORT: String(serverPort),
      DB_POSTGRESDB_DATABASE: String(name),
      DB_POSTGRESDB_USER: String(user),
      DB_POSTGRESDB_PASSWORD: String(password ?? ''),
    }
    await installAsReadme()
    n8nUrl = `http://127.0.0.1:${port}`
    child = spawn(process.execPath, [path.join(n8n!, 'node_modules/n8n/bin/n8n'), 'start'], { env })
    for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk))
    const isReady = () =>
      fetch(`${n8nUrl}/healthz/readiness`).then(
        ({ ok }) => ok,
        () => false,
      )
    await waitUntil(isReady, startWithinMs).catch(error => {
      throw new Error(`${error.message}\n${output}`)
    })
    const owner = { email: 'pemilik@toko.example', firstName: 'Siti', lastName: 'Aminah', password: 'Warung-kopi-7' }
    await ask('/owner/setup', owner)
    const credential = await addCredential('warungApi', { baseUrl: warung.url, apiKey: warung.key })
    const header = await addCredential('httpHeaderAuth', { name: 'X-API-Key', value: warung.key })
    workflowId = await activate(workflow(credential, books.url))
    await activate(plainWorkflow(header, warung.url, plainBooks.url))
    // n8n activates in the background.
    await waitUntil(async () => (await listed()).length === 1, stepWithinMs)
  }, 2 * startWithinMs)

  afterAll(async () => {
    child?.kill('SIGKILL')
    await books?.close()
    await plainBooks?.close()
    await warung?.close()
    await database?.drop()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  test('the whole n8n books a paid payment once, and refuses forged messages', async () => {
    const [{ url }] = await listed()
    const body = { amount: price, reference: 'ORDER-7', reuse: true }
    const { invoice_id: invoice } = (await warung.shop.api('/create-payment', { body })).body.data
    await warung.shop.work()
    await warung.shop.api('/simulate-payment', { body: { invoice } })
    await warung.deliver()
    await waitUntil(() => booked.length > 0, stepWithinMs).catch(error => {
      throw new Error(`${error.message}\n${output}`)
    })
    expect(booked).toMatchObject([{ invoice_id: invoice, amount: price, status: 'paid' }])
    const { headers, body: sent } = warung.relay.messages.at(-1)!
    const forged = { method: 'POST', headers, body: sent.replace(String(price), String(price + 1)) }
    expect((await fetch(url, forged)).status).toBe(401)
    expect((await fetch(url, { ...forged, body: sent })).status).toBe(200)
  })

  test('three nodes included in n8n book a paid payment, and a forged callback books nothing', async () => {
    const callback_url = `${warung.relay.url}/webhook/${plainPath}`
    const make = async (amount: number): Promise<string> => {
      const body = { amount, reference: `PLAIN-${randomUUID()}`, callback_url }
      const { invoice_id } = (await warung.shop.api('/create-payment', { body })).body.data
      await warung.shop.work()
      return invoice_id
    }
    const [unpaid, other, invoice] = [await make(price), await make(price + 1), await make(price)]
    // The address accepts calls from any sender, so the workflow relies on the shop's answer.
    const forged = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const body = JSON.stringify({ invoice_id: unpaid, status: 'paid', amount: price })
    const post = async () => (await fetch(`${warung.relay.target}/webhook/${plainPath}`, { ...forged, body })).status
    await expect.poll(post, { timeout: stepWithinMs }).toBe(200)
    for (const paid of [other, invoice]) await warung.shop.api('/simulate-payment', { body: { invoice: paid } })
    await warung.deliver()
    await waitUntil(() => bookedPlainly.length > 0, stepWithinMs).catch(error => {
      throw new Error(`${error.message}\n${output}`)
    })
    expect(bookedPlainly).toMatchObject([{ invoice_id: invoice, amount: price, status: 'paid' }])
  })

  test('the whole n8n deletes its webhook in the shop when its workflow is deactivated', async () => {
    expect(await listed()).toHaveLength(1)
    await ask(`/workflows/${workflowId}/deactivate`, {})
    await waitUntil(async () => (await listed()).length === 0, stepWithinMs)
  })
})

/** Returns the workflow of docs/n8n.md, "A webhook without code", with the books after it. */
function plainWorkflow(credential: string, shopUrl: string, booksUrl: string): object {
  const common = { position: [0, 0] }
  const condition = (id: string, leftValue: string, rightValue: string | number, type: string) => ({
    id,
    leftValue,
    rightValue,
    operator: { type, operation: 'equals' },
  })
  return {
    name: 'Without code',
    settings: {},
    nodes: [
      {
        ...common,
        id: 'plain-1',
        webhookId: 'plain-hook-1',
        name: 'Webhook',
        type: 'n8n-nodes-base.webhook',
        typeVersion: 2,
        parameters: { httpMethod: 'POST', path: plainPath, responseMode: 'onReceived' },
      },
      {
        ...common,
        id: 'plain-2',
        name: 'Ask',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        parameters: {
          url: `${shopUrl}/api/check-payment`,
          authentication: 'genericCredentialType',
          genericAuthType: 'httpHeaderAuth',
          sendQuery: true,
          queryParameters: { parameters: [{ name: 'invoice', value: '={{ $json.body.invoice_id }}' }] },
        },
        credentials: { httpHeaderAuth: { id: credential, name: 'httpHeaderAuth' } },
      },
      {
        ...common,
        id: 'plain-3',
        name: 'If',
        type: 'n8n-nodes-base.if',
        typeVersion: 2.2,
        parameters: {
          conditions: {
            options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
            combinator: 'and',
            conditions: [
              condition('1', '={{ $json.status }}', 'paid', 'string'),
              condition('2', '={{ $json.amount }}', price, 'number'),
            ],
          },
          options: {},
        },
      },
      {
        ...common,
        id: 'plain-4',
        name: 'Books',
        type: 'n8n-nodes-base.httpRequest',
        typeVersion: 4.2,
        parameters: {
          method: 'POST',
          url: booksUrl,
          sendBody: true,
          specifyBody: 'json',
          jsonBody: '={{ JSON.stringify($json) }}',
        },
      },
    ],
    connections: {
      Webhook: { main: [[{ node: 'Ask', type: 'main', index: 0 }]] },
      Ask: { main: [[{ node: 'If', type: 'main', index: 0 }]] },
      If: { main: [[{ node: 'Books', type: 'main', index: 0 }]] },
    },
  }
}

/** Returns a workflow of the trigger, the node that asks the shop, and the books. */
function workflow(credential: string, booksUrl: string): object {
  const credentials = { warungApi: { id: credential, name: 'warungApi' } }
  const common = { typeVersion: 1, position: [0, 0] }
  return {
    name: 'Books',
    settings: {},
    nodes: [
      {
        ...common,
        id: 'node-1',
        webhookId: 'hook-1',
        name: 'Trigger',
        type: 'n8n-nodes-warung.warungTrigger',
        parameters: { events: ['payment.paid'] },
        credentials,
      },
      {
        ...common,
        id: 'node-2',
        name: 'Payment',
        type: 'n8n-nodes-warung.warung',
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
