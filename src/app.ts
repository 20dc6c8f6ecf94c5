import path from 'node:path'
import { accountEntities } from './accounts/entities.ts'
import { createOutwardCatalogue } from './api/dialects/outward-catalogue.ts'
import { bookEntities } from './books/entities.ts'
import { callbackEntities } from './callbacks/entities.ts'
import { createCountChanges } from './callbacks/outward/count-changes.ts'
import { catalogEntities } from './catalog/entities.ts'
import type { Config } from './config.ts'
import { connectionEntities } from './connections/entities.ts'
import { connectors } from './connectors/index.ts'
import { createBatcher } from './database/batcher.ts'
import type { OpenDatabase } from './database/open.ts'
import { SchemaVersion } from './database/schema-version.ts'
import { notifyAfterCommit } from './database/transaction.ts'
import { eventEntities } from './events/entities.ts'
import { createGoodsStore } from './goods/create-goods-store.ts'
import { goodsEntities } from './goods/entities.ts'
import { createUploads } from './http/uploads.ts'
import { jobEntities } from './jobs/entities.ts'
import { keyEntities } from './keys/entities.ts'
import type { KeyRing } from './keys/key-ring.ts'
import { createCalendar } from './lib/calendar.ts'
import type { Log } from './lib/log.ts'
import { createOutbound } from './lib/outbound.ts'
import type { Wake } from './lib/wake.ts'
import { createEdition } from './methods/edition.ts'
import {
  chooseModules,
  fillSlots,
  findPlan,
  foldModules,
  foldReactions,
  type ModuleAdditions,
  oweReactions,
} from './modules/fold.ts'
import { modules } from './modules/index.ts'
import type { Module } from './modules/module.ts'
import { moneyEntities } from './money/entities.ts'
import type { App } from './needs.ts'
import { noticeEntities } from './notices/entities.ts'
import { orderEntities } from './orders/entities.ts'
import { paymentEntities } from './payments/entities.ts'
import { personEntities } from './people/entities.ts'
import { createMailer } from './people/mail/mailer.ts'
import { createImageReader } from './qris/read-image.ts'
import { reactions } from './reactions.ts'

/** All tables, including those of modules that are off; `main.ts` adds the bot's. */
export const entities = [
  ...accountEntities,
  ...keyEntities,
  ...personEntities,
  ...connectionEntities,
  ...eventEntities,
  ...goodsEntities,
  ...paymentEntities,
  ...moneyEntities,
  ...bookEntities,
  ...catalogEntities,
  ...orderEntities,
  ...callbackEntities,
  ...noticeEntities,
  ...jobEntities,
  SchemaVersion,
  ...modules.flatMap(({ entities = [] }) => entities),
]

/** Returns the additions of the modules that MODULES switches on. Throws ConfigError for a name that no module has. */
export function selectModules({ modules: setting }: Pick<Config, 'modules'>): ModuleAdditions {
  return foldModules(chooseModules(modules, setting))
}

/** Lists every module, and whether MODULES switches it on. */
export function listModules({ modules: setting }: Pick<Config, 'modules'>): { module: Module; isOn: boolean }[] {
  const on = chooseModules(modules, setting)
  return modules.map(module => ({ module, isOn: on.includes(module) }))
}

export interface AppParts {
  config: Config
  database: OpenDatabase
  keyRing: KeyRing
  wake: Wake
  log: Log
  now(): Date
}

/** Creates the application from the parts that a process opened. Closing it leaves the database open. */
export function createApp({ config, database, keyRing, wake, log, now }: AppParts): App & AsyncDisposable {
  const outbound = createOutbound({ allow: config.outboundAllow })
  const images = createImageReader({
    bytesMax: config.limits.imageBytesMax,
    pixelsMax: config.limits.imagePixelsMax,
  })
  const mailer = createMailer(config.mail)
  const calendar = createCalendar(config.timeZone)
  const edition = createEdition(config.edition, connectors)
  const on = chooseModules(modules, config.modules)
  const added = foldModules(on)
  const outward = createOutwardCatalogue(
    { calendar, config, seal: keyRing.seal, edition },
    { enabled: added.outward, all: foldModules(modules).outward },
  )
  return {
    config,
    em: database.em,
    transaction: notifyAfterCommit(database.transaction, wake),
    slowly: database.slowly,
    freshly: database.freshly,
    sql: database.sql,
    ask: createBatcher(database.sql),
    now,
    calendar,
    log,
    goods: createGoodsStore(config, log),
    seal: keyRing.seal,
    keyRing,
    outbound,
    mailer,
    connectors,
    edition,
    reactions: foldReactions({ ...reactions, count: createCountChanges(outward), ...findPlan(on, { outward }) }, [
      ...added.reactions,
      ...oweReactions(modules, on),
    ]),
    slots: fillSlots(modules, on),
    outward,
    wake,
    images,
    uploads: createUploads(config.limits.uploads, path.join(config.dataDir, 'uploads')),
    async [Symbol.asyncDispose]() {
      mailer?.close()
      await Promise.all([outbound.close(), images.close()])
    },
  }
}

/** Returns the path of the file with the demo's addresses and keys. */
export function demoFilePath(config: Config): string {
  return path.join(config.dataDir, 'demo.json')
}
