import { type ChildProcess, fork } from 'node:child_process'
import { on, once } from 'node:events'
import path from 'node:path'

/** Test files to run in the copy, one after the other until one fails. */
export interface TestRun {
  tests: string[]
  /** The files that changed since the previous run. */
  changed: string[]
  /** The time after which further tests are not started. */
  patienceMs: number
  /** The record of the functions that each test file called. */
  watched?: string
}

export interface Verdict {
  /** The first test that failed, and the reason; null if all passed. */
  failure: { test: string; why: string } | null
  /** The durations of the test files that passed. */
  passed: Map<string, number>
  durationMs: number
}

/** A message of the process while it works: a file has passed, or all have ended. */
export type Progress = { passed: string; durationMs: number } | { failure: Verdict['failure'] }

// The longest time for a timer, also used instead of infinity, which messages cannot contain.
const longestMs = 2 ** 31 - 1

/** Runs test files in the copy. A mutant that hangs ends the process, but not the run. */
export class Judge {
  readonly #dir: string
  readonly #env: NodeJS.ProcessEnv
  readonly #silenceMsMax: number
  #child: ChildProcess | null = null

  /** `silenceMsMax`: the time after which tests that report nothing count as hanging. */
  constructor(dir: string, env: NodeJS.ProcessEnv, silenceMsMax: number) {
    this.#dir = dir
    this.#env = env
    this.#silenceMsMax = silenceMsMax
  }

  async ask(question: TestRun): Promise<Verdict> {
    const child = this.#child ?? (await this.#open())
    const begun = Date.now()
    const passed = new Map<string, number>()
    const told = (failure: Verdict['failure']) => ({ failure, passed, durationMs: Date.now() - begun })
    const ended = new AbortController()
    const silence = `no end within ${this.#silenceMsMax / 1000} s`
    const alarm = setTimeout(() => ended.abort(silence), this.#silenceMsMax)
    const whenGone = () => ended.abort('the process ended')
    child.once('exit', whenGone)
    child.send({ ...question, patienceMs: Math.min(question.patienceMs, longestMs) })
    try {
      for await (const [progress] of on(child, 'message', { signal: ended.signal }) as AsyncIterable<[Progress]>) {
        alarm.refresh()
        if ('failure' in progress) return told(progress.failure)
        passed.set(progress.passed, progress.durationMs)
      }
      throw new Error('the channel ended')
    } catch (error) {
      this.close()
      const why = String(ended.signal.reason ?? error)
      return told({ test: question.tests.find(test => !passed.has(test)) ?? question.tests[0]!, why })
    } finally {
      clearTimeout(alarm)
      child.off('exit', whenGone)
    }
  }

  /** Kills the process and everything it started, because a test that hangs in a loop does not react. */
  close(): void {
    const pid = this.#child?.pid
    this.#child = null
    if (pid === undefined) return
    try {
      process.kill(-pid, 'SIGKILL')
    } catch {
      // It has already ended.
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
