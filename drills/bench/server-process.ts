import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startProfile, type TimeShare } from './profile.ts'

/** The message with which a measured server reports that it listens. */
export interface ReadyMessage {
  port: number
  key: string
  invoices: string[]
  /** Whether it can report its processor time and its profile. */
  tellsTime?: boolean
}

export interface BenchServer extends ReadyMessage {
  /** Returns the processor time of its process so far. */
  cpuMs(): Promise<number>
  /** Profiles its process while the work lasts. */
  profile(work: () => Promise<unknown>): Promise<TimeShare[]>
}

type Question = 'cpu' | 'start profile' | 'stop profile'

/** Starts a program of the bench in a separate process. `children` contains it, so that it is killed at the end. */
export async function startServer(children: ChildProcess[], file: string, connection: object): Promise<BenchServer> {
  const child = startChild(children, file, connection)
  const ready = await readAnswer<ReadyMessage>(child, file)
  const ask = <Answer>(question: Question): Promise<Answer> => {
    child.send(question)
    return readAnswer<Answer>(child, file)
  }
  return {
    ...ready,
    cpuMs: async () => (ready.tellsTime ? ask<number>('cpu') : Number.NaN),
    async profile(work) {
      await ask('start profile')
      await work()
      return ask('stop profile')
    },
  }
}

/** Returns the measurement of a benchmark program in a separate process. */
export async function measureInProcess<Told>(
  children: ChildProcess[],
  file: string,
  connection: object,
): Promise<Told> {
  const child = startChild(children, file, connection)
  const told = await readAnswer<Told>(child, file)
  child.kill('SIGKILL')
  return told
}

function startChild(children: ChildProcess[], file: string, connection: object): ChildProcess {
  const child = fork(file, [JSON.stringify(connection)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  children.push(child)
  return child
}

/** Returns the next message of a benchmark program. Throws if the program ends. */
export async function readAnswer<Answer>(child: ChildProcess, file: string): Promise<Answer> {
  const ending = new AbortController()
  const ended = once(child, 'exit', { signal: ending.signal }).then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  ended.catch(() => {})
  const [answer] = await Promise.race([once(child, 'message'), ended])
  ending.abort()
  return answer as Answer
}

/** Reports, in the process itself, that it listens, and answers the bench's questions. */
export function serveBench(ready: ReadyMessage): void {
  let stopProfile: (() => Promise<TimeShare[]>) | undefined
  const answers: Record<Question, () => Promise<unknown>> = {
    cpu: async () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1000
    },
    'start profile': async () => {
      stopProfile = await startProfile()
      return 'started'
    },
    'stop profile': () => stopProfile!(),
  }
  process.on('message', async (question: Question) => process.send!(await answers[question]()))
  process.on('disconnect', () => process.exit())
  process.send!({ ...ready, tellsTime: true })
}
