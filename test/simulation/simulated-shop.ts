import { createApp } from '../../src/app.ts'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { silentLog } from '../../src/lib/log.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { createLocalWake } from '../../src/lib/wake.ts'
import { pollCharges } from '../../src/money/poll-charges.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import type { App } from '../../src/needs.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { releaseIdleGoods } from '../../src/orders/release-idle-goods.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { runAllWorkOnce } from '../kit/app.ts'
import { allEntities } from '../kit/entities.ts'
import { withOutage } from '../kit/outage.ts'
import { openCounter } from '../modules/counter/sales-stand.ts'
import { openStall } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'
import type { Act } from './act.ts'
import { atFirst, coupon, Model, shelf } from './model.ts'
import { performers } from './performers.ts'

const serials = Array.from({ length: atFirst.keys }, (_, index) => `KEY-${index + 1}`)
const catalog = `
products:
  - { key: mug, name: Mug, kind: physical, price: ${shelf.mug}, stock: ${atFirst.mugs}, asks: [] }
  - { key: token, name: Token, kind: digital, price: ${shelf.key}, stock: { serials: [${serials}] } }
  - { key: cut, name: Cukur, kind: service, price: ${shelf.cut}, stock: unlimited }
coupons:
  - { code: ${coupon.code}, amount: ${coupon.off}, uses: ${coupon.usesMax}, per_customer: 1 }
`

/** A real shop with a second process on its database, and the model of its expected state. */
export interface SimulatedShop {
  shop: WebShop
  /** Opens a browser with a newly signed-in owner: a session does not last a month. */
  signIn(): Promise<Visitor>
  model: Model
  /** Whether a time written by the shop is this many minutes after the start, in whole seconds. */
  isAt(time: string, minutes: number): boolean
  /** Performs an act in the shop and in the model. Throws if their answers differ. */
  perform(act: Act): Promise<void>
  close(): Promise<void>
}

export async function openSimulatedShop(): Promise<SimulatedShop> {
  const shop = await createWebShop({}, {}, { isAlone: true, isClockStopped: true })
  const stall = await openStall(shop.app, shop.demo, catalog)
  const counter = await openCounter(shop)
  const model = new Model()
  const startedAt = shop.app.now().getTime()
  let second = await openSecond(shop)
  const detect = async () => {
    await shop.hurry()
    await Promise.all([work(shop.app), work(second.app)])
    // A round skips rows that the other process has locked.
    await shop.hurry()
    await work(shop.app)
  }
  const perform = performers({ shop, stall, counter, model })
  return {
    shop,
    signIn: () => signInAs(shop, { role: 'owner' }),
    model,
    isAt(time, minutes) {
      // The tests' shops write times in Jakarta's zone.
      const lateMs = Date.parse(`${time.replace(' ', 'T')}+07:00`) - startedAt - minutes * 60_000
      return lateMs > -1_000 && lateMs <= 0
    },
    async perform(act) {
      if (act.do === 'restart') {
        await second.close()
        second = await openSecond(shop)
      } else if (act.do === 'break') await breakDown(shop, act.statements)
      else await perform[act.do](act as never)
      if (bringMoney.has(act.do)) await detect()
      else await work(shop.app)
    },
    async close() {
      await second.close()
      await shop.close()
    },
  }
}

/** After these acts both processes look for money at once. */
const bringMoney: ReadonlySet<Act['do']> = new Set(['wait', 'pay', 'stray', 'break', 'restart'])

/** Runs all recurring work on money and orders once. */
async function work(app: App): Promise<void> {
  await runAllWorkOnce(app)
  await releaseIdleGoods(app)
  await cancelStaleOrders(app)
}

async function openSecond(shop: WebShop): Promise<{ app: App; close(): Promise<void> }> {
  const { config, keyRing, now } = shop.app
  const database: OpenDatabase = await connectDatabase(shop.connection, { poolMax: 4, entities: allEntities })
  const app = createApp({ config, database, keyRing, wake: createLocalWake(silentLog), log: silentLog, now })
  return {
    app,
    async close() {
      await app[Symbol.asyncDispose]()
      await database.close()
    },
  }
}

/** Makes the database unavailable for some statements of a round; leases that were not released expire. */
async function breakDown(shop: WebShop, statements: number): Promise<void> {
  const { app, refuse } = withOutage(shop.app)
  refuse(statements)
  for (const step of [chargePayments, pollCharges, readTransfers, deliverCallbacks]) {
    await waitUntilFinished(step(app, 100)).catch(() => {})
  }
  refuse(0)
  await shop.app.sql.write("update reading set leased_until = '-infinity'")
  await shop.app.sql.write("update charge set leased_until = '-infinity'")
}
