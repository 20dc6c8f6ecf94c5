import { z } from 'zod'
import { weekdays } from '../../../catalog/opening-hours.ts'
import { requiredDetailNames } from '../../../catalog/product-kinds.ts'
import { changeShopRules } from '../../../catalog/rules/change-shop-rules.ts'
import { type RuleField, ruleFields } from '../../../catalog/rules/rule-fields.ts'
import { ShopRules } from '../../../catalog/shop-rules.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { Refusal, refuseFields } from '../../../lib/refusal.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { card, linkButton } from '../../parts/card.ts'
import { describedField, describedFields } from '../../parts/fields/described-field.ts'
import { actButton, checkbox, field, refusedBanner, tabs } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { type AnyPage, definePage, type PageAct, type View, type ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { closeDays, closeUntilAct, closingCard, makeClosingLabels, openAct } from './close-days.ts'
import { importAreas, importCard } from './import-areas.ts'
import { type RulesTexts, rulesTexts } from './rules-texts.ts'
import {
  findFormField,
  type RulePart,
  readRules,
  ruleParts,
  type TypedFields,
  toFormValues,
  zoneFields,
} from './typed-rules.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Other pages about a shop's operation, linked from its rules. */
    rulesLinks: { order: number; path: string; text: Record<Language, string> }
  }
}

interface Loaded {
  rules: ShopRules | null
}
type ShownRules = ViewContext<Visit, object, Loaded>

const paths: Record<RulePart, string> = {
  hours: '/dashboard/rules',
  delivery: '/dashboard/rules/delivery',
  pickup: '/dashboard/rules/pickup',
  texts: '/dashboard/rules/texts',
  contact: '/dashboard/rules/contact',
}

/** The rules for a shop's hours, delivery and texts, with a page for each part. */
export const shopRulesPages = ruleParts.map(rulesPage)

function rulesPage(part: RulePart): AnyPage {
  return definePage({
    path: paths[part],
    role: 'read',
    async load(app, { account }): Promise<Loaded> {
      return { rules: await app.em({ accountId: account.id }).findOne(ShopRules, { account: account.id }) }
    },
    view: (page: ShownRules) => rulesView(page, part),
    act: {
      ...(part === 'hours' && { close: closeDays, close_until: closeUntilAct, open: openAct }),
      ...(part === 'delivery' && { import: importAreas }),
      save: savePart(part),
    },
  })
}

function rulesView(page: ShownRules, part: RulePart): View {
  const { app, language, loaded, refusal, given, visit, to } = page
  const say = rulesTexts[language]
  const isSaving = refusal && given.act === 'save'
  const typed = isSaving ? given : toFormValues(loaded.rules, app.calendar.formatDay(app.now()))
  const mayChange = mayDo(visit.account.role, 'orders')
  const cards = ruleCards(page, typed)[part]()
  const pages = ruleParts.map(one => ({ address: to(paths[one]), text: say.parts[one], isHere: one === part }))
  return {
    title: say.parts[part],
    body: html`
      <h1>${say.title}</h1>
      ${tabs(say.title, pages)}
      ${refusedBanner({ language, refusal, labels: { ...fieldLabels(language, typed), ...makeClosingLabels(say) } })}
      ${part === 'hours' && mayChange && closingCard({ ...page, closedUntil: loaded.rules?.closedUntil ?? null })}
      ${
        mayChange
          ? html`<form method="post" action="${to(paths[part])}" novalidate class="stack">
              ${cards}
              <div class="save-bar">${actButton('save', say.save)}</div>
            </form>`
          : html`<fieldset class="fixed stack" disabled>${cards}</fieldset>`
      }
      ${part === 'delivery' && mayChange && importCard(page)}
      ${(part === 'hours' || part === 'contact') && moreCard(page)}`,
  }
}

function ruleCards(page: ShownRules, typed: TypedFields): Record<RulePart, () => Html> {
  const say = rulesTexts[page.language]
  return {
    hours: () => html`${card(say.hours, hoursPart(page, typed))}
      ${card(html`<span id="holidays">${say.holidays}</span>`, holidaysPart(page, typed))}`,
    delivery: () => html`${card(say.parts.delivery, deliveryPart(page, typed))}
      ${card(say.zones, zonesPart(page, typed))}`,
    pickup: () => card(say.parts.pickup, pickupPart(page, typed)),
    texts: () => card(say.words, html`${describedPart(page, typed, 'texts')}`),
    contact: () =>
      card(say.contact, html`<p><small>${say.contactHint}</small></p>${describedPart(page, typed, 'contact')}`),
  }
}

