import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readCompose } from '../drills/image/compose.ts'
import { readConfig } from '../src/config.ts'

const root = path.join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8')

interface Service {
  image: string
  environment?: Record<string, string | number>
  env_file?: string
  networks: string[]
  volumes?: string[]
  build?: string | { context: string }
  command?: string[]
  healthcheck?: { test?: string[] }
}

const compose = parse(read('compose.yml'), { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}
const services = Object.entries(compose.services)
const service = (name: string) => compose.services[name]!

describe('deploy/compose.yml', () => {
  test('deploy/compose.yml has three nodes of etcd and the database, and two of each role of Warung', () => {
    const counts = Object.groupBy(services, ([name]) => name.replace(/-\d$/, ''))
    const databases = { etcd: 3, database: 3, reader: 3, certificates: 1, backup: 1 }
    const expected = { ...databases, api: 2, jobs: 2, bot: 2, balancer: 1, proxy: 1, migrate: 1 }
    expect(Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, list!.length]))).toEqual(expected)
  })

  test.each(services)(
    '%s starts without capabilities, gains none, writes only to its volumes, and is pinned to a version',
    (name, given) => {
      expect(given).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
      expect(given.image).toMatch(/:v?\d+\.\d+\.\d+$/)
      expect(given).toMatchObject({ mem_limit: expect.stringMatching(/^\dg$/), pids_limit: expect.any(Number) })
      if (name !== 'proxy') expect(given).not.toHaveProperty('cap_add')
      for (const volume of given.volumes ?? []) {
        const [from = ''] = volume.split(':')
        const isThere = from.startsWith('./') ? existsSync(path.join(root, from)) : from in compose.volumes
        expect(isThere, volume).toBe(true)
      }
    },
  )

  test.each(services.filter(([name]) => /^(api|jobs|bot)-/.test(name)))(
    '%s has valid settings for Warung, and reaches the databases through the balancer',
    (name, { environment = {} }) => {
      const settings = Object.entries(environment).map(([key, value]) => [
        key,
        String(value).replace(/\$\{(\w+)[^}]*\}/g, example),
      ])
      const config = readConfig(Object.fromEntries(settings))
      expect([...config.roles]).toEqual([name.replace(/-\d$/, '')])
      expect(config).toMatchObject({
        production: true,
        trustedProxies: 2,
        databaseUrl: 'postgres://warung:password@balancer:5432/warung',
        databaseReadUrl: 'postgres://warung:password@balancer:5433/warung',
      })
    },
  )

  test('the databases reach nothing outside, and Warung reaches etcd or Patroni on no other network', () => {
    for (const [name, { networks }] of services)
      if (/^(etcd|database|reader)-|^backup$/.test(name)) expect(networks).toEqual(['database'])
    expect(compose.networks.database).toEqual({ internal: true })
  })
})

describe('backups in deploy/compose.yml', () => {
  const { environment: backup = {}, volumes } = service('backup')
  const nodes = ['1', '2', '3']

  test('the backup reads all three nodes through their readers, with the certificate that they accept', () => {
    const allowed = /^tls-server-auth=(\w+)=warung$/m.exec(read('pgbackrest.conf'))![1]
    for (const node of nodes) {
      expect(backup).toMatchObject({
        [`PGBACKREST_PG${node}_HOST`]: `reader-${node}`,
        [`PGBACKREST_PG${node}_HOST_TYPE`]: 'tls',
        [`PGBACKREST_PG${node}_HOST_CERT_FILE`]: `/certificates/${allowed}.crt`,
        [`PGBACKREST_PG${node}_HOST_KEY_FILE`]: `/certificates/${allowed}.key`,
        [`PGBACKREST_PG${node}_PATH`]: service(`database-${node}`).environment!.PATRONI_POSTGRESQL_DATA_DIR,
      })
    }
    expect(read('pgbackrest.conf')).toMatch(/^backup-standby=y$/m)
  })

  test('a reader shows its own certificate, queries its own server, and cannot write to its data', () => {
    const [, , ...named] = service('certificates').command!
    expect(named).toEqual([...nodes.map(node => `reader-${node}`), 'backup'])
    for (const node of nodes) {
      const reader = service(`reader-${node}`)
      expect(reader.environment).toMatchObject({
        PGHOST: `database-${node}`,
        PGBACKREST_TLS_SERVER_CERT_FILE: `/certificates/reader-${node}.crt`,
        PGBACKREST_TLS_SERVER_KEY_FILE: `/certificates/reader-${node}.key`,
      })
      expect(reader.volumes).toEqual([`database-${node}:/var/lib/postgresql:ro`, 'certificates:/certificates:ro'])
    }
  })

  test('backups are stored where the nodes archive, and the service is unhealthy without a recent one', () => {
    expect(volumes).toContain('backups:/backups')
    for (const node of nodes) {
      const { environment, volumes } = service(`database-${node}`)
      expect(volumes).toContain('backups:/backups')
      expect(environment!.PGBACKREST_REPO1_PATH).toBe(backup.PGBACKREST_REPO1_PATH)
    }
    expect(service('backup').healthcheck).toMatchObject({ test: ['CMD', 'back-up.sh', 'fresh'] })
  })
})

