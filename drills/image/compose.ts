import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'yaml'
import type { Engine } from '../../release/engine.ts'

const root = path.join(import.meta.dirname, '..', '..')
const stepMs = 500

/** A service of docker-compose.yml, with all its settings. */
interface Service {
  image: string
  build?: string
  restart?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  tmpfs?: string[]
  shm_size?: string
  mem_limit?: string
  pids_limit?: number
  stop_grace_period?: string
  /** The environment; null for a variable that was replaced by an empty value before YAML was parsed. */
  environment?: Record<string, string | number | null>
  volumes?: string[]
  networks: string[]
  command?: string[]
  depends_on?: Record<string, unknown>
  healthcheck?: { test?: string[]; disable?: boolean; interval?: string; timeout?: string; retries?: number }
  /** The ports. 80 and 443 of this machine may be in use, so the proxy is called from inside. */
  ports?: string[]
  expose?: string[]
}

interface Compose {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean } | null>
  volumes: Record<string, null>
}

const known = [
  ...['image', 'build', 'restart', 'read_only', 'cap_drop', 'cap_add', 'security_opt', 'tmpfs', 'shm_size'],
  ...['stop_grace_period', 'environment', 'volumes', 'networks', 'command', 'depends_on', 'healthcheck', 'ports'],
  ...['expose', 'mem_limit', 'pids_limit'],
]

/** Reads docker-compose.yml with these settings as its variables. */
export function readCompose(settings: Record<string, string>): Compose {
  const text = readFileSync(path.join(root, 'docker-compose.yml'), 'utf8')
  const filled = text.replace(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, other = '') => {
    const value = settings[name] ?? (kind === '-' ? other : undefined)
    if (value === undefined) throw new Error(`docker-compose.yml wants ${name}`)
    return value
  })
  const compose = parse(filled, { merge: true }) as Compose
  for (const [name, service] of Object.entries(compose.services)) {
    const strange = Object.keys(service).filter(key => !known.includes(key))
    if (strange.length > 0) throw new Error(`This drill would leave out ${strange.join(', ')} of ${name}`)
  }
  return compose
}

/** Containers, networks and volumes that are created and removed together. */
export interface Stack {
  /** Starts a service, under its own name in its networks; `container` distinguishes two of a service. */
  start(service: string, container?: string): Promise<void>
  /** Waits until the health check of the service succeeds. */
  healthy(container: string, withinMs: number): Promise<void>
  /** Waits for its end, and returns its exit code. */
  ended(container: string): Promise<number>
  exec(container: string, ...command: string[]): Promise<string>
  logs(container: string): Promise<string>
  /** Sends SIGTERM; returns the exit code. Throws if the container had to be killed. */
  stop(container: string, withinS: number): Promise<number>
  remove(): Promise<void>
}

export async function openStack(engine: Engine, compose: Compose, prefix: string): Promise<Stack> {
  const started = new Map<string, Service>()
  const full = (name: string) => `${prefix}-${name}`
  for (const [name, network] of Object.entries(compose.networks)) {
    await engine.run('network', 'create', ...(network?.internal ? ['--internal'] : []), full(name))
  }
  for (const name of Object.keys(compose.volumes)) await engine.run('volume', 'create', full(name))
  const codeOf = async (container: string) =>
    Number(await engine.run('inspect', '--format', '{{.State.ExitCode}}', full(container)))
  return {
    async start(name, container = name) {
      const service = compose.services[name]!
      started.set(container, service)
      const [first, ...others] = service.networks
      const joined = ['--network', full(first!), '--network-alias', name]
      const options = [...engine.limits, ...joined, ...optionsOf(service, full)]
      await engine.run('create', '--name', full(container), ...options, service.image, ...(service.command ?? []))
      for (const network of others) {
        await engine.run('network', 'connect', '--alias', name, full(network), full(container))
      }
      await engine.run('start', full(container))
    },
    async healthy(container, withinMs) {
      const { test: [, ...command] = [] } = started.get(container)!.healthcheck ?? {}
      const deadline = performance.now() + withinMs
      while (!(await isHealthy(engine, full(container), command))) {
        if (performance.now() > deadline) throw new Error(`${container} was not healthy in ${withinMs} ms`)
        await pause(stepMs)
      }
    },
    async ended(container) {
      await engine.run('wait', full(container))
      return codeOf(container)
    },
    exec: (container, ...command) => engine.run('exec', full(container), ...command),
    logs: container => engine.logs(full(container)),
    async stop(container, withinS) {
      const since = performance.now()
      await engine.run('stop', '-t', String(withinS), full(container))
      if (performance.now() - since > withinS * 1000) throw new Error(`${container} took longer than ${withinS} s`)
      return codeOf(container)
    },
    async remove() {
      for (const container of [...started.keys()].toReversed()) {
        await succeeds(engine.run('rm', '--force', '--volumes', full(container)))
      }
      for (const name of Object.keys(compose.volumes)) await succeeds(engine.run('volume', 'rm', full(name)))
      for (const name of Object.keys(compose.networks)) await succeeds(engine.run('network', 'rm', full(name)))
    },
  }
}

function optionsOf(service: Service, full: (name: string) => string): string[] {
  const each = (option: string, values: string[] = []) => values.flatMap(value => [option, value])
  const environment = Object.entries(service.environment ?? {}).map(([name, value]) => `${name}=${value ?? ''}`)
  const volumes = (service.volumes ?? []).map(volume => {
    const [from = '', ...rest] = volume.split(':')
    return [from.startsWith('.') ? path.join(root, from) : full(from), ...rest].join(':')
  })
  return [
    ...(service.read_only ? ['--read-only'] : []),
    ...(service.restart ? ['--restart', service.restart] : []),
    ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
    ...(service.mem_limit ? ['--memory', service.mem_limit] : []),
    ...(service.pids_limit ? ['--pids-limit', String(service.pids_limit)] : []),
    ...each('--cap-drop', service.cap_drop),
    ...each('--cap-add', service.cap_add),
    ...each(
      '--security-opt',
      service.security_opt?.map(option => option.replace(/:true$/, '')),
    ),
    ...each('--tmpfs', service.tmpfs),
    ...each('--env', environment),
    ...each('--volume', volumes),
  ]
}

/** Returns whether the service's own check, or that of its image, succeeds. */
async function isHealthy(engine: Engine, container: string, command: string[]): Promise<boolean> {
  if (command.length > 0) return succeeds(engine.run('exec', container, ...command))
  if (engine.name === 'podman') return succeeds(engine.run('healthcheck', 'run', container))
  return (await engine.run('inspect', '--format', '{{.State.Health.Status}}', container)) === 'healthy'
}

function succeeds(act: Promise<unknown>): Promise<boolean> {
  return act.then(
    () => true,
    () => false,
  )
}
