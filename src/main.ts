import { setImmediate as endOfTurn } from 'node:timers/promises'
import { ConfigError, readConfig } from './config.ts'
import { SchemaMismatchError } from './database/schema-mismatch.ts'
import { explainStartFailure } from './database/start-failure.ts'
import { startEmbeddedDatabase } from './embedded/embedded-database.ts'
import { DataFolderError } from './embedded/embedded-postgres.ts'
import type { Log } from './lib/log.ts'
import type { RunningProcess } from './process.ts'

/** The entry point of `npm start`, which reads the settings, starts the roles, and ends them on SIGTERM or SIGINT. */
const shutdownMsMax = 9_500
const parentCheckMs = 500
const toldMax = 20

const stopping = new AbortController()
let exitCode = 0

try {
  const starting = startProcess(stopping.signal)
  const stop = async (note: (log: Log) => void) => {
    if (stopping.signal.aborted) return
    stopping.abort()
    // Work that still hangs now would hang forever, and the process must end within ten seconds.
    setTimeout(() => process.exit(1), shutdownMsMax).unref()
    // An interrupted start would leave its database running, so it is awaited; one that closed its parts is handled
    // below.
    const running = await starting.catch(() => undefined)
    if (!running) return
    note(running.log)
    await running.stop()
    process.exit(exitCode)
  }
  const stopBecause = (signal: string) => stop(log => log.info({ signal }, 'stopping'))
  process.on('SIGTERM', stopBecause)
  process.on('SIGINT', stopBecause)
  followNpm(stopBecause)
  endOnUncaught(starting, stop)
  const running = await starting
  if (running.introduction && !stopping.signal.aborted) process.stdout.write(running.introduction)
} catch (error) {
  if (error === stopping.signal.reason) process.exit(exitCode)
  // A mistake that an operator can fix is explained plainly; any other error keeps its stack.
  const known = [ConfigError, DataFolderError, SchemaMismatchError].some(kind => error instanceof kind)
  const told = known ? (error as Error).message : explainStartFailure(error)
  process.stderr.write(`${told ?? (error as Error).stack ?? String(error)}\n`)
  process.exit(1)
}

/**
 * Loads the program while the embedded database is starting: in parts, because each keeps this process from the next
 * step of that database.
 */
async function startProcess(signal: AbortSignal): Promise<RunningProcess> {
  const config = readConfig(process.env)
  const embedded = await startEmbeddedDatabase(config)
  for (const load of [
    () => import('./connectors/index.ts'),
    () => import('./app.ts'),
    () => import('./open-doors.ts'),
  ]) {
    await load()
    await endOfTurn()
  }
  const [{ startProcess }, { botDoors }] = await Promise.all([import('./process.ts'), import('../bot/doors.ts')])
  return startProcess(config, botDoors, { signal, embedded })
}

/**
 * Ends the process after an uncaught error or an unhandled rejection, which may have left inconsistent state in memory.
 * The process accepts nothing new, finishes its current work and exits with 1, so that its supervisor starts another.
 * One bug thus costs one restart and no work.
 */
function endOnUncaught(starting: Promise<RunningProcess>, stop: (note: (log: Log) => void) => Promise<void>): void {
  let told = 0
  process.on('uncaughtException', (error, origin) => {
    exitCode = 1
    void stop(log => log.error({ cause: String(error) }, 'stopping because of an error that nobody caught'))
    // Repeated errors, such as those of the log itself, must not keep the process from ending.
    if (++told > toldMax) return
    void starting.then(
      ({ log }) => log.error({ err: error, origin }, 'an error that nobody caught'),
      // The log does not exist yet, so the reason is written like any failure of a start.
      () => process.stderr.write(`${origin}: ${(error as Error)?.stack ?? String(error)}\n`),
    )
  })
}

// npm sends a signal to the shell that started us, and common shells exit without passing it on.
function followNpm(stop: (reason: string) => void): void {
  if (process.env.npm_lifecycle_event === undefined) return
  const shell = process.ppid
  setInterval(() => {
    if (process.ppid !== shell) stop('npm ended')
  }, parentCheckMs).unref()
}
