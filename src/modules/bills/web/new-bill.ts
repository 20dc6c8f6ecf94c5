import { z } from 'zod'
import { billKinds, billQuestions, billUrl } from '../../../events/outward-bill.ts'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { linkButton, narrowCard } from '../../../web/parts/card.ts'
import {
  actButton,
  checkbox,
  emptyState,
  field,
  refusedBanner,
  selectField,
  textArea,
} from '../../../web/parts/forms.ts'
import { Mark } from '../../../web/parts/inputs.ts'
import { Once, renderOnceField } from '../../../web/parts/once.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { writeBillMessage } from '../bill-message.ts'
import { createBill } from '../create-bill.ts'
import { listOffers, makeGoodsLabels, readItems, renderGoodsFields } from './bill-goods.ts'
import { type BillTexts, billTexts } from './bill-texts.ts'

const titleMax = 100
const text = (max: number) => z.string().trim().max(max).default('')
const on = z.literal('on').optional()

const NewBill = z.object({
  title: text(titleMax),
  kind: z.enum(billKinds).default('once'),
  amount: text(20),
  min_amount: text(20),
  max_amount: text(20),
  parts: on,
  customer_name: text(100),
  customer_phone: text(32),
  due_date: text(10),
  end_date: text(10),
  reminders: on,
  note: text(500),
  thanks: text(500),
  reference: text(100),
  ask_name: on,
  ask_phone: on,
  ask_address: on,
  ask_note: on,
  once: Once.optional(),
})
// Also accepts the fields of the goods, numbered by row.
const Typed = NewBill.catchall(z.string().max(200))
type Typed = z.infer<typeof Typed>

const Input = z.object({ goods: Mark })
type Input = z.infer<typeof Input>

interface Loaded {
  /** The products to choose from; null for a bill without goods. */
  offers: Awaited<ReturnType<typeof listOffers>> | null
}
type NewBill = z.infer<typeof NewBill>

type ShownForm = ViewContext<Visit, Input, Loaded>

const path = '/dashboard/new-bill'

/** Creates a bill, for a link in a chat: for an amount, or for goods from the catalogue. */
export const newBillPage = definePage({
  path,
  role: 'orders',
  input: Input,
  load: async (app, { scope }, { goods }): Promise<Loaded> => ({ offers: goods ? await listOffers(app, scope) : null }),
  view: (view: ShownForm) => {
    const { language, loaded, to } = view
    const say = billTexts[language]
    const other = loaded.offers
      ? linkButton(to(path), say.byAmount, 'quiet')
      : linkButton(to(path, { goods: '1' }), say.byGoods, 'quiet')
    const isEmpty = loaded.offers?.length === 0
    const add = linkButton(to('/dashboard/catalog'), say.catalog)
    const content = isEmpty ? emptyState(say.noGoods, add) : billForm(view, say)
    const body = narrowCard(say.new, html`<p class="inline">${other}</p>${content}`)
    return { title: say.new, body, ...(loaded.offers && { script: 'bill-sum.js' }) }
  },
  act: {
    create: {
      fields: Typed,
      async run(app, visit, typed, { goods }) {
        const bill = await makeBill(app, visit, typed, goods)
        return { to: `/dashboard/bills/${bill.publicId}` }
      },
    },
    send: {
      fields: Typed,
      async run(app, visit, typed, { goods }) {
        return { view: sendingView(app, visit, await makeBill(app, visit, typed, goods)) }
      },
    },
  },
})

async function makeBill(app: App, visit: Visit, typed: Typed, goods: Input['goods']): Promise<Bill> {
  const { accountId, mode } = visit.scope
  const standing = await findStandingByAccount(app, accountId, mode)
  if (!standing) throw notFound('account')
  const items = goods && readItems(await listOffers(app, visit.scope), toTexts(typed))
  const title = typed.title || billTexts[visit.language].usualTitle(visit.account.name).slice(0, titleMax)
  const terms = readTerms({ ...typed, ...(items ? priceless : {}), title })
  return createBill(app, standing, { ...terms, items }, makeUserActor(visit).actor)
}

/** Opens WhatsApp with the finished message, and explains what to do if it does not open automatically. */
function sendingView(app: App, { language, account }: Visit, bill: Bill): View {
  const say = billTexts[language]
  const url = billUrl(app.config, bill)
  const message = writeBillMessage(bill, { language, merchant: account.name, url, calendar: app.calendar })
  const address = makeWhatsAppLink(bill.customerPhone, message)
  const made = makePath(app.config, `/dashboard/bills/${bill.publicId}`)
  return {
    title: say.sending,
    leadsTo: address,
    body: narrowCard(
      say.sending,
      html`<p>${say.sendingText}</p>
        <p class="inline">${linkButton(address, say.whatsApp)}${linkButton(made, say.toBill, 'quiet')}</p>`,
    ),
  }
}

