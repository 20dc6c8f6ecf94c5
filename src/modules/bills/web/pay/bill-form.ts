import type Koa from 'koa'
import { z } from 'zod'
import { Account } from '../../../../accounts/account.ts'
import { findShopRules } from '../../../../catalog/find-shop-rules.ts'
import { findCallerAddress } from '../../../../http/caller-address.ts'
import { toRefusal } from '../../../../http/errors.ts'
import type { RateLimit } from '../../../../http/rate-limit.ts'
import { guestFieldsMax } from '../../../../http/read-fields.ts'
import { writeRetryAfter } from '../../../../http/retry-after.ts'
import { findStandingByAccount, type Standing } from '../../../../keys/standing.ts'
import type { Html } from '../../../../lib/html.ts'
import { parseRedirectAddress } from '../../../../lib/redirect-address.ts'
import { Refusal } from '../../../../lib/refusal.ts'
import type { App } from '../../../../needs.ts'
import type { Payment } from '../../../../payments/payment.ts'
import { sendPage } from '../../../../web/parts/frame.ts'
import { chooseLanguage } from '../../../../web/parts/language.ts'
import { readOwnForm } from '../../../../web/parts/own-form.ts'
import { findRefusalStatus } from '../../../../web/parts/refused-page.ts'
import { rupiahSchema } from '../../../../web/parts/typed-rupiah.ts'
import type { WholeBill } from '../../find-bill.ts'
import { openBill } from '../../open-bill.ts'
import { billPageTexts } from '../../texts/bill-page-texts.ts'
import { listWaysToPayBill } from '../../ways-to-pay-bill.ts'
import { type BillDoor, billView, formatRequestedAmount, type ShownBill } from './bill-view.ts'

/** Everything needed to render a bill's page, on its own or in a frame. */
export interface BillPageParts {
  found: WholeBill
  door: BillDoor
  /** The page itself, for links to the other language. */
  here: { path: string; query: Record<string, string> }
  script?: string
  sheet?: string
  /** Renders the page around the bill. */
  around?(body: Html): Html
}

export type RefusedForm = Pick<ShownBill, 'refusal' | 'given'>

/** Renders the page of a bill, with the refusal and the input. */
export async function drawBill(
  app: App,
  ctx: Koa.Context,
  { found, door, here, script, sheet, around = body => body }: BillPageParts,
  { refusal, given }: RefusedForm = { refusal: null, given: {} },
): Promise<void> {
  const { bill, lines, parts, order } = found
  const account = await app.em({ accountId: bill.accountId }).findOneOrFail(Account, bill.accountId)
  const language = chooseLanguage(ctx)
  const say = billPageTexts[language]
  const shown: ShownBill = {
    config: app.config,
    language,
    bill,
    onward: bill.redirectUrl === null ? null : parseRedirectAddress(bill.redirectUrl, account.redirectSchemes),
    lines,
    parts,
    order,
    refusal,
    given,
    now: app.now(),
    door,
    merchant: { name: account.displayName, logo: account.logoKey },
    contact:
      bill.isPayableAt(app.now()) && refusal?.code !== 'out_of_stock' ? null : await findShopRules(app, bill.accountId),
    ways: listWaysToPayBill(app, await readStanding(app, found), bill),
  }
  const page = {
    language,
    title: say.title(bill.title, account.displayName),
    summary: say.summary(formatRequestedAmount(shown)),
    body: around(billView(shown)),
    here,
    sheet,
    ...(script ? { script } : {}),
  }
  writeRetryAfter(ctx, refusal)
  sendPage(ctx, app.config, page, refusal ? findRefusalStatus(refusal) : 200)
}

function readStanding(app: App, { bill }: WholeBill): Promise<Standing | null> {
  return findStandingByAccount(app, bill.accountId, bill.mode)
}

const Answers = z.object({
  amount: z.string().max(20).optional(),
  name: z.string().max(1000).optional(),
  phone: z.string().max(1000).optional(),
  address: z.string().max(1000).optional(),
  note: z.string().max(1000).optional(),
})

const formBytesMax = 16 * 1024

interface Opening {
  opens: RateLimit
  browser: string | undefined
  /** Reads a form whose origin is verified by other means than the browser's headers. */
  read?(limits: { fieldsBytesMax: number; fieldsMax: number }): Promise<Record<string, string>>
}

/**
 * Creates the payment requested by the form of a bill's page. Returns it, or the reason why it failed, with the form's
 * input.
 */
export async function openBillByForm(
  app: App,
  ctx: Koa.Context,
  bill: WholeBill,
  { opens, browser, read }: Opening,
): Promise<Payment | RefusedForm> {
  let given: Record<string, string> = {}
  try {
    given = await readAnswers(app, ctx, read)
    const { ok, resetS } = opens.take(findCallerAddress(ctx))
    if (!ok) throw new Refusal('rate_limited', 'Too many payments from one address', { retryAfterS: resetS })
    return await payBillByForm(app, bill, given, { browser, address: findCallerAddress(ctx) })
  } catch (error) {
    const refusal = toRefusal(ctx, error)
    if (!refusal) throw error
    return { refusal, given }
  }
}

async function payBillByForm(
  app: App,
  bill: WholeBill,
  { amount, ...answers }: Record<string, string>,
  who: { browser: string | undefined; address: string },
): Promise<Payment> {
  const standing = await readStanding(app, bill)
  if (!standing) throw new Refusal('method_unavailable', 'The merchant cannot take payments')
  const typed = amount === undefined ? undefined : rupiahSchema.safeParse(amount)
  return openBill(app, standing, bill.bill.id, {
    amount: typed === undefined ? undefined : typed.success ? typed.data : Number.NaN,
    answers,
    ...who,
  })
}

async function readAnswers(app: App, ctx: Koa.Context, read: Opening['read']): Promise<Record<string, string>> {
  const limits = { fieldsBytesMax: formBytesMax, fieldsMax: guestFieldsMax }
  const parsed = Answers.safeParse(read ? await read(limits) : await readOwnForm(app, ctx, formBytesMax))
  if (!parsed.success) throw new Refusal('invalid_request', 'An answer is too long')
  return parsed.data as Record<string, string>
}