function moreCard({ app, language, to }: ShownRules): Html {
  const say = rulesTexts[language]
  const links = listAdditions(app, 'rulesLinks').toSorted((a, b) => a.order - b.order)
  return card(
    say.more,
    html`<div class="inline">
      ${linkButton(to('/dashboard/settings'), say.toSettings, 'quiet')}
      ${links.map(({ path, text }) => linkButton(to(path), text[language], 'quiet'))}
    </div>`,
  )
}

function savePart(part: RulePart): PageAct<Visit, object, TypedFields> {
  return {
    role: 'orders',
    fields: z.record(z.string().max(40), z.string().max(4000)),
    async run(app, visit, typed) {
      try {
        await changeShopRules(app, makeMemberActor(visit), () => readRules(part, typed))
      } catch (error) {
        if (!(error instanceof Refusal) || !error.fields) throw error
        throw refuseFields(error.fields.map(wrong => ({ ...wrong, path: findFormField(wrong.path, typed) })))
      }
      return { done: 'saved' }
    },
  }
}

function fieldLabels(language: Language, typed: TypedFields): Record<string, string> {
  const say = rulesTexts[language]
  const rows = rowNumbers('holiday', typed)
  return {
    ...Object.fromEntries(weekdays.map(day => [`from_${day}`, say.days[day]])),
    ...Object.fromEntries(rows.map(at => [`holiday_${at}`, say.holiday(at + 1)])),
    ...Object.fromEntries(rows.map(at => [`holiday_note_${at}`, say.holidayNote(at + 1)])),
    holidays: say.tooManyHolidays,
    ...Object.fromEntries(ruleFields.map(({ name, label }) => [name, label[language]])),
    receiving: say.ways,
    zones: say.zones,
    ...Object.fromEntries(
      rowNumbers('zone', typed).flatMap(at => [
        [`zone_${at}`, say.zone(at + 1)],
        [`zone_places_${at}`, `${say.zone(at + 1)}, ${say.zonePlaces}`],
        [`zone_around_${at}`, `${say.zone(at + 1)}, ${say.zoneAround}`],
        [`zone_fee_${at}`, `${say.zone(at + 1)}, ${say.zoneFee}`],
        [`zone_per_kg_${at}`, `${say.zone(at + 1)}, ${say.zonePerKg}`],
      ]),
    ),
  }
}

function rowNumbers(row: 'holiday' | 'zone', typed: TypedFields): number[] {
  return Object.keys(typed)
    .flatMap(name => (name.startsWith(`${row}_`) ? (/^[a-z]+_(\d+)$/.exec(name)?.[1] ?? []) : []))
    .map(Number)
}

function hoursPart({ language, fieldErrors: errors }: ShownRules, typed: TypedFields): Html {
  const say = rulesTexts[language]
  const time = (name: string, label: string) =>
    field({ name, label, type: 'time', value: typed[name], isOptional: true, errors })
  const rows = weekdays.map(
    day => html`<div class="inline times">
      ${checkbox({ name: `open_${day}`, label: say.days[day], isOn: typed[`open_${day}`] === 'on' })}
      ${time(`from_${day}`, say.opens(say.days[day]))}
      ${time(`until_${day}`, say.closes(say.days[day]))}
    </div>`,
  )
  return html`
    <p><small>${say.hoursHint}</small></p>
    ${checkbox({ name: 'always', label: say.always, isOn: typed.always === 'on' })}
    ${rows}`
}

