import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { whatsAppLink } from '../../../web/dashboard/payments/render-payment-sharing.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, chip, linkButton, titleRow } from '../../../web/parts/card.ts'
import { factList, figureList } from '../../../web/parts/facts.ts'
import { actButton, field, inlineForm, refusedBanner, textArea } from '../../../web/parts/forms.ts'
import { RowId } from '../../../web/parts/inputs.ts'
import { formatMoment, timeElement } from '../../../web/parts/moment.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { changeCard } from '../change-card.ts'
import { addressesMax, addressMax, type CustomerKey, noteMax, tagMax, tagsMax } from '../customer-card.ts'
import { eraseCustomer } from '../erase-customer.ts'
import { fileVisits } from '../file-visits.ts'
import { findCard, type WholeCard } from '../find-card.ts'
import { type CreatedPhoneCode, makePhoneCode } from '../make-phone-code.ts'
import { mergeCards, splitCard } from '../merge-cards.ts'
import { myDataPath } from '../prove-phone.ts'
import { type PeopleTexts, peopleTexts } from '../texts/people-texts.ts'

const Input = z.object({ card: RowId })
type ShownPerson = ViewContext<Visit, z.infer<typeof Input>, WholeCard>

const Change = z.object({
  note: z.string().max(noteMax * 2),
  tags: z.string().max(tagsMax * tagMax * 2),
  addresses: z.string().max(addressesMax * addressMax * 2),
})
const Merge = z.object({ other: RowId })
const Split = z.object({ key: z.string().max(60) })

