import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type Router from '@koa/router'
import type Koa from 'koa'
import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import { toRefusal } from '../../../http/errors.ts'
import { createBodyParser } from '../../../http/parse-body.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { notFound, Refusal, refuseField } from '../../../lib/refusal.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import { isStorable } from '../../../lib/storable.ts'
import { toLocalTime } from '../../../lib/wall-clock.ts'
import type { App } from '../../../needs.ts'
import { formatWait } from '../../../web/parts/format-wait.ts'
import { describeRefusal } from '../../../web/parts/forms.ts'
import { chooseLanguage } from '../../../web/parts/language.ts'
import { requireOwnForm } from '../../../web/parts/own-form.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import { cancelWaitingSale } from '../cancel-waiting-sale.ts'
import { closeShift } from '../close-shift.ts'
import { saleMethods } from '../counter-sale.ts'
import type { Device } from '../device.ts'
import { enterPin } from '../enter-pin.ts'
import { findPhoneCustomer } from '../find-phone-customer.ts'
import { leaveDevice } from '../leave-device.ts'
import { listSales } from '../list-sales.ts'
import { receiveOfflineSale } from '../offline/receive-offline-sale.ts'
import { openShift } from '../open-shift.ts'
import { sellGoods } from '../sell.ts'
import { dropBill, listBills, mergeBills, saveBill, splitBill } from '../tables/change-bill.ts'
import { takeTickets } from '../tables/take-tickets.ts'
import { pairingTexts } from '../texts/pairing-texts.ts'
import { viewSale } from '../view-sale.ts'
import type {
  CounterAnswers,
  CounterRefusal,
  CounterRequests,
  OfflineSaleAnswer,
  OpenBills,
  ShownSale,
} from './counter-answers.ts'
import { readCounterState, toBillJson, toClosedShiftJson, toListedSaleJson, toSaleJson } from './counter-json.ts'
import { readAnyDevice, readDevice } from './pairing.ts'
import { renderPrintedReceipt } from './printed-receipt.ts'

type Act<Answer> = (app: App, device: Device, body: unknown, ctx: Koa.Context) => Promise<Answer>
type Acts = { [Name in keyof CounterRequests]: Act<CounterAnswers[Name]> }

const Key = z.object({ key: z.uuid() })
const Amount = z.number().int()

const acts: Acts = {
  async pin(app, device, body) {
    await enterPin(app, device, readBody(z.object({ cashier: Amount, pin: z.string().max(20) }), body))
    return {}
  },
  async leave(app, device) {
    await leaveDevice(app, device)
    return {}
  },
  async open(app, device, body) {
    await openShift(app, device, readBody(z.object({ cash: Amount }), body).cash)
    return {}
  },
  async close(app, device, body) {
    const Counted = z.object({ shift: Amount, cash: Amount, note: z.string().max(1000).optional() })
    return toClosedShiftJson(await closeShift(app, device, readBody(Counted, body)))
  },
  async sell(app, device, body, ctx) {
    const asked = readBody(Sale, body)
    const standing = await findStandingByAccount(app, device.accountId, device.mode)
    if (!standing) throw new Refusal('method_unavailable', 'The shop cannot sell now')
    await sellGoods(app, standing, device, asked)
    return shownSale(app, device, asked.key, ctx)
  },
  async 'give-up'(app, device, body, ctx) {
    const { key } = readBody(Key, body)
    await cancelWaitingSale(app, device, key)
    return shownSale(app, device, key, ctx)
  },
  offline: takeOffline,
  async 'bill-save'(app, device, body, ctx) {
    refuseLocked(device)
    const Saved = Ref.partial({ version: true }).extend(BillShape)
    await saveBill(app, device, readBody(Saved, body))
    return openBills(app, device, ctx)
  },
  async 'bill-merge'(app, device, body, ctx) {
    refuseLocked(device)
    await mergeBills(app, device, readBody(z.object({ from: Ref, into: Ref }), body))
    return openBills(app, device, ctx)
  },
  async 'bill-split'(app, device, body, ctx) {
    refuseLocked(device)
    const to = Key.extend({ name: z.string().max(200) })
    await splitBill(app, device, readBody(z.object({ from: Ref, to, units: z.array(Amount).max(100) }), body))
    return openBills(app, device, ctx)
  },
  async 'bill-drop'(app, device, body, ctx) {
    refuseLocked(device)
    await dropBill(app, device, readBody(Ref, body))
    return openBills(app, device, ctx)
  },
  async 'take-tickets'(app, device, body) {
    refuseLocked(device)
    const { tickets } = readBody(z.object({ tickets: z.array(Amount).max(100) }), body)
    return { tickets: await takeTickets(app, device, tickets) }
  },
}

