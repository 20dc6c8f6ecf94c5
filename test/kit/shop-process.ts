import { type ChildProcess, spawn } from 'node:child_process'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeChildEnv } from './child-env.ts'

const root = path.join(import.meta.dirname, '..', '..')
const main = path.join(root, 'src', 'main.ts')
const readyWithinMs = 180_000

/** `npm start`, or one role of it, as a separate process. */
export interface ShopProcess {
  url: string
  pid: number
  /** Its output so far. */
  output(): string
  signal(name: NodeJS.Signals): void
  /** Resolves at its end to its exit code, or to the name of the signal. */
  ended: Promise<number | NodeJS.Signals | null>
}

export async function startShop(settings: Record<string, string>, command?: string[]): Promise<ShopProcess> {
  const shop = spawnShop(settings, command)
  await waitUntil(async () => {
    if (shop.hasEnded()) throw new Error(`the shop ended before it was ready (${await shop.ended}):\n${shop.output()}`)
    return (await fetch(`${shop.url}/readyz`)).ok
  }, readyWithinMs)
  return shop
}

/** Starts a process without waiting for it. */
export function spawnShop(
  settings: Record<string, string>,
  [program = '', ...args]: string[] = [process.execPath, main],
): ShopProcess & { hasEnded(): boolean } {
  const child: ChildProcess = spawn(program, args, {
    cwd: root,
    env: { ...makeChildEnv(), HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  child.stdout!.on('data', chunk => written.push(String(chunk)))
  child.stderr!.on('data', chunk => written.push(String(chunk)))
  return {
    url: `http://127.0.0.1:${settings.PORT}`,
    pid: child.pid!,
    output: () => written.join(''),
    signal: name => void child.kill(name),
    ended: new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal))),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
}

/** Repeats the check until it returns true; a check that fails counts as false. */
export async function waitUntil(holds: () => Promise<boolean> | boolean, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  let last: unknown
  while (performance.now() < deadline) {
    try {
      if (await holds()) return
    } catch (error) {
      if ((error as Error).message.startsWith('the shop ended')) throw error
      last = error
    }
    await pause(50)
  }
  throw new Error(`not within ${timeoutMs} ms${last ? `: ${(last as Error).message}` : ''}`)
}

export async function findFreePort(): Promise<number> {
  const server = net.createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
