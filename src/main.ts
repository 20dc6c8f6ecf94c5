import { botDoors } from '../bot/doors.ts'
import { ConfigError, readConfig } from './config.ts'
import { startProcess } from './process.ts'

/** `npm start`: reads the settings, starts the roles, and ends them on SIGTERM or SIGINT. */
const shutdownMsMax = 9_500

try {
  const running = await startProcess(readConfig(process.env), botDoors)
  if (running.introduction) process.stdout.write(running.introduction)
  let stopping = false
  const stop = (signal: string) => {
    if (stopping) return
    stopping = true
    running.log.info({ signal }, 'stopping')
    // Whatever hangs then hangs for ever: the promise to be gone in ten seconds comes first.
    setTimeout(() => process.exit(1), shutdownMsMax).unref()
    running.stop().then(
      () => process.exit(0),
      error => {
        running.log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
} catch (error) {
  // What an operator can mend is said plainly; anything else keeps its stack.
  const known = error instanceof ConfigError || (error as Error).name === 'FolderInUse'
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
  process.exit(1)
}
