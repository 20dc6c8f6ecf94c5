import { expect } from 'vitest'
import { takesBack } from './refunder.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** The real seconds between two questions about a new code, or two reads of the wallet, in the shop of the tests. */
const intervalS = 3
/** How much longer a pause may be, so that not all end at the same moment. */
const spread = 1.1
/** For how many seconds after its end the provider of a code is still asked. */
const lateS = 3_600

interface Code {
  invoiceId: string
  isClosed: boolean
  isTroubled: boolean
  requestedAt: Date
  payableUntil: Date
  answeredUntil: Date
  inS: number
}

/** Checks when gateways are asked next, right after they were asked. */
export async function checkPace(simulated: SimulatedShop): Promise<void> {
  const { shop, isTroubled, work } = simulated
  if (await isTroubled()) return
  await shop.hurry()
  const began = performance.now()
  await work()
  const passedS = () => (performance.now() - began) / 1000
  await checkCodes(simulated, passedS)
  await checkWallet(simulated, passedS)
}

async function checkCodes({ shop, model, timeOf }: SimulatedShop, passedS: () => number): Promise<void> {
  const codes = await shop.app.sql.query<Code>(
    `select invoice_id as "invoiceId", is_closed as "isClosed", request_date as "requestedAt",
       lease_token is not null or failures > 0 or last_error is not null as "isTroubled",
       payable_until as "payableUntil", answered_until as "answeredUntil",
       extract(epoch from ask_at - now())::float8 as "inS"
     from charge where account_id = $1 and state = 'coded'`,
    [shop.demo.accountId],
  )
  const [now, latest] = [timeOf(model.now), timeOf(model.latest)]
  for (const { invoiceId, isClosed, isTroubled, requestedAt, payableUntil, answeredUntil, inS } of codes) {
    const end = payableUntil.getTime() + lateS * 1000
    // Simulated money does not come from the provider.
    const isPaid = model.transfers.some(({ first, app }) => first?.invoiceId === invoiceId && app !== 'Test')
    if (isClosed) expect(isPaid || latest.getTime() > end, `${invoiceId} is not asked about any more`).toBe(true)
    else {
      // The clock may have gone back since an earlier answer.
      const isAnswered = answeredUntil >= now && answeredUntil <= latest
      const state = { isPaid, isTroubled, isAnswered, isOver: now.getTime() > end }
      expect(state, `the code of ${invoiceId}`).toEqual({
        isPaid: false,
        isTroubled: false,
        isAnswered: true,
        isOver: false,
      })
      const pauseS = now > payableUntil ? intervalS * 20 : pauseOf((now.getTime() - requestedAt.getTime()) / 1000)
      expectSoon(inS, pauseS, passedS(), `the next question about ${invoiceId}`)
      const payment = model.payments.find(one => one.invoiceId === invoiceId)
      const isLeft = payment !== undefined && payment.status !== 'pending' && payableUntil > now
      if (isLeft) expect(takesBack(payment.finalAmount), `the code of ${invoiceId} can still be paid`).toBe(false)
    }
  }
}

/** Returns the pause of a code of this age in seconds. */
function pauseOf(ageS: number): number {
  return ageS < 300 ? intervalS : ageS < 900 ? intervalS * 2 : intervalS * 4
}

function expectSoon(inS: number, pauseS: number, passedS: number, name: string): void {
  expect(inS, name).toBeLessThanOrEqual(pauseS * spread)
  expect(inS, name).toBeGreaterThanOrEqual(pauseS - passedS)
}

async function checkWallet({ shop, model, timeOf }: SimulatedShop, passedS: () => number): Promise<void> {
  const [reading] = await shop.app.sql.query<{ watermark: Date; isTroubled: boolean; inS: number; dayInS: number }>(
    `select watermark, lease_token is not null or r.failures > 0 or resume_cursor is not null as "isTroubled",
       extract(epoch from due_at - now())::float8 as "inS", extract(epoch from whole_day_at - now())::float8 as "dayInS"
     from reading r join connection c on c.id = r.connection_id
     where c.account_id = $1 and c.mode = 'test' and c.connector = 'wallet' and c.is_active`,
    [shop.demo.accountId],
  )
  const { watermark, isTroubled, inS, dayInS } = reading!
  // A transfer may be listed a second late.
  const until = new Date(timeOf(model.latest).getTime() - 1_000)
  expect([watermark, isTroubled], 'the reading of the wallet').toEqual([until, false])
  expectSoon(inS, intervalS, passedS(), 'the next reading of the wallet')
  expect(dayInS, 'the next reading of a whole day').toBeLessThanOrEqual(3_600)
  expect(dayInS, 'the next reading of a whole day').toBeGreaterThanOrEqual(3_600 * 0.9 - passedS())
}