/** The card of one customer: orders, total, note, tags and addresses; merging, splitting, and data requests. */
export const personPage = definePage({
  path: '/dashboard/people/:card',
  role: 'read',
  input: Input,
  async load(app, { scope }, { card }): Promise<WholeCard> {
    await fileVisits(app, scope)
    return findCard(app, scope, card)
  },
  view(view: ShownPerson) {
    const { app, language, loaded, refusal, to, visit } = view
    const { card: customer, visits, total } = loaded
    const say = peopleTexts[language]
    const { name, phone, isProved, erasedAt, firstSeenAt, lastSeenAt, addresses } = customer
    const isOpen = erasedAt === null
    const labels = { note: say.note, tags: say.tags, addresses: say.addresses, other: say.mergeWith }
    const state = isOpen ? isProved && chip('good', say.proved) : chip('', say.erased)
    return {
      title: name,
      body: html`
        ${backLink(to('/dashboard/people'), say.title)}
        ${titleRow(name, state)}
        ${refusedBanner({ language, refusal, labels })}
        ${figureList([
          [say.visits, visits],
          [say.total, formatRupiah(total)],
          [say.lastSeen, timeElement(app, language, lastSeenAt)],
        ])}
        ${card(
          say.cardNumber(customer.id),
          factList([
            [say.phone, phone],
            [say.addresses, addresses.length === 0 ? null : html`${addresses.map(one => html`${one}<br>`)}`],
            [say.firstSeen, timeElement(app, language, firstSeenAt, 'whole')],
          ]),
        )}
        ${card(say.orders, rowList(orderRows(view), say.nothing))}
        ${loaded.payments.length > 0 && card(say.payments, rowList(paymentRows(view), say.nothing))}
        ${isOpen && mayDo(visit.account.role, 'orders') && card(null, changeForm(view, say))}
        ${isOpen && mayDo(visit.account.role, 'settings') && ownerCards(view, say)}`,
    }
  },
  act: {
    change: {
      role: 'orders',
      fields: Change,
      async run(app, visit, { note, tags, addresses }, { card }) {
        const change = { note, tags: tags.split(','), addresses: addresses.split('\n') }
        await changeCard(app, card, change, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    merge: {
      role: 'settings',
      fields: Merge,
      async confirm(app, { scope, language }, { other }, { card }) {
        const say = peopleTexts[language]
        const [from, into] = [await findCard(app, scope, other), await findCard(app, scope, card)]
        const title = say.sureMerge(from.card.name, into.card.name)
        return { title, text: say.sureMergeText, button: say.merge }
      },
      async run(app, visit, { other }, { card }) {
        await mergeCards(app, { from: other, into: card }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    split: {
      role: 'settings',
      fields: Split,
      confirm(_app, { language }) {
        const say = peopleTexts[language]
        return { title: say.sureSplit, text: say.sureSplitText, button: say.split }
      },
      async run(app, visit, { key }, { card }) {
        const own = await splitCard(app, { cardId: card, key }, makeMemberActor(visit))
        return { to: `/dashboard/people/${own}`, done: 'saved' }
      },
    },
    code: {
      role: 'settings',
      fields: z.object({ key: z.string().max(60).optional() }),
      async run(app, visit, { key }, { card }) {
        const made = await makePhoneCode(app, { cardId: card, key }, makeMemberActor(visit))
        return { view: codeView(app, visit, { ...made, cardId: card }) }
      },
    },
    erase: {
      role: 'settings',
      isSecret: true,
      async confirm(app, { scope, language }, _fields, { card }) {
        const say = peopleTexts[language]
        const { card: erased } = await findCard(app, scope, card)
        return { title: say.sureErase(erased.name), text: say.eraseText, button: say.yesErase, isDangerous: true }
      },
      async run(app, visit, _fields, { card }) {
        await eraseCustomer(app, card, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

/** Shows a code once, with a prepared message to the number. */
function codeView(
  app: App,
  { language, scope, account }: Visit,
  { code, phone, expiresAt, cardId }: CreatedPhoneCode & { cardId: number },
): View {
  const say = peopleTexts[language]
  const link = `${app.config.baseUrl}${myDataPath(app, scope)}`
  const text = say.codeMessage(account.name, code, link)
  return {
    title: say.codeTitle,
    body: html`${backLink(makePath(app.config, `/dashboard/people/${cardId}`), say.back)}
      <h1>${say.codeTitle}</h1>
      ${card(
        null,
        html`<p>${say.codeText(phone)}</p>
          <p class="large"><b data-testid="phone-code">${code}</b></p>
          <p><small>${say.codeUntil(formatMoment(app, language, expiresAt))}</small></p>
          <p>${whatsAppLink(language, phone, text, say.codeSend(phone))}</p>`,
      )}`,
  }
}

function orderRows({ app, language, loaded, to }: ShownPerson): Html[] {
  return loaded.orders.map(order => {
    const link = html`<a href="${to(`/dashboard/orders/${order.orderNumber}`)}">${order.orderNumber}</a>`
    const when = timeElement(app, language, order.createdAt)
    return html`<li>${rowEntry(link, when, order.summary())}<b>${formatRupiah(order.total)}</b></li>`
  })
}

function paymentRows({ app, language, loaded, to }: ShownPerson): Html[] {
  return loaded.payments.map(({ invoiceId, finalAmount, createdAt, description }) => {
    const link = html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${invoiceId}</a>`
    const text = rowEntry(link, timeElement(app, language, createdAt), description)
    return html`<li>${text}<b>${formatRupiah(finalAmount)}</b></li>`
  })
}

function changeForm({ loaded: { card: customer }, given, fieldErrors: errors }: ShownPerson, say: PeopleTexts): Html {
  const note = given.note ?? customer.note
  const tags = given.tags ?? customer.tags.join(', ')
  const addresses = given.addresses ?? customer.addresses.join('\n')
  const optional = { isOptional: true, errors }
  return html`<form method="post" novalidate>
    ${textArea({ ...optional, name: 'note', label: say.note, hint: say.noteHint, value: note, maxlength: noteMax })}
    ${field({ ...optional, name: 'tags', label: say.tags, hint: say.tagsHint, value: tags })}
    ${textArea({ ...optional, name: 'addresses', label: say.addresses, hint: say.addressesHint, value: addresses })}
    ${actButton('change', say.save)}
  </form>`
}

function ownerCards(
  { loaded: { card: customer, keys }, given, to, fieldErrors: errors }: ShownPerson,
  say: PeopleTexts,
): Html {
  const other = { name: 'other', label: say.mergeWith, hint: say.mergeHint, inputmode: 'numeric', errors } as const
  const hasNumber = keys.some(({ key }) => key.startsWith('phone '))
  const address = to('/dashboard/person-data', { card: String(customer.id) })
  return html`
    ${card(
      say.joined,
      html`${rowList(
        keys.map(key => keyRow(key, keys.length > 1, say)),
        say.nothing,
      )}
        <p><small>${say.typedHint}</small></p>
        <form method="post" novalidate>${field({ ...other, value: given.other })}
          ${actButton('merge', say.merge, 'quiet')}</form>`,
    )}
    ${card(
      say.data,
      html`<p>${say.dataText}</p><p>${say.eraseText}</p>
        ${hasNumber && html`<p>${say.codeHint}</p>`}
        <div class="choices">${linkButton(address, say.see, 'quiet')}

          ${inlineForm({}, actButton('erase', say.erase, 'danger'))}</div>`,
    )}`
}

function keyRow({ key }: CustomerKey, maySplit: boolean, say: PeopleTexts): Html {
  const [kind, value = ''] = key.split(' ')
  const text = kind === 'phone' ? say.typed(value) : say.person(value)
  return html`<li>${rowEntry(text)}${
    (maySplit || kind === 'phone') &&
    inlineForm({ key }, [
      kind === 'phone' && actButton('code', say.makeCode, 'link'),
      maySplit && actButton('split', say.split, 'link'),
    ])
  }</li>`
}