function holidaysPart({ language, fieldErrors: errors }: ShownRules, typed: TypedFields): Html {
  const say = rulesTexts[language]
  const rows = rowNumbers('holiday', typed)
  const isFree = (at: number) => !typed[`holiday_${at}`] && !typed[`holiday_note_${at}`]
  const [next = -1, ...later] = rows.filter(isFree)
  const row = (at: number) => {
    const [day, note] = [`holiday_${at}`, `holiday_note_${at}`]
    return html`<div class="inline">
      ${field({ name: day, label: say.holiday(at + 1), type: 'date', value: typed[day], isOptional: true, errors })}
      ${field({ name: note, label: say.note, value: typed[note], isOptional: true, maxlength: 100, errors })}
    </div>`
  }
  return html`<p><small>${say.holidaysHint}</small></p>
    ${rows.filter(at => !isFree(at) || at === next).map(row)}
    ${later.length > 0 && html`<details><summary>${say.moreHolidays}</summary>${later.map(row)}</details>`}`
}

function deliveryPart(page: ShownRules, typed: TypedFields): Html {
  const say = rulesTexts[page.language]
  return html`
    ${checkbox({ name: 'delivers', label: say.delivers, isOn: typed.delivers === 'on' })}
    ${describedPart(page, typed, 'delivery')}`
}

function pickupPart(page: ShownRules, typed: TypedFields): Html {
  const say = rulesTexts[page.language]
  const askedTicks = requiredDetailNames.map(name =>
    checkbox({ name: `asks_${name}`, label: say.asked[name], isOn: typed[`asks_${name}`] === 'on' }),
  )
  return html`${describedPart(page, typed, 'pickup')}
    <fieldset class="ticks"><legend>${say.asks}</legend>${askedTicks}</fieldset>`
}

/** Renders the fields of one part of the form, from their descriptions. */
function describedPart(
  { language, fieldErrors: errors }: ShownRules,
  typed: TypedFields,
  part: RuleField['part'],
): Html[] {
  const fields = ruleFields.filter(field => field.part === part)
  return describedFields(fields, field => describedField(field, language, { value: typed[field.name], errors }))
}

function zonesPart({ language, fieldErrors: errors }: ShownRules, typed: TypedFields): Html {
  const say = rulesTexts[language]
  const rows = rowNumbers('zone', typed)
  const namesOf = (at: number) => zoneFields.map(field => `${field}_${at}`)
  const isFree = (at: number) => namesOf(at).every(name => !typed[name])
  const isWrong = (at: number) => errors.some(({ path }) => namesOf(at).includes(path))
  const fields = (at: number) => {
    const one = (name: string, label: string, maxlength: number, hint?: string) =>
      field({ name, label, value: typed[name], isOptional: true, maxlength, errors, ...(hint ? { hint } : {}) })
    return html`<fieldset class="stack zone"><legend>${say.zone(at + 1)}</legend>
      <div class="side-by-side">
        ${one(`zone_${at}`, say.zoneName, 60)}
        ${one(`zone_places_${at}`, say.zonePlaces, 4000)}
      </div>
      ${one(`zone_around_${at}`, say.zoneAround, 100, say.zoneAroundHint)}
      <div class="side-by-side">
        ${one(`zone_fee_${at}`, say.zoneFee, 20)}
        ${one(`zone_per_kg_${at}`, say.zonePerKg, 20)}
      </div>
    </fieldset>`
  }
  const folded = (title: string, text: string, isOpen: boolean, ats: readonly number[]) => html`
    <details class="choice"${isOpen && html` open`}>
      <summary><b>${title}</b>${text !== '' && html`<small>${text}</small>`}</summary>${ats.map(fields)}
    </details>`
  const used = rows.filter(at => !isFree(at))
  const free = rows.filter(isFree)
  return html`<p><small>${say.zonesHint}</small></p>
    ${used.map(at => folded(typed[`zone_${at}`] || say.zone(at + 1), zoneText(say, typed, at), isWrong(at), [at]))}
    ${free.length > 0 && folded(say.addZone, '', false, free)}`
}

/** Returns the fee and the districts of a zone, readable without opening it. */
function zoneText(say: RulesTexts, typed: TypedFields, at: number): string {
  const fee = typed[`zone_fee_${at}`] ?? ''
  const feeText = /^\d+$/.test(fee) ? formatRupiah(Number(fee)) : fee
  const places = typed[`zone_places_${at}`] ?? ''
  const around = typed[`zone_around_${at}`] ?? ''
  const short = places.length > 60 ? `${places.slice(0, 60)}…` : places
  return [feeText, [short, around].filter(Boolean).join(' · ') || say.anywhere].filter(Boolean).join(' · ')
}
