import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../src/config.ts'
import { formatDatabaseUrl } from './kit/connection.ts'
import { createEmptyTestDatabase } from './kit/database.ts'
import { findFreePort, startShop } from './kit/shop-process.ts'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')

interface Service {
  image: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  networks?: string[]
  volumes?: string[]
  tmpfs?: string[]
  command?: string | string[]
  environment?: Record<string, string | number>
  healthcheck?: object
  depends_on?: Record<string, { condition: string }>
}

const compose = parse(read('docker-compose.yml'), { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
}

describe('docker-compose.yml', () => {
  test('docker-compose.yml runs PostgreSQL, MongoDB and all roles behind a proxy, with health checks', () => {
    expect(Object.keys(compose.services)).toEqual(['postgres', 'mongodb', 'migrate', 'api', 'jobs', 'bot', 'proxy'])
    for (const [name, service] of Object.entries(compose.services)) {
      const isChecked = service.healthcheck !== undefined || dockerfileChecks()
      expect(isChecked, name).toBe(true)
    }
  })

  test.each(['api', 'jobs', 'bot'])('%s waits for the migrations, and its settings are valid for Warung', name => {
    const { environment = {}, depends_on = {} } = compose.services[name]!
    expect(depends_on.migrate).toEqual({ condition: 'service_completed_successfully' })
    const settings = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [key, String(value).replace(/\$\{(\w+)[^}]*\}/g, example)]),
    )
    const config = readConfig(settings)
    expect([...config.roles]).toEqual([name])
    expect(config).toMatchObject({
      production: true,
      mongodbUrl: 'mongodb://warung:secret@mongodb:27017/warung?authSource=admin',
    })
  })
})

describe('the privileges of services in docker-compose.yml', () => {
  const services = Object.entries(compose.services)
  const mountedAt = (service: Service) => [
    ...(service.volumes ?? []).map(volume => volume.split(':')[1]),
    ...(service.tmpfs ?? []),
  ]

  test.each(services)('%s starts without capabilities, gains none, and writes only to its volumes', (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    })
    const needed = { postgres: ownerChange, mongodb: ownerChange, proxy: ['NET_BIND_SERVICE'] }[name] ?? []
    expect(service.cap_add ?? []).toEqual(needed)
    expect(mountedAt(service)).toContain('/tmp')
  })

  // The capabilities that the databases' entrypoints need as root before they switch to another user.
  const ownerChange = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']

  test.each(services)('%s is pinned to an exact version', (_name, { image }) => {
    expect(image).toMatch(/:\d+\.\d+(\.\d+)?(-\w+)?$/)
  })

  test('the databases require passwords, and have their own networks without internet access', () => {
    expect(compose.services.mongodb!.environment).toHaveProperty('MONGO_INITDB_ROOT_PASSWORD')
    expect(compose.services.postgres!.environment).toHaveProperty('POSTGRES_PASSWORD')
    const on = (network: string) => services.filter(([, { networks = [] }]) => networks.includes(network))
    const namesOn = (network: string) => on(network).map(([name]) => name)
    expect(namesOn('database')).toEqual(['postgres', 'migrate', 'api', 'jobs', 'bot'])
    expect(namesOn('scheduler')).toEqual(['mongodb', 'jobs'])
    expect(namesOn('outside')).toEqual(['api', 'jobs', 'bot', 'proxy'])
    for (const inside of ['front', 'database', 'scheduler'])
      expect(compose.networks[inside]).toEqual({ internal: true })
  })
})

test('the Dockerfile copies only existing files, and runs the same as npm start', () => {
  const copied = copiedNames()
  expect(copied.length).toBeGreaterThan(4)
  for (const name of copied) expect(existsSync(path.join(root, name)), name).toBe(true)
  const { start } = JSON.parse(read('package.json')).scripts as { start: string }
  expect(start).toContain(' src/main.ts')
  const [, , ...given] = start.split(' ')
  const words = ['/opt/node/node', ...given].map(word => `"${word}"`)
  expect(read('Dockerfile')).toContain(`CMD [${words.join(', ')}]`)
})

test('the image has enough files for api, jobs and bot, without the local Bot API', async () => {
  const database = await createEmptyTestDatabase()
  const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-image-'))
  const image = path.join(folder, 'image')
  const ignored = read('.dockerignore').split('\n')
  for (const name of copiedNames()) {
    const filter = (source: string) => !ignored.includes(path.relative(root, source))
    await cp(path.join(root, name), path.join(image, name), { recursive: true, filter })
  }
  await symlink(path.join(root, 'node_modules'), path.join(image, 'node_modules'))
  expect(existsSync(path.join(image, 'bot', 'bot.ts'))).toBe(true)
  expect(existsSync(path.join(image, 'bot', 'local'))).toBe(false)

  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: formatDatabaseUrl(database.connection),
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await findFreePort()),
    SECRET_KEY: 'a secret key of the image, long enough',
    BASE_URL: 'https://shop.example',
    BOT_TOKEN: `123456:${'A'.repeat(35)}`,
    // Nothing listens at this address: a bot role starts anyway.
    BOT_API_URL: 'http://127.0.0.1:9',
  }
  const shop = await startShop(settings, [process.execPath, path.join(image, 'src', 'main.ts')])
  try {
    expect(await (await fetch(`${shop.url}/readyz`)).json()).toMatchObject({ ready: true, checks: { database: 'ok' } })
  } finally {
    shop.signal('SIGTERM')
    await shop.ended
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})

function copiedNames(): string[] {
  return [...read('Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '))
}

function dockerfileChecks(): boolean {
  return read('Dockerfile').includes('HEALTHCHECK')
}

function example(_match: string, name: string): string {
  const examples: Record<string, string> = {
    BASE_URL: 'https://shop.example',
    SECRET_KEY: 'x'.repeat(44),
    BOT_TOKEN: `123456:${'A'.repeat(35)}`,
    POSTGRES_PASSWORD: 'password',
    MONGODB_PASSWORD: 'secret',
    EDITION: 'subscription',
    TIME_ZONE: 'Asia/Jakarta',
  }
  return examples[name] ?? ''
}