describe('the files of deploy/', () => {
  test('every environment address in haproxy.cfg is set, and no other', () => {
    const asked = [...read('haproxy.cfg').matchAll(/"\$\{(\w+)\}/g)].map(([, name]) => name!)
    expect(new Set(Object.keys(service('balancer').environment!))).toEqual(new Set(asked))
    for (const name of ['DATABASE_1', 'API_2', 'BOT_1']) expect(asked).toContain(name)
  })

  test('a silent primary is replaced within the time promised in docs/scale.md, by a synchronous standby only', () => {
    const { dcs } = parse(read('patroni.yml')).bootstrap
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true, primary_start_timeout: 0 })
    // Patroni itself changes settings that break this rule, to values that are not tested.
    expect(dcs.loop_wait + 2 * dcs.retry_timeout).toBeLessThanOrEqual(dcs.ttl)
    expect(dcs.ttl).toBeLessThanOrEqual(20)
  })

  test('every node uses its own name', () => {
    for (const [name, { environment = {} }] of services) {
      if (!/^(etcd|database)-/.test(name)) continue
      const own = environment.PATRONI_NAME ?? environment.ETCD_NAME
      const addresses = Object.entries(environment).filter(([key]) =>
        /_(CONNECT|ADVERTISE\w*)_(ADDRESS|URLS)$/.test(key),
      )
      expect(own).toBe(name)
      expect(addresses.length).toBe(2)
      for (const [key, value] of addresses) expect(String(value), key).toContain(`${name}:`)
    }
  })

  test('the files that the database image copies exist, and its programs are executable', () => {
    const copied = [...read('Dockerfile').matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, names]) => names!.split(' '))
    expect(copied).toEqual(['patroni.yml', 'pgbackrest.conf', 'make-warung.sh', 'make-certificates.sh', 'back-up.sh'])
    for (const name of copied.filter(file => file.endsWith('.sh'))) {
      expect(statSync(path.join(root, 'deploy', name)).mode & 0o111, name).toBe(0o111)
    }
  })
})

function example(_match: string, name: string): string {
  const examples: Record<string, string> = {
    BASE_URL: 'https://shop.example',
    SECRET_KEY: 'x'.repeat(44),
    BOT_TOKEN: `123456:${'A'.repeat(35)}`,
    POSTGRES_PASSWORD: 'password',
    EDITION: 'subscription',
    TIME_ZONE: 'Asia/Jakarta',
  }
  return examples[name] ?? ''
}

test('the drill of the image starts each service of docker-compose.yml with every option of that file', () => {
  const settings = ['BASE_URL', 'SECRET_KEY', 'BOT_TOKEN', 'POSTGRES_PASSWORD', 'MONGODB_PASSWORD']
  const { services } = readCompose(Object.fromEntries(settings.map(name => [name, 'set'])))
  expect(Object.keys(services)).toEqual(expect.arrayContaining(['api', 'jobs', 'bot', 'postgres', 'migrate', 'proxy']))
})
