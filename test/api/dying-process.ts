// A process of the API that gets one request, and dies at the given point.

import http from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'
import type pg from 'pg'
import { createApiRouter } from '../../src/api/endpoint.ts'
import { createApp } from '../../src/app.ts'
import { connectors } from '../../src/connectors/index.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { startHeartbeat } from '../../src/jobs/heartbeat.ts'
import { openKeyRing } from '../../src/keys/key-ring.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import type { App } from '../../src/needs.ts'
import { createTestConfig } from '../kit/config.ts'
import { killAtStatements, killProcess } from '../kit/dying.ts'
import { allEntities } from '../kit/entities.ts'
import { endpoints } from '../kit/parts.ts'
import { type Asking, sendTo } from './asking.ts'
import { type DyingPoint, pointsByName } from './dying-points.ts'

export interface DyingOrder {
  point: string
  connection: pg.ClientConfig
  settings: Record<string, string>
  asking: Asking
  clockOffsetMs: number
}

const order: DyingOrder = JSON.parse(process.argv[2]!)
const point = pointsByName[order.point]!
killAtStatements(point)

const config = createTestConfig(order.settings)
const database = await connectDatabase(order.connection, { poolMax: 4, entities: allEntities })
const keyRing = await openKeyRing({ database, ...config })
const now = () => new Date(Date.now() + order.clockOffsetMs)
const built = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
await startHeartbeat(built)
const product = new Koa({ silent: true } as never)
product.use(createApiRouter(dieAtCalls(built, point), endpoints).routes())
const server = http.createServer(product.callback())
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const answer = await sendTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, order.asking)
// If the request never reaches the point, the test is wrong; the process then ends without a signal.
process.stderr.write(`${order.point} was not reached: ${answer.status} ${await answer.text()}\n`)
process.exit(0)

function dieAtCalls(app: App, at: DyingPoint): App {
  if (!('call' in at)) return app
  const dying =
    <Given extends unknown[], Result>(work: (...given: Given) => Promise<Result>) =>
    async (...given: Given): Promise<Result> => {
      if (at.when === 'before') killProcess()
      const result = await work(...given)
      killProcess()
      return result
    }
  if (at.call === 'store') return { ...app, goods: { ...app.goods, store: dying(app.goods.store) } }
  const { interactive } = connectors
  return {
    ...app,
    connectors: { ...connectors, interactive: { ...interactive!, charge: dying(interactive!.charge!) } },
  }
}
