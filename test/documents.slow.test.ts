import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }
import { makeChildEnv } from './kit/child-env.ts'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from './kit/database.ts'
import { findFreePort, type ShopProcess, startShop, waitUntil } from './kit/shop-process.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..')
// Some twenty commands take their time on a busy machine; the test does not measure it.
const commandsMs = 300_000
const detectedMs = 60_000

interface Block {
  /** The text of the heading above the block. */
  title: string
  language: string
  text: string
  /** The reason not to run the block; null if it is run. */
  exception: string | null
}

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.join('docs', name)),
].sort()

function blocksOf(document: string): Block[] {
  const blocks: Block[] = []
  let title = ''
  let open: Block | null = null
  let above = ''
  for (const line of readFileSync(path.join(root, document), 'utf8').split('\n')) {
    if (line.startsWith('```')) {
      if (open) blocks.push(open)
      const exception = /^<!-- not run by a test: (.+) -->$/.exec(above)?.[1] ?? null
      open = open ? null : { title, language: line.slice(3), text: '', exception }
    } else if (open) open.text += `${line}\n`
    else if (line.startsWith('#')) title = line.replace(/^#+ /, '')
    above = line
  }
  return blocks
}

const toRun = (document: string) =>
  blocksOf(document).filter(({ language, exception }) => language === 'sh' && exception === null)

describe('every block of the documents', () => {
  test.each(documents)(
    'every block of %s names its language, and only blocks that are run contain commands',
    document => {
      for (const { language, text, title } of blocksOf(document)) {
        expect(language, `${title}: ${text}`).not.toBe('')
        if (language !== 'sh') expect(text).not.toMatch(/^(npm|npx|curl|bash|docker) /m)
      }
    },
  )

  test('the documents call only scripts that package.json has', () => {
    const called = documents.flatMap(document =>
      [...readFileSync(path.join(root, document), 'utf8').matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name!),
    )
    expect(called.length).toBeGreaterThan(20)
    for (const name of called) expect(Object.keys(packageJson.scripts)).toContain(name)
  })
})

describe('the commands of the documents, pasted into a shell beside a newly started shop', () => {
  let folder: string
  let shop: ShopProcess
  let settings: Record<string, string>
  let key: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-documents-'))
    settings = { PORT: String(await findFreePort()), DATA_DIR: path.join(folder, 'data') }
    shop = await startShop(settings)
    key = JSON.parse(readFileSync(path.join(folder, 'data', 'demo.json'), 'utf8')).api_key
    // A copy, because the documents export a catalogue into the same folder.
    await cp(path.join(root, 'src/catalog/demo'), path.join(folder, 'shop'), { recursive: true })
    await mkdir(path.join(folder, 'backups'))
    const files = {
      'key.json': { api_key: 'a key of the provider', mid: '195255685725' },
      'phone.json': {
        method: 'qris_user',
        account: 'ID1020304050607',
        dialect: 'native',
        secret: 'a-secret-of-the-phone',
        apps: ['com.gojek.gopaymerchant'],
      },
    }
    for (const [name, content] of Object.entries(files)) {
      await writeFile(path.join(folder, name), JSON.stringify(content))
    }
  }, commandsMs)
  afterAll(async () => {
    shop?.signal('SIGTERM')
    await shop?.ended
    await rm(folder, { recursive: true, force: true })
  })

  test(
    "the payment of the README's first commands is paid",
    async () => {
      await pasteBlocksOf('README.md')
      const [invoice] = /INV-\w{20}/.exec(readFileSync(path.join(folder, 'payment.json'), 'utf8'))!
      await waitUntil(async () => (await api(`/check-payment?invoice=${invoice}`)).status === 'paid', detectedMs)
    },
    commandsMs,
  )

  // The clock can be moved only until a live connection is made.
  const first = ['README.md', 'docs/sandbox.md']
  const others = documents.filter(document => !first.includes(document) && toRun(document).length > 0)

  test.each(['docs/sandbox.md', ...others])('the commands of %s do what they claim', pasteBlocksOf, commandsMs)

  async function pasteBlocksOf(document: string): Promise<void> {
    const blocks = toRun(document).filter(({ title }) => title !== goingLive)
    const told = await paste(await asHere(blocks.map(({ text }) => text).join('\n')), folder, settings)
    expect(told).not.toMatch(/"success":\s*false/)
    await sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'off' })
  }

  /** Returns the block with this shop's values for those that readers replace: address, account, ids and folders. */
  async function asHere(text: string): Promise<string> {
    const ids = { invoice: '', transfers: [] as number[] }
    if (/INV-\.\.\.|transfer accept/.test(text)) Object.assign(ids, await moneyInReview())
    const [accepted, assigned] = ids.transfers
    return text
      .replaceAll('localhost:3000', `localhost:${settings.PORT}`)
      .replaceAll('/backups/', `${folder}/backups/`)
      .replaceAll(/--account (NAME|kopi|toko|warung-kopi)\b/g, '--account demo')
      .replace('transfer accept 12', `transfer accept ${accepted}`)
      .replace('transfer assign 12', `transfer assign ${assigned}`)
      .replaceAll('INV-...', ids.invoice)
      .replaceAll('https://shop.example', `http://localhost:${settings.PORT}`)
      .replaceAll('000201...', staticQris)
      .replaceAll(
        /^(.*warung -- (?:transfer (?:list|accept|assign|sum)|explain|callback (?:log|test|redeliver)) .*? demo)/gm,
        '$1 --mode test',
      )
  }

  /** Creates an open payment and two transfers that wait for a decision. */
  async function moneyInReview(): Promise<{ invoice: string; transfers: number[] }> {
    const transfers: number[] = []
    for (let n = 0; n < 2; n++) {
      const { data } = await api('/create-payment', { amount: 20_000, payment_method: 'wallet_direct' })
      await api('/simulate-payment', { invoice: data.invoice_id, simulation: 'under' })
      await waitUntil(async () => {
        const listed = await api(`/list-transfers?state=review&invoice=${data.invoice_id}`)
        if (listed.data.length > 0) transfers.push(listed.data[0].transfer_id)
        return listed.data.length > 0
      }, detectedMs)
    }
    const { data } = await api('/create-payment', { amount: 30_000, payment_method: 'wallet_direct' })
    return { invoice: data.invoice_id, transfers }
  }

  const api = (where: string, body?: object) => ask(`/api${where}`, body)
  const sandbox = (where: string, body: object) => ask(`/sandbox${where}`, body)

  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  async function ask(where: string, body?: object): Promise<any> {
    const answer = await fetch(shop.url + where, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return answer.json()
  }
})

