import { z } from 'zod'
import { Account } from '../../../accounts/account.ts'
import { findShopRules } from '../../../catalog/find-shop-rules.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { card, narrowCard } from '../../../web/parts/card.ts'
import { factList } from '../../../web/parts/facts.ts'
import { actButton, banner, field, hiddenField, refusedBanner } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { timeElement } from '../../../web/parts/moment.ts'
import { definePage, type Outcome, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import type { Guest } from '../../../web/parts/visit.ts'
import type { Payer } from '../../../web/pay/payer-cards.ts'
import { eraseNumber, findNumberData, type NumberData } from '../own-number.ts'
import type { OwnNumber } from '../phone-code.ts'
import { myDataPath, provePhone, readMyDataShop, readProof } from '../prove-phone.ts'
import { type MyDataTexts, myDataTexts } from '../texts/my-data-texts.ts'

const Input = z.object({ shop: z.string().max(300).default('') })

interface Loaded {
  name: string
  /** The WhatsApp number of the shop; null without one. */
  contact: string | null
}
type ShownPage = ViewContext<Guest, z.infer<typeof Input>, Loaded>

/** The page on which a customer verifies a phone number by a code, and sees or deletes the data stored about it. */
export const myDataPage = definePage({
  path: '/my-data',
  role: 'anybody',
  input: Input,
  async load(app, _visit, input): Promise<Loaded> {
    const { accountId } = requireShop(app, input)
    const { displayName } = await app.em({ accountId }).findOneOrFail(Account, accountId)
    const rules = await findShopRules(app, accountId)
    return { name: displayName, contact: rules?.whatsapp ?? null }
  },
  view(view: ShownPage) {
    const { language, loaded } = view
    const say = myDataTexts[language]
    return { title: say.title(loaded.name), body: narrowCard(say.title(loaded.name), proofForm(view, say)) }
  },
  missing(language) {
    const { gone, goneText } = myDataTexts[language]
    return { title: gone, body: narrowCard(gone, html`<p>${goneText}</p>`) }
  },
  act: {
    prove: {
      fields: z.object({ phone: z.string().max(60), code: z.string().max(30) }),
      async run(app, { address, language }, { phone, code }, input): Promise<Outcome> {
        const shop = requireShop(app, input)
        const proof = await provePhone(app, { ...shop, phone, code, address })
        if (proof === null) throw new Refusal('forbidden', myDataTexts[language].wrong)
        return showData(app, language, { proof, number: readProof(app, proof, shop)! })
      },
    },
    erase: {
      fields: z.object({ proof: z.string().max(500) }),
      confirm(_app, { language }) {
        const say = myDataTexts[language]
        return { title: say.sure, text: say.eraseText, button: say.yes, isDangerous: true }
      },
      async run(app, { language }, { proof }, input): Promise<Outcome> {
        const say = myDataTexts[language]
        const number = readProof(app, proof, requireShop(app, input))
        if (!number) throw new Refusal('forbidden', say.late)
        await eraseNumber(app, number)
        return { view: { title: say.done, body: narrowCard(say.done, html`<p>${say.nothing}</p>`) } }
      },
    },
  },
})

function requireShop(app: App, { shop }: z.infer<typeof Input>) {
  const found = readMyDataShop(app, shop)
  if (!found) throw notFound('shop')
  return found
}

function proofForm({ language, loaded, given, refusal, fieldErrors: errors }: ShownPage, say: MyDataTexts): Html {
  const { contact, name } = loaded
  const labels = { phone: say.phone, code: say.code }
  const target = html`target="_blank" rel="noopener noreferrer"`
  const ask =
    contact === null
      ? html`<p>${say.noContact}</p>`
      : html`<p><a class="button quiet" href="${makeWhatsAppLink(contact, say.askText(name))}" ${target}>${say.ask}</a>
        </p>`
  const refused =
    refusal?.code === 'forbidden' ? banner('stop', refusal.message) : refusedBanner({ language, refusal, labels })
  const phone = { name: 'phone', label: say.phone, type: 'tel', autocomplete: 'tel', maxlength: 60 } as const
  const code = { name: 'code', label: say.code, hint: say.codeHint, inputmode: 'numeric', maxlength: 12 } as const
  return html`<p>${say.lead}</p><p>${say.how}</p>${refused}${ask}
    <form method="post" novalidate>
      ${field({ ...phone, value: given.phone, errors })}
      ${field({ ...code, autocomplete: 'one-time-code', errors })}
      ${actButton('prove', say.see)}
    </form>`
}

async function showData(
  app: App,
  language: Language,
  { proof, number }: { proof: string; number: OwnNumber },
): Promise<Outcome> {
  const say = myDataTexts[language]
  const data = await findNumberData(app, number)
  const { displayName } = await app.em({ accountId: number.accountId }).findOneOrFail(Account, number.accountId)
  const title = say.title(displayName)
  const isEmpty = data.orders.length + data.payments.length === 0
  const body = html`<h1>${title}</h1>
    ${banner('done', say.proved(`+${number.digits}`))}
    ${isEmpty ? html`<p>${say.nothing}</p>` : storedData(app, language, data)}
    ${
      !isEmpty &&
      card(
        say.erase,
        html`<p>${say.eraseText}</p>
          <form method="post" novalidate>${hiddenField('proof', proof)}
            ${actButton('erase', say.erase, 'danger')}</form>`,
      )
    }`
  return { view: { title, body } }
}

function storedData(app: App, language: Language, data: NumberData): Html {
  const { orders, payments, names, addresses, emails, notes } = data
  const say = myDataTexts[language]
  const inLines = (texts: string[]) => (texts.length === 0 ? null : html`${texts.map(one => html`${one}<br>`)}`)
  const orderRows = orders.map(({ orderNumber, createdAt, items, total }) => {
    const goods = items.$.map(item => item.label()).join(', ')
    const time = timeElement(app, language, createdAt)
    return html`<li>${rowEntry(orderNumber, time, goods)}<b>${formatRupiah(total)}</b></li>`
  })
  const paymentRows = payments.map(({ invoiceId, createdAt, description, finalAmount, refundedAmount }) => {
    const returned = refundedAmount && say.returned(formatRupiah(refundedAmount))
    const text = [description, returned].filter(Boolean).join(' · ')
    const time = timeElement(app, language, createdAt)
    return html`<li>${rowEntry(invoiceId, time, text)}<b>${formatRupiah(finalAmount)}</b></li>`
  })
  return html`${card(
    null,
    factList([
      [say.names, names.join(', ') || null],
      [say.addresses, inLines(addresses)],
      [say.emails, inLines(emails)],
      [say.notes, inLines(notes)],
    ]),
  )}
    ${orders.length > 0 && card(say.orders, rowList(orderRows, say.nothing))}
    ${payments.length > 0 && card(say.payments, rowList(paymentRows, say.nothing))}`
}

/** Renders the link below a payment page to the data that the shop stores about its payer. */
export async function drawDataLink(
  app: Pick<App, 'config' | 'seal'>,
  { accountId, mode, language }: Payer,
): Promise<Html> {
  const address = makePath(app.config, myDataPath(app, { accountId, mode }))
  return html`<p class="unprinted"><small><a href="${address}">${myDataTexts[language].link}</a></small></p>`
}
