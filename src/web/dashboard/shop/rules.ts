import { z } from 'zod'
import { weekdays } from '../../../catalog/opening-hours.ts'
import { setShopRules } from '../../../catalog/set-shop-rules.ts'
import { ShopRules } from '../../../catalog/shop-rules.ts'
import { type Html, html } from '../../../lib/html.ts'
import { Refusal, refuseFields } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { card, linkButton } from '../../parts/card.ts'
import { actButton, field, refusedBanner, tick } from '../../parts/forms.ts'
import { page, type Shown } from '../../parts/page.ts'
import { memberActingOf, type Visit } from '../../parts/visit.ts'
import { type RulesTexts, rulesTexts } from './rules-texts.ts'
import { fieldOf, rulesOf, type Typed, typedOf } from './typed-rules.ts'

interface Loaded {
  rules: ShopRules | null
}
type ShownRules = Shown<Visit, object, Loaded>

/** When a shop is open, and how it ships: one form. */
export const shopRulesPage = page({
  path: '/dashboard/rules',
  role: 'read',
  async load(app, { account }): Promise<Loaded> {
    return { rules: await app.em({ accountId: account.id }).findOne(ShopRules, { account: account.id }) }
  },
  view(shown: ShownRules) {
    const { app, language, loaded, refusal, given, visit, to } = shown
    const say = rulesTexts[language]
    const typed = refusal ? given : typedOf(loaded.rules, app.calendar.formatDay(app.now()))
    const parts = html`
      ${card(say.hours, hoursPart(shown, typed))}
      ${card(say.holidays, holidaysPart(shown, typed))}
      ${card(say.shipping, shippingPart(shown, typed))}`
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels: labelsOf(say, typed) })}
        ${
          mayDo(visit.account.role, 'orders')
            ? html`<form method="post" class="stack">${parts}${actButton('save', say.save)}</form>`
            : html`<fieldset class="fixed stack" disabled>${parts}</fieldset>`
        }
        ${card(
          say.more,
          html`<div class="inline">
            ${linkButton(to('/dashboard/settings'), say.toSettings, 'quiet')}
            ${linkButton(to('/dashboard/coupons'), say.toCoupons, 'quiet')}
            ${linkButton(to('/dashboard/catalog/referral'), say.toReferral, 'quiet')}
          </div>`,
        )}`,
    }
  },
  act: {
    save: {
      role: 'orders',
      fields: z.record(z.string().max(40), z.string().max(1000)),
      async run(app, visit, typed) {
        try {
          await setShopRules(app, memberActingOf(visit), rulesOf(typed))
        } catch (error) {
          if (!(error instanceof Refusal) || !error.fields) throw error
          throw refuseFields(error.fields.map(wrong => ({ ...wrong, path: fieldOf(wrong.path, typed) })))
        }
        return { done: 'saved' }
      },
    },
  },
})

function labelsOf(say: RulesTexts, typed: Typed): Record<string, string> {
  const rows = holidayNumbers(typed)
  return {
    ...Object.fromEntries(weekdays.map(day => [`from_${day}`, say.days[day]])),
    ...Object.fromEntries(rows.map(at => [`holiday_${at}`, say.holiday(at + 1)])),
    ...Object.fromEntries(rows.map(at => [`holiday_note_${at}`, say.holidayNote(at + 1)])),
    holidays: say.tooManyHolidays,
    delivery_fee: say.deliveryFee,
    free_delivery_from: say.freeFrom,
    pickup: say.pickup,
    slot_minutes: say.slots,
    receive_after_days: say.arrives,
  }
}

function holidayNumbers(typed: Typed): number[] {
  return Object.keys(typed)
    .flatMap(name => /^holiday_(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
}

function hoursPart({ language, fieldErrors: errors }: ShownRules, typed: Typed): Html {
  const say = rulesTexts[language]
  const time = (name: string, label: string) =>
    field({ name, label, type: 'time', value: typed[name], isOptional: true, errors })
  const rows = weekdays.map(
    day => html`<div class="inline times">
      ${tick({ name: `open_${day}`, label: say.days[day], isOn: typed[`open_${day}`] === 'on' })}
      ${time(`from_${day}`, say.opens(say.days[day]))}
      ${time(`until_${day}`, say.closes(say.days[day]))}
    </div>`,
  )
  return html`
    <p><small>${say.hoursHint}</small></p>
    ${tick({ name: 'always', label: say.always, isOn: typed.always === 'on' })}
    ${rows}`
}

function holidaysPart({ language, fieldErrors: errors }: ShownRules, typed: Typed): Html {
  const say = rulesTexts[language]
  const rows = holidayNumbers(typed).map(at => {
    const [day, note] = [`holiday_${at}`, `holiday_note_${at}`]
    return html`<div class="inline">
      ${field({ name: day, label: say.holiday(at + 1), type: 'date', value: typed[day], isOptional: true, errors })}
      ${field({ name: note, label: say.note, value: typed[note], isOptional: true, maxlength: 100, errors })}
    </div>`
  })
  return html`<p><small>${say.holidaysHint}</small></p>${rows}`
}

function shippingPart({ language, fieldErrors: errors }: ShownRules, typed: Typed): Html {
  const say = rulesTexts[language]
  const one = (name: string, label: string, hint: string, more: { maxlength: number; isOptional: boolean }) =>
    field({ name, label, hint, value: typed[name], errors, ...more })
  return html`
    <div class="side-by-side">
      ${one('delivery_fee', say.deliveryFee, say.deliveryFeeHint, { maxlength: 20, isOptional: true })}
      ${one('free_delivery_from', say.freeFrom, say.freeFromHint, { maxlength: 20, isOptional: true })}
    </div>
    ${one('pickup', say.pickup, say.pickupHint, { maxlength: 200, isOptional: true })}
    <div class="side-by-side">
      ${one('slot_minutes', say.slots, say.slotsHint, { maxlength: 4, isOptional: true })}
      ${one('receive_after_days', say.arrives, say.arrivesHint, { maxlength: 3, isOptional: false })}
    </div>`
}
