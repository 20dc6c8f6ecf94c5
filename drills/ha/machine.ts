import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface RunningProgram {
  pid: number
  ended: Promise<number | NodeJS.Signals | null>
  hasEnded(): boolean
  signal(name: NodeJS.Signals): void
}

export interface ProgramOptions {
  /** The program's name in the log. */
  name: string
  command: string[]
  env: Record<string, string>
  cwd?: string
}

/** Starts and ends all programs of the drill, with their logs in one folder. */
export interface Ground {
  folder: string
  start(order: ProgramOptions): RunningProgram
  /** Starts a server as on a separate machine: with its own /run/postgresql, and as the user postgres. */
  startServer(machine: string, order: ProgramOptions): RunningProgram
  /** Runs a program until it ends; returns its output. */
  runOnServer(machine: string, order: ProgramOptions): Promise<string>
  /** Ends everything, beginning with the last one started. */
  stop(): Promise<void>
}

const stopMsMax = 15_000

export function openGround(folder: string): Ground {
  // Servers that run as postgres write into it.
  fs.chmodSync(folder, 0o777)
  const all: RunningProgram[] = []
  const start = ({ name, command: [program = '', ...words], env, cwd = folder }: ProgramOptions) => {
    const log = fs.openSync(path.join(folder, `${name}.log`), 'a')
    const child = spawn(program, words, { cwd, env, stdio: ['ignore', log, log] })
    fs.closeSync(log)
    const running = runningOf(child)
    all.push(running)
    return running
  }
  return {
    folder,
    start,
    startServer: (machine, order) => start({ ...order, command: onMachine(folder, machine, order.command) }),
    async runOnServer(machine, { command, env }) {
      const [program = '', ...words] = onMachine(folder, machine, command)
      return (await run(program, words, { cwd: folder, env })).stdout
    },
    async stop() {
      for (const running of all.toReversed()) {
        running.signal('SIGTERM')
        const late = setTimeout(() => running.signal('SIGKILL'), stopMsMax)
        await running.ended
        clearTimeout(late)
      }
    },
  }
}

function onMachine(folder: string, machine: string, command: string[]): string[] {
  const sockets = path.join(folder, `sockets-of-${machine}`)
  fs.mkdirSync(sockets, { recursive: true })
  fs.chmodSync(sockets, 0o777)
  const become =
    'mount --bind "$0" /run/postgresql && exec setpriv --reuid=postgres --regid=postgres --init-groups "$@"'
  return ['unshare', '--mount', 'sh', '-c', become, sockets, ...command]
}

function runningOf(child: ChildProcess): RunningProgram {
  return {
    pid: child.pid!,
    ended: new Promise(resolve => child.once('exit', (code, signal) => resolve(code ?? signal))),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    signal: name => void child.kill(name),
  }
}
