import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, chip, linkButton } from '../../../web/parts/card.ts'
import { actButton, checkbox, field, hiddenField, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import { OptionalRowId, RowId } from '../../../web/parts/inputs.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { Once } from '../../../web/parts/once.ts'
import { definePage } from '../../../web/parts/page.ts'
import { rowEntry, rowList } from '../../../web/parts/table.ts'
import { readOptionalRupiah } from '../../../web/parts/typed-rupiah.ts'
import { makeMemberActor } from '../../../web/parts/visit.ts'
import { addCashier } from '../add-cashier.ts'
import { cashReasonMax } from '../cash-return.ts'
import type { Cashier } from '../cashier.ts'
import { changeCashier } from '../change-cashier.ts'
import { CounterRules } from '../counter-rules.ts'
import { CounterSale } from '../counter-sale.ts'
import { findShift } from '../find-shift.ts'
import { inviteDevice } from '../invite-device.ts'
import { listCashiers } from '../list-cashiers.ts'
import { type ListedShift, listShifts } from '../list-shifts.ts'
import { pairDevice } from '../pair-device.ts'
import { refundSale, takeBackCashReturn } from '../refund-sale.ts'
import { type CashierRules, setCounterRules } from '../set-counter-rules.ts'
import { type CounterSettingsTexts, counterSettingsTexts } from '../texts/counter-settings-texts.ts'
import { devicePaths, writeDeviceCookie } from './device-cookies.ts'
import { differenceChip, shiftView } from './shift-view.ts'
import type { LoadedCounter, ShownCounter } from './shown-counter.ts'

const Input = z.object({ shift: OptionalRowId })

const Returning = z.object({
  order: z.string().max(40),
  amount: z.string().max(30).default(''),
  reason: z.string().trim().max(cashReasonMax).default(''),
  once: Once.optional(),
})

const Rules = z.object({
  discount: z.string().max(10),
  offline_sales: z.string().max(10).optional(),
  offline_amount: z.string().max(30).optional(),
  offline_counted: z.string().max(5).optional(),
})

/** The owner's page of the counter: cashiers with their PINs, discounts, and shifts with their differences. */
export const counterSettingsPage = definePage({
  path: '/dashboard/counter',
  role: 'read',
  input: Input,
  async load(app, { scope }, { shift }): Promise<LoadedCounter> {
    const rules = await app.em(scope).findOne(CounterRules, { account: scope.accountId })
    return {
      cashiers: await listCashiers(app, scope.accountId),
      shifts: await listShifts(app, scope),
      rules: rules ?? { discountMaxPercent: 0, offlineSalesMax: 0, offlineAmountMax: 0, offlineCounted: false },
      shown: shift === undefined ? null : await findShift(app, scope, shift),
    }
  },
  view(view: ShownCounter) {
    const { language, refusal, visit, loaded, to } = view
    const say = counterSettingsTexts[language]
    const labels = {
      name: say.name,
      pin: say.pin,
      discount: say.discount,
      offline_sales: say.offlineSales,
      offline_amount: say.offlineAmount,
      amount: say.returnAmount,
      reason: say.returnReason,
    }
    const refused = refusedBanner({ language, refusal, labels })
    if (loaded.shown) {
      const title = say.shift(loaded.shown.shift.cashier.name)
      const body = html`${backLink(to('/dashboard/counter'), say.title)}<h1>${title}</h1>${refused}
        ${shiftView(view, loaded.shown)}`
      return { title, body }
    }
    const mayChange = mayDo(visit.account.role, 'settings')
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refused}
        ${card(
          say.sell,
          html`<p>${loaded.cashiers.length === 0 ? say.cashierFirst : say.sellText}</p>
            <div class="choices">
              ${mayChange && loaded.cashiers.length > 0 && inlineForm({}, actButton('here', say.here))}
              ${linkButton(to('/dashboard/counter/offline'), say.offline, 'quiet')}
              ${linkButton(to('/dashboard/counter/stations'), say.stations, 'quiet')}
            </div>
            <details>
              <summary>${say.otherWays}</summary>
              <div class="choices">
                ${linkButton(to('/kasir'), say.paired, 'quiet')}
                ${linkButton(to('/dashboard/devices'), say.otherDevice, 'quiet')}
              </div>
            </details>`,
        )}
        ${card(say.shifts, shiftList(view, say))}
        <div class="pair">
          ${card(
            say.cashiers,
            rowList(
              loaded.cashiers.map(one => cashierRow(one, say, mayChange)),
              say.none,
            ),
          )}
          ${mayChange && card(say.add, addForm(view, say))}
        </div>
        ${mayChange && card(say.rules, rulesForm(view, say))}`,
    }
  },
  act: {
    add: {
      role: 'settings',
      fields: z.object({ name: z.string().max(200), pin: z.string().max(100) }),
      async run(app, visit, { name, pin }) {
        await addCashier(app, { name, pin: pin.trim() }, makeMemberActor(visit))
        return { done: 'added' }
      },
    },
    pin: {
      role: 'settings',
      fields: z.object({ cashier: RowId, pin: z.string().max(100) }),
      async run(app, visit, { cashier, pin }) {
        await changeCashier(app, cashier, { pin: pin.trim() }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    switch: {
      role: 'settings',
      fields: z.object({ cashier: RowId, on: z.enum(['1', '0']) }),
      async run(app, visit, { cashier, on }) {
        await changeCashier(app, cashier, { isActive: on === '1' }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    here: {
      role: 'settings',
      async run(app, visit) {
        const name = counterSettingsTexts[visit.language].hereName(visit.session.displayName).slice(0, 60)
        const { code } = await inviteDevice(app, { name, kind: 'kasir' }, makeMemberActor(visit))
        const { address, userAgent } = visit
        const { token } = await pairDevice(app, { kind: 'kasir', code, address, userAgent })
        return { to: devicePaths.kasir, writeCookies: (config, ctx) => writeDeviceCookie(config, ctx, 'kasir', token) }
      },
    },
    rules: {
      role: 'settings',
      fields: Rules,
      async run(app, visit, typed) {
        await setCounterRules(app, readRules(typed), makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    refund: {
      role: 'settings',
      fields: Returning,
      async confirm(app, { scope, language }, { order: orderNumber, ...typed }) {
        const sale = await app.em(scope).findOne(CounterSale, { order: { orderNumber }, method: 'cash' })
        if (!sale) throw notFound('sale')
        const say = counterSettingsTexts[language]
        const title = say.sureRefund(formatRupiah(readAmount(typed) ?? sale.total - sale.returnedCash()))
        return { title, text: say.sureRefundText, button: say.refund, isDangerous: true }
      },
      async run(app, visit, { order: orderNumber, reason, once, ...typed }) {
        const given = { orderNumber, amount: readAmount(typed), reason, key: once }
        await refundSale(app, given, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
    take_back: {
      role: 'settings',
      fields: z.object({ order: z.string().max(40), return: z.uuid() }),
      confirm(_app, { language }) {
        const say = counterSettingsTexts[language]
        return { title: say.sureTakeBack, text: say.sureTakeBackText, button: say.takeBack, isDangerous: true }
      },
      async run(app, visit, { order: orderNumber, return: key }) {
        await takeBackCashReturn(app, { orderNumber, key }, makeMemberActor(visit))
        return { done: 'saved' }
      },
    },
  },
})

/** Parses the rules; a form of the previous version has only the discount. */
function readRules(typed: z.infer<typeof Rules>): Partial<CashierRules> {
  const { discount, offline_sales: sales, offline_amount: amount, offline_counted: counted } = typed
  if (sales === undefined || amount === undefined) return { discountMaxPercent: readWhole(discount) }
  return {
    discountMaxPercent: readWhole(discount),
    offlineSalesMax: readWhole(sales),
    offlineAmountMax: readOptionalRupiah(amount) ?? 0,
    offlineCounted: counted === '1',
  }
}

const readWhole = (typed: string) => (/^\d{1,4}$/.test(typed.trim()) ? Number(typed) : -1)

function readAmount({ amount }: { amount: string }): number | undefined {
  const typed = readOptionalRupiah(amount)
  if (typed === null) return undefined
  if (!Number.isSafeInteger(typed)) throw refuseField('amount', 'is whole rupiah', 'not_whole')
  return typed
}

const shiftsShown = 5

/** Renders the latest shifts; earlier ones are folded, because the forms are below them. */
function shiftList(view: ShownCounter, say: CounterSettingsTexts): Html {
  const rows = view.loaded.shifts.map(shift => shiftRow(view, shift, say))
  const earlier = rows.slice(shiftsShown)
  return html`${rowList(rows.slice(0, shiftsShown), say.noShifts)}
    ${
      earlier.length > 0 &&
      html`<details><summary>${say.earlierShifts(earlier.length)}</summary>${rowList(earlier, '')}</details>`
    }`
}

function shiftRow({ app, language, to }: ShownCounter, shift: ListedShift, say: CounterSettingsTexts): Html {
  const { id, cashier, device, openedAt, closedAt, note } = shift
  const opened = say.opened(formatMoment(app, language, openedAt))
  const closed = closedAt && say.closed(formatMoment(app, language, closedAt))
  const details = [device.name, opened, closed, note].filter(Boolean).join(' · ')
  const name = html`<a href="${to('/dashboard/counter', { shift: String(id) })}">${cashier.name}</a>`
  return html`<li>${rowEntry(name, details)} ${differenceChip(shift, say)}</li>`
}

function cashierRow({ id, name, isActive }: Cashier, say: CounterSettingsTexts, mayChange: boolean): Html {
  const pin = { name: 'pin', id: `pin-${id}`, label: say.pin, type: 'password', autocomplete: 'off' } as const
  const change = html`<details><summary>${say.newPin}</summary>
    <form method="post" novalidate>${hiddenField('cashier', id)}${field({ ...pin, inputmode: 'numeric', maxlength: 6 })}
    ${actButton('pin', say.save)}</form></details>`
  const on = isActive ? '0' : '1'
  return html`<li>
    <span><b>${name}</b>${mayChange && change}</span>
    <span class="inline">
      ${isActive ? chip('good', say.active) : chip('', say.off)}
      ${
        mayChange &&
        inlineForm({ cashier: id, on }, actButton('switch', isActive ? say.switchOff : say.switchOn, 'link'))
      }
    </span>
  </li>`
}

function addForm({ given, fieldErrors: errors }: ShownCounter, say: CounterSettingsTexts): Html {
  const pin = { name: 'pin', label: say.pin, hint: say.pinHint, type: 'password', maxlength: 6, errors } as const
  return html`<form method="post" novalidate>
    ${field({ name: 'name', label: say.name, value: given.name, maxlength: 60, autocomplete: 'off', errors })}
    ${field({ ...pin, inputmode: 'numeric', autocomplete: 'off' })}
    ${actButton('add', say.add)}
  </form>`
}

function rulesForm({ given, loaded, fieldErrors: errors }: ShownCounter, say: CounterSettingsTexts): Html {
  const { discountMaxPercent, offlineSalesMax, offlineAmountMax, offlineCounted } = loaded.rules
  const value = given.discount ?? discountMaxPercent
  const limits = { type: 'number', min: 0, max: 100, inputmode: 'numeric' } as const
  const sales = { name: 'offline_sales', label: say.offlineSales, hint: say.offlineSalesHint } as const
  const amount = { name: 'offline_amount', label: say.offlineAmount, hint: say.offlineAmountHint } as const
  const amountValue = given.offline_amount ?? (offlineAmountMax > 0 ? String(offlineAmountMax) : '0')
  return html`<form method="post" novalidate>
    ${field({ name: 'discount', label: say.discount, hint: say.discountHint, value, ...limits, errors })}
    ${field({ ...sales, value: given.offline_sales ?? offlineSalesMax, ...limits, max: 1000, errors })}
    ${field({ ...amount, value: amountValue, inputmode: 'numeric', maxlength: 30, errors })}
    ${checkbox({ name: 'offline_counted', value: '1', label: say.offlineCounted, isOn: offlineCounted })}
    ${actButton('rules', say.save)}
  </form>`
}