/** Refuses a locked device: bills and customers are only for people with a PIN. */
function refuseLocked({ cashier }: Device): void {
  if (!cashier) throw new Refusal('unauthorized', 'No cashier is signed in')
}

async function openBills(app: App, device: Device, ctx: Koa.Context): Promise<OpenBills> {
  const language = chooseLanguage(ctx, app.config)
  return { bills: (await listBills(app, device)).map(bill => toBillJson(app, bill, language)) }
}

/** Accepts the earlier sales of a device, even if it was revoked. */
async function takeOffline(app: App, device: Device, body: unknown): Promise<OfflineSaleAnswer> {
  const { soldAt, ...arrived } = readBody(Offline, body)
  const { sale, used, next } = await receiveOfflineSale(app, device, { ...arrived, soldAt: new Date(soldAt) })
  return { state: sale.state, isDifferent: sale.reasons.length > 0, used, next }
}

const versionMax = 2_147_483_647
const Ref = Key.extend({ version: z.number().int().min(1).max(versionMax) })
const BillShape = {
  name: z.string().max(200),
  tableNumber: Amount.nullable(),
  phone: z.string().max(100).optional(),
  note: z.string().max(1000).optional(),
  lines: z
    .array(
      z.object({
        variant: z.string().max(30),
        quantity: Amount,
        choices: z.array(z.string().max(130)).max(50),
        made: z.string().max(500),
        sent: Amount.optional(),
      }),
    )
    .max(200),
  free: Amount,
}

const amountMax = 10_000_000_000
const Paid = z.number().int().min(0).max(amountMax)
// A phone's clock may show any year that it can represent.
const soldAtMax = 253_402_300_799_000
const Offline: z.ZodType<CounterRequests['offline']> = Key.extend({
  number: z.number().int().min(1).max(1_000_000_000),
  shift: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  cashier: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
  soldAt: z.number().int().min(0).max(soldAtMax),
  sold: z.object({
    lines: z
      .array(
        z.object({
          variant: z.string().max(30),
          name: z.string().max(210),
          price: Paid,
          quantity: z.number().int().min(1).max(99),
          choices: z.array(z.object({ key: z.string().max(130), name: z.string().max(100), price: Paid })).max(50),
        }),
      )
      .max(100),
    free: Paid,
    discount: Paid,
    note: z.string().max(500).optional(),
    total: z.number().int().min(1).max(amountMax),
    cashGiven: Paid,
  }),
})

const Sale: z.ZodType<CounterRequests['sell']> = Key.extend({
  lines: z.array(z.object({ variant: z.string().max(30), quantity: Amount, choices: z.array(z.string().max(130)) })),
  free: Amount,
  discount: Amount,
  note: z.string().max(1000).optional(),
  phone: z.string().max(100).optional(),
  customerName: z.string().max(200).optional(),
  bill: Ref.optional(),
  method: z.enum(saleMethods),
  cashGiven: Amount.optional(),
  expectedTotal: Amount,
})

type Question<Answer> = (app: App, device: Device, ctx: Koa.Context) => Promise<Answer>
type Questions = { [Name in Exclude<keyof CounterAnswers, keyof CounterRequests>]: Question<CounterAnswers[Name]> }

const questions: Questions & { 'receipt.bin': Question<Buffer> } = {
  state: (app, device, ctx) => readCounterState(app, device, chooseLanguage(ctx, app.config)),
  sale: (app, device, ctx) => shownSale(app, device, readBody(Key, { key: ctx.query.key }).key, ctx),
  'receipt.bin': receiptBytes,
  async customer(app, device, ctx) {
    refuseLocked(device)
    const found = await findPhoneCustomer(app, device, String(ctx.query.phone ?? '').slice(0, 100))
    if (!found) return { customer: null }
    const last = toLocalTime(app.config.timeZone, found.lastAt, chooseLanguage(ctx, app.config)).day
    return { customer: { name: found.name, orders: found.orders, last } }
  },
  sales: async (app, device) => ({ sales: (await listSales(app, device)).map(one => toListedSaleJson(app, one)) }),
}

