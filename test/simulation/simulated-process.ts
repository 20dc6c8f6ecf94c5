// A process of the simulated shop that serves the API and does recurring work, until it dies at a statement.
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import pg from 'pg'
import { createApiRouter } from '../../src/api/endpoint.ts'
import { createApp } from '../../src/app.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { createTestConfig } from '../kit/config.ts'
import { killProcess } from '../kit/dying.ts'
import { allEntities } from '../kit/entities.ts'
import { endpoints } from '../kit/parts.ts'
import { work } from './work.ts'

export interface ProcessOrder {
  connection: pg.ClientConfig
  settings: Record<string, string>
}

/** The next task of the process, at this moment of the shop. */
export interface ProcessTask {
  nowMs: number
  /** The number of statements after which it dies. */
  diesAfter: number
  works: boolean
}

const { connection, settings }: ProcessOrder = JSON.parse(process.argv[2]!)
let nowMs = Date.now()
let left = Number.POSITIVE_INFINITY
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
  if (left-- > 1) return query.apply(this, given)
  // The database may still execute the statement.
  const result = query.apply(this, given)
  killProcess()
  return result
} as never

const config = createTestConfig(settings)
const database = await connectDatabase(connection, { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const now = () => new Date(nowMs)
const app = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
const koa = new Koa({ silent: true } as never)
koa.use(async (ctx, next) => {
  ctx.state.requestId = 'simulated'
  await next()
})
koa.use(createApiRouter(app, endpoints).routes())
const server = http.createServer(koa.callback())
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as AddressInfo).port }))

process.on('message', async (task: ProcessTask) => {
  nowMs = task.nowMs
  left = task.diesAfter
  if (task.works) await work(app)
  process.send!({ done: true })
})
process.on('disconnect', () => process.exit())
