import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A test file that is to run in the copy, and the files that changed since the last one did. */
export interface Question {
  test: string
  changed: string[]
}

export interface Verdict {
  /** The first test that failed, and why; null where all passed. */
  failure: string | null
  tests: number
  durationMs: number
}

const patienceMs = 240_000

/** Runs test files in the copy, one after the other. A mistake that hangs costs the process, not the run. */
export class Judge {
  readonly #dir: string
  readonly #env: NodeJS.ProcessEnv
  #child: ChildProcess | null = null

  constructor(dir: string, env: NodeJS.ProcessEnv) {
    this.#dir = dir
    this.#env = env
  }

  async ask(question: Question): Promise<Verdict> {
    const child = this.#child ?? (await this.#open())
    const begun = Date.now()
    child.send(question)
    const waiting = new AbortController()
    const signal = AbortSignal.any([waiting.signal, AbortSignal.timeout(patienceMs)])
    try {
      const [verdict] = await Promise.race([
        once(child, 'message', { signal }),
        once(child, 'exit', { signal }).then(() => {
          throw new Error('the process ended')
        }),
      ])
      return verdict
    } catch (error) {
      this.close()
      const why = signal.aborted ? `no end within ${patienceMs / 1000} s` : (error as Error).message
      return { failure: why, tests: 0, durationMs: Date.now() - begun }
    } finally {
      // Whoever still waits would wait for ever.
      waiting.abort()
    }
  }

  /** With whatever it started: a test that hangs in a loop hears nothing. */
  close(): void {
    const pid = this.#child?.pid
    this.#child = null
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
  }

  async #open(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, 'judge-process.ts'), [], {
      cwd: this.#dir,
      env: this.#env,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.#child = child
    await once(child, 'message')
    return child
  }
}
