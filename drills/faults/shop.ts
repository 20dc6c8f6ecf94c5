// Runs some roles of the shop, without a bot, in a process that tests may kill.
import { flushCompileCache } from 'node:module'
import Router from '@koa/router'
import { botEntities } from '../../bot/entities.ts'
import { readConfig } from '../../src/config.ts'
import { type BotDoors, startProcess } from '../../src/process.ts'

const noBots: BotDoors = {
  entities: botEntities,
  createBots: () => ({ router: new Router(), start: async () => {}, stop: async () => {} }),
  openLocalBotApi: async () => ({ prefix: '/telegram', handle: () => {}, close: async () => {} }),
  addBot: async () => {
    throw new Error('There are no bots here')
  },
  prepareDemoBots: async () => ({}),
}

// Otherwise it would run forever without its driver.
process.on('disconnect', () => process.exit(1))

await startProcess(readConfig(process.env), noBots)
process.send?.('ready')
// A killed process does not write its cache, and hundreds of starts will follow.
flushCompileCache()