describe('the commands of "Going live", pasted into a shell of a new installation', () => {
  let folder: string
  let database: TestDatabase

  beforeAll(async () => {
    database = await createEmptyTestDatabase()
    folder = await mkdtemp(path.join(os.tmpdir(), 'warung-going-live-'))
    const wallet = {
      base_url: 'https://bridge.example',
      token: 'a-token',
      session: 'a-session',
      account: '081234567890',
    }
    await writeFile(path.join(folder, 'wallet.json'), JSON.stringify(wallet))
    await writeFile(
      path.join(folder, 'menu.yaml'),
      'products:\n  - { key: kopi, name: Kopi, kind: physical, price: 18000, stock: 5 }\n',
    )
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
    await database.drop()
  })

  test(
    'the commands of "Going live" create an operator, a shop that can be paid, its key and its secret',
    async () => {
      const [block] = toRun('README.md').filter(({ title }) => title === goingLive)
      const told = await paste(block!.text, folder, {
        NODE_ENV: 'production',
        BASE_URL: 'https://pay.example',
        SECRET_KEY: 'a secret of this installation alone',
        DATABASE_URL: formatDatabaseUrl(database.connection),
        DATA_DIR: path.join(folder, 'data'),
      })
      expect(told).toMatch(/wrg_live_\w{20}/)
      expect(told).toMatch(/whsec_\S{20}/)
    },
    commandsMs,
  )
})

const goingLive = 'Going live'
const staticQris =
  '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'

// npm itself would add half a second to each of some twenty commands, and the test is not about npm.
const warung = `"${process.execPath}" "${root}/src/warung.ts"`
const npm = `npm() { [ "$1 $2 $3" = 'run warung --' ] && shift 3 && ${warung} "$@"; }`

/** Returns the output of the commands. Throws at the first one that fails. */
async function paste(commands: string, cwd: string, settings: Record<string, string>): Promise<string> {
  const script = `set -euo pipefail\n${npm}\n${commands}`
  const { stdout } = await run('bash', ['-c', script], { cwd, env: { ...makeChildEnv(), ...settings } })
  return stdout
}
