import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { makeChildEnv } from '../kit/child-env.ts'
import { waitUntil } from '../kit/shop-process.ts'

const readyWithinMs = 900_000

/** The process of a foreign shop, which a test may kill and start again. */
export class ForeignProcess {
  readonly #folder: string
  readonly #script: string
  readonly #env: Record<string, string>
  #child: ChildProcess | undefined
  #output = ''

  /** `script` prints a line `ready` once it accepts requests. */
  constructor(folder: string, script: string, env: Record<string, string>) {
    this.#folder = folder
    this.#script = script
    this.#env = env
  }

  async start(more: Record<string, string> = {}): Promise<void> {
    this.#output = ''
    const child = spawn(process.execPath, [path.join(this.#folder, this.#script)], {
      cwd: this.#folder,
      env: { ...makeChildEnv(), ...this.#env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    for (const stream of [child.stdout, child.stderr]) {
      stream!.on('data', chunk => {
        this.#output += chunk
      })
    }
    await waitUntil(() => {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the shop ended:\n${this.#output}`)
      return /^ready$/m.test(this.#output)
    }, readyWithinMs)
  }

  get output(): string {
    return this.#output
  }

  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise(resolve => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
}
