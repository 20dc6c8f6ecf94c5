import { z } from 'zod'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { parseTyped } from '../../../lib/fields/field.ts'
import { type Html, html } from '../../../lib/html.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { linkButton, narrowCard } from '../../../web/parts/card.ts'
import { describedField, describedFields } from '../../../web/parts/fields/described-field.ts'
import { actButton, checkbox, emptyState, field, refusedBanner, selectField } from '../../../web/parts/forms.ts'
import { Mark } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { Once, renderOnceField } from '../../../web/parts/once.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { billKinds, billQuestions, billUrl } from '../bill-kinds.ts'
import { writeBillMessage } from '../bill-message.ts'
import { type BillTermField, billTermFields, pickBillTerms } from '../bill-term-fields.ts'
import { createBill } from '../create-bill.ts'
import { type BillTexts, billTexts } from '../texts/bill-texts.ts'
import { listOffers, makeGoodsLabels, readItems, renderGoodsFields } from './bill-goods.ts'

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
  ask_name: on,
  ask_phone: on,
  ask_address: on,
  ask_note: on,
  once: Once.optional(),
})
// Also accepts the described terms, which the use case checks, and the fields of the goods, numbered by row.
const Typed = NewBill.catchall(z.string().max(2000))
type Typed = z.infer<typeof Typed>

const Input = z.object({ goods: Mark })
type Input = z.infer<typeof Input>

interface Loaded {
  /** The products to choose from; null for a bill without goods. */
  offers: Awaited<ReturnType<typeof listOffers>> | null
}

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
  const terms = readTerms({ ...typed, ...(items ? priceless : {}), title }, typed)
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

function readTerms(typed: z.infer<typeof NewBill>, formValues: Typed) {
  const asks = billQuestions.filter(one => typed[`ask_${one}`] === 'on')
  const range = typed.kind === 'open'
  return {
    title: typed.title,
    kind: typed.kind,
    asks,
    takesParts: typed.parts === 'on',
    amount: amountOf(typed.amount),
    ...(range ? { minAmount: amountOf(typed.min_amount), maxAmount: amountOf(typed.max_amount) } : {}),
    ...pickBillTerms(field => parseTyped(field, String(formValues[field.name] ?? ''))),
    once: typed.once && `dashboard ${typed.once}`,
  }
}

const amountOf = (typed: string) => readOptionalRupiah(typed) ?? undefined

function fieldLabels(language: Language, say: BillTexts): Record<string, string> {
  return {
    ...Object.fromEntries(billTermFields.map(({ name, label }) => [name, label[language]])),
    title: say.name,
    amount: say.amount,
    min_amount: say.minAmount,
    max_amount: say.maxAmount,
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
  const terms = (isFirst: boolean) => {
    const fields = billTermFields.filter(one => (one.isFirst ?? false) === isFirst)
    const typedValue = ({ kind, name }: BillTermField) => (kind === 'tick' ? given[name] === 'on' : given[name])
    return describedFields(fields, one => describedField(one, language, { value: typedValue(one), errors }))
  }
  const isOn = (name: string) => given[name] === 'on'
  const amounts = () => html`${checkbox({ name: 'parts', label: say.parts, isOn: isOn('parts') })}
        ${field({ ...money, name: 'min_amount', label: say.minAmount, hint: say.range, value: given.min_amount })}
        ${field({ ...money, name: 'max_amount', label: say.maxAmount, hint: say.range, value: given.max_amount })}`
  return html`${refusedBanner({ language, refusal, labels: fieldLabels(language, say) })}
    <form method="post" novalidate>
      ${
        offers
          ? renderGoodsFields({ offers, given, errors, say })
          : field({ ...money, ...amount, label: say.amount, hint: say.amountHint, value: given.amount })
      }
      ${terms(true)}
      ${field({ ...optional, name: 'title', label: say.name, value: given.title, maxlength: titleMax })}
      ${actButton('send', say.send)}${actButton('create', say.create, 'quiet')}
      <details${refusal !== null && html` open`}>
        <summary>${say.more}</summary>
        ${selectField({ name: 'kind', label: say.kind, value: given.kind ?? 'once', options: kinds })}
        ${!offers && amounts()}
        <fieldset>
          <legend>${say.asks}</legend>
          ${billQuestions.map(one => {
            const name = `ask_${one}`
            return checkbox({ name, label: say.questions[one], isOn: isOn(name) })
          })}
        </fieldset>
        ${terms(false)}
      </details>
      ${renderOnceField(given)}
    </form>`
}
