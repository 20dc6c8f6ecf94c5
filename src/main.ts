import { botDoors } from '../bot/doors.ts'
import { ConfigError, readConfig } from './config.ts'
import { DataFolderError } from './embedded/data-folder-error.ts'
import { startProcess } from './process.ts'

/** `npm start`: reads the settings, starts the roles, and ends them on SIGTERM or SIGINT. */
const shutdownMsMax = 9_500
const parentCheckMs = 500

const stopping = new AbortController()

try {
  const starting = startProcess(readConfig(process.env), botDoors, stopping.signal)
  const stop = async (signal: string) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    // Work that still hangs now would hang for ever, and the process must end within ten seconds.
    setTimeout(() => process.exit(1), shutdownMsMax).unref()
    // A start that is cut off in the middle would leave its database running; one that closed what it had opened is seen to below.
    const running = await starting.catch(() => undefined)
    if (!running) return
    running.log.info({ signal }, 'stopping')
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  followNpm(stop)
  const running = await starting
  if (running.introduction && !stopping.signal.aborted) process.stdout.write(running.introduction)
} catch (error) {
  if (error === stopping.signal.reason) process.exit(0)
  // What an operator can mend is said plainly; anything else keeps its stack.
  const known = error instanceof ConfigError || error instanceof DataFolderError
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
  process.exit(1)
}

// npm passes a signal to the shell that it started us in, and common shells die of it without passing it on.
function followNpm(stop: (reason: string) => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop('npm ended')
  }, parentCheckMs).unref()
}
