// Runs some roles of the shop with its real bots, in a process that tests may kill.
import { flushCompileCache } from 'node:module'
import { botDoors } from '../../bot/doors.ts'
import { readConfig } from '../../src/config.ts'
import { startProcess } from '../../src/process.ts'

// Otherwise it would run forever without its driver.
process.on('disconnect', () => process.exit(1))

await startProcess(readConfig(process.env), botDoors)
process.send?.('ready')
// A killed process does not write its cache, and hundreds of starts will follow.
flushCompileCache()