/** The price of goods comes from the catalogue, whatever is typed. */
const priceless = { amount: '', min_amount: '', max_amount: '', parts: undefined }

function toTexts(typed: Typed): Record<string, string> {
  return Object.fromEntries(Object.entries(typed).map(([name, value]) => [name, String(value)]))
}

function readTerms(typed: NewBill) {
  const asks = billQuestions.filter(one => typed[`ask_${one}`] === 'on')
  const range = typed.kind === 'open'
  return {
    title: typed.title,
    kind: typed.kind,
    asks,
    takesParts: typed.parts === 'on',
    amount: amountOf(typed.amount),
    ...(range ? { minAmount: amountOf(typed.min_amount), maxAmount: amountOf(typed.max_amount) } : {}),
    customerName: typed.customer_name || null,
    customerPhone: typed.customer_phone || null,
    reminders: typed.reminders === 'on',
    dueDay: typed.due_date || null,
    endDay: typed.end_date || null,
    note: typed.note || null,
    thanks: typed.thanks || null,
    reference: typed.reference || null,
    once: typed.once && `dashboard ${typed.once}`,
  }
}

const amountOf = (typed: string) => readOptionalRupiah(typed) ?? undefined

function fieldLabels(say: BillTexts): Record<string, string> {
  return {
    title: say.name,
    amount: say.amount,
    min_amount: say.minAmount,
    max_amount: say.maxAmount,
    customer_name: say.customer,
    customer_phone: say.phone,
    due_date: say.dueDay,
    end_date: say.endDay,
    note: say.note,
    thanks: say.thanks,
    reference: say.reference,
    parts: say.parts,
    kind: say.kind,
    ...makeGoodsLabels(say),
  }
}

function billForm(
  { language, loaded: { offers }, refusal, given, fieldErrors: errors }: ShownForm,
  say: BillTexts,
): Html {
  const optional = { hint: say.optional, isOptional: true, errors }
  const money = { inputmode: 'numeric', maxlength: 20, isOptional: true, errors } as const
  const kinds = billKinds.filter(kind => !offers || kind !== 'open').map(kind => [kind, say.kinds[kind]] as const)
  const amount = { name: 'amount', isFocused: true }
  const name = { name: 'customer_name', value: given.customer_name }
  const isOn = (name: string) => given[name] === 'on'
  const amounts = () => html`${checkbox({ name: 'parts', label: say.parts, isOn: isOn('parts') })}
        ${field({ ...money, name: 'min_amount', label: say.minAmount, hint: say.range, value: given.min_amount })}
        ${field({ ...money, name: 'max_amount', label: say.maxAmount, hint: say.range, value: given.max_amount })}`
  return html`${refusedBanner({ language, refusal, labels: fieldLabels(say) })}
    <form method="post" novalidate>
      ${
        offers
          ? renderGoodsFields({ offers, given, errors, say })
          : field({ ...money, ...amount, label: say.amount, hint: say.amountHint, value: given.amount })
      }
      ${field({ ...optional, name: 'customer_phone', label: say.phone, type: 'tel', value: given.customer_phone })}
      ${field({ ...optional, name: 'title', label: say.name, value: given.title, maxlength: titleMax })}
      ${actButton('send', say.send)}${actButton('create', say.create, 'quiet')}
      <details${refusal !== null && html` open`}>
        <summary>${say.more}</summary>
        ${selectField({ name: 'kind', label: say.kind, value: given.kind ?? 'once', options: kinds })}
        ${field({ ...optional, ...name, label: say.customer, maxlength: 100 })}
        ${field({ ...optional, name: 'due_date', label: say.dueDay, type: 'date', value: given.due_date })}
        ${checkbox({ name: 'reminders', label: say.remindInChat, isOn: isOn('reminders') })}
        ${!offers && amounts()}
        ${field({ ...optional, name: 'end_date', label: say.endDay, type: 'date', value: given.end_date })}
        <fieldset>
          <legend>${say.asks}</legend>
          ${billQuestions.map(one => {
            const name = `ask_${one}`
            return checkbox({ name, label: say.questions[one], isOn: isOn(name) })
          })}
        </fieldset>
        ${textArea({ ...optional, name: 'note', label: say.note, value: given.note, maxlength: 500, rows: 2 })}
        ${textArea({ ...optional, name: 'thanks', label: say.thanks, value: given.thanks, maxlength: 500, rows: 2 })}
        ${field({ ...optional, name: 'reference', label: say.reference, value: given.reference, maxlength: 100 })}
      </details>
      ${renderOnceField(given)}
    </form>`
}