/** Answers the requests of a counter's script, as JSON, only for a paired device. */
export function addCounterRoutes(app: App, router: Router): void {
  for (const [name, act] of Object.entries(acts)) {
    router.post(`/kasir/${name}`, ctx =>
      answerDevice(app, ctx as Koa.Context, name === 'offline', async device => {
        requireOwnForm(app.config, ctx as Koa.Context)
        return act(app, device, await createBodyParser('json', bodyBytesMax)(ctx as Koa.Context), ctx as Koa.Context)
      }),
    )
  }
  for (const [name, question] of Object.entries(questions))
    router.get(`/kasir/${name}`, packed, ctx =>
      answerDevice(app, ctx as Koa.Context, false, device => question(app, device, ctx as Koa.Context)),
    )
}

const bodyBytesMax = 64 * 1024

const packedBytesMin = 2048
const pack = promisify(brotliCompress)

/**
 * Compresses long answers, such as a catalogue, to save mobile data. They contain neither secrets nor data of the
 * request.
 */
const packed: Koa.Middleware = async (ctx, next) => {
  await next()
  const { body } = ctx
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return
  const text = JSON.stringify(body)
  if (text.length < packedBytesMin || ctx.acceptsEncodings('br', 'identity') !== 'br') return
  ctx.vary('Accept-Encoding')
  ctx.body = await pack(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
  ctx.type = 'application/json; charset=utf-8'
  ctx.set('Content-Encoding', 'br')
}

async function answerDevice(
  app: App,
  ctx: Koa.Context,
  mayBeRevoked: boolean,
  work: (device: Device) => Promise<object>,
): Promise<void> {
  try {
    const device = await (mayBeRevoked ? readAnyDevice(app, ctx) : readDevice(app, ctx, 'kasir'))
    if (!device) {
      ctx.status = 401
      ctx.body = { code: 'unpaired' } satisfies CounterRefusal
      return
    }
    ctx.body = await work(device)
  } catch (error) {
    answerRefusal(app, ctx, error)
  }
}

function answerRefusal(app: App, ctx: Koa.Context, error: unknown): void {
  const refusal = toRefusal(ctx, error)
  if (!refusal) {
    app.log.error({ err: error, path: ctx.path }, 'a counter was not answered')
    ctx.status = 500
    ctx.body = { code: 'broken' } satisfies CounterRefusal
    return
  }
  ctx.status = findRefusalStatus(refusal)
  const language = chooseLanguage(ctx, app.config)
  const { code, fields = [], retryAfterS } = refusal
  const wait = code === 'rate_limited' && retryAfterS !== undefined ? formatWait(language, retryAfterS) : undefined
  const why = fields.map(problem => describeFieldProblem(language, problem))
  const total = refusal.details.code === 'price_changed' ? { total: refusal.details.total } : {}
  const words = pairingTexts[language]
  // The counter has no form for a name or a password.
  const outside = ctx.path.endsWith('/pin') ? words.wrongPin : words.pinFirst
  const said = code === 'unauthorized' ? outside : describeRefusal(language, refusal)
  const message = [said, ...why, wait].filter(Boolean).join(' ')
  ctx.body = { code, message, field: fields[0]?.path, ...total } satisfies CounterRefusal
}

function readBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.infer<Schema> {
  if (!isStorable(body)) throw refuseField('body', 'holds a character that no text has', 'malformed')
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0]!
  throw new Refusal('invalid_request', `${path.join('.')}: ${message}`)
}

async function receiptBytes(app: App, device: Device, ctx: Koa.Context): Promise<Buffer> {
  const { accountId } = device
  const { displayName: shop } = await app.em({ accountId }).findOneOrFail(Account, accountId)
  const view = await viewSale(app, device, readBody(Key, { key: ctx.query.key }).key)
  if (!view) throw notFound('sale')
  const bytes = renderPrintedReceipt(app, view, { language: chooseLanguage(ctx, app.config), shop })
  ctx.attachment(`${view.order.orderNumber}.bin`)
  return bytes
}

async function shownSale(app: App, device: Device, key: string, ctx: Koa.Context): Promise<ShownSale> {
  // The first sale of a device has created the customer under whose name it sells.
  const now = (await readDevice(app, ctx, 'kasir')) ?? device
  const view = await viewSale(app, now, key)
  if (!view) throw notFound('sale')
  return toSaleJson(app, view, chooseLanguage(ctx, app.config))
}
