import type { Account } from '../../../src/accounts/account.ts'
import { weekdays } from '../../../src/catalog/opening-hours.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { findRuleField, type RuleField, type RuleProperty } from '../../../src/catalog/rules/rule-fields.ts'
import { moveDay } from '../../../src/lib/calendar.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { toPlainLine } from '../../../src/lib/plain-text.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { type ShopRulesTexts, shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { groupInPairs, menuRow, shortenLabel } from '../buttons.ts'
import { formatDay, formatHours } from '../conversation/format-hours.ts'
import { shortenText } from '../shorten-text.ts'

/** The rules of a shop as shown to its merchant. */
export interface ShownRules {
  shop: Pick<Account, 'id' | 'displayName' | 'acceptsLateMoney' | 'logoKey'>
  rules: PlainRules
  /** Today's date as `YYYY-MM-DD`. */
  today: string
  /** Whether they were changed just now. */
  isSaved: boolean
  /** Whether this person may change the settings of the whole account: logo and late money. */
  maySet: boolean
  /** The id of the zone that is shown. */
  zone?: string | undefined
}

type Reader = Pick<Voice, 't' | 'language'>

const textShown = 80
const holidaysShown = 6

/** Renders a line for each rule, and a button for each page of rules. */
export function rulesView({ shop, rules, isSaved, maySet }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const { buttons, lines } = words
  const line = (property: RuleProperty) => ruleLine(findRuleField(property), rules, language, textShown)
  const contact = [rules.whatsapp, rules.phone, rules.address].filter(each => each !== null).map(toPlainLine)
  const said: [string, string][] = [
    [lines.hours, rules.hours === null ? words.always : formatHours(rules.hours, words)],
    [lines.holidays, formatHolidays(rules, language)],
    [lines.delivery, describeDelivery(rules, words)],
    line('pickupPlace'),
    line('tables'),
    line('orderMin'),
    [lines.late, shop.acceptsLateMoney ? words.late.accepted : words.late.waits],
    [lines.contact, contact.length === 0 ? words.none : contact.join(' · ')],
    line('greeting'),
    line('afterOrder'),
  ]
  const to = (page: 'hours' | 'holidays' | 'delivery' | 'orders' | 'contact'): Button => ({
    text: buttons[page],
    press: makePress('rulepage', shop.id, page),
  })
  const logo: Button[] = [
    { text: shop.logoKey === null ? buttons.logo : buttons.otherLogo, press: makePress('rulelogo', shop.id) },
    ...(shop.logoKey === null ? [] : [{ text: buttons.noLogo, press: makePress('ruleunlogo', shop.id) }]),
  ]
  return {
    text: html`${savedLine(isSaved, words)}🏪 <b>${words.title(shop.displayName)}</b>
${ruleLines(said)}`,
    buttons: [
      ...groupInPairs([
        to('hours'),
        to('holidays'),
        to('delivery'),
        to('orders'),
        to('contact'),
        ...(maySet ? logo : []),
      ]),
      menuRow(t),
    ],
  }
}

/** Returns the name of a rule and its value, as shown in the chat. */
export function ruleLine(
  { property, kind, chat, label }: RuleField,
  rules: PlainRules,
  language: Language,
  cutAt: number,
): [name: string, value: string] {
  const name = (chat?.line ?? label)[language]
  const value = rules[property]
  if (value === null) return [name, shopRulesTexts[language].none]
  if (typeof value === 'string') return [name, shortenText(toPlainLine(value), cutAt)]
  const shown = chat?.shown?.(value)[language]
  return [name, shown ?? (kind === 'rupiah' ? formatRupiah(value) : String(value))]
}

/** Returns lines of the form `Name: value`. */
export function ruleLines(rules: [name: string, value: string][]): Html[] {
  return rules.map(([name, value]) => html`\n<b>${name}</b>: ${value}`)
}

export function hoursView({ shop, rules, isSaved }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const { days, buttons } = words
  const lines = weekdays.map(day => {
    const times = rules.hours?.[day]
    const said = rules.hours === null ? words.always : times ? times.join('–') : words.closed
    return html`\n<b>${days[day]}</b>: ${said}`
  })
  return {
    text: html`${savedLine(isSaved, words)}🕗 <b>${words.hoursTitle(shop.displayName)}</b>\n${lines}\n\n${
      words.hoursHint
    }`,
    buttons: [
      ...groupInPairs([
        ...weekdays.map((day): Button => ({ text: days[day], press: makePress('ruleask', shop.id, day) })),
        { text: buttons.daily, press: makePress('ruleask', shop.id, 'daily') },
        ...(rules.hours === null ? [] : [{ text: buttons.always, press: makePress('ruleset', shop.id, 'always') }]),
      ]),
      menuRow(t, makePress('rules', shop.id)),
    ],
  }
}

export function holidaysView({ shop, rules, today, isSaved }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const { buttons } = words
  const isClosed = (day: string) => rules.holidays.some(each => each.day === day)
  const close = (day: string, text: string): Button[] =>
    isClosed(day) ? [] : [{ text, press: makePress('ruleset', shop.id, 'close', day) }]
  const lines = rules.holidays.map(({ day, note }) => html`\n• ${formatDay(language, day)}${note && ` (${note})`}`)
  const next = rules.holidays.slice(0, holidaysShown)
  return {
    text: html`${savedLine(isSaved, words)}🏖 <b>${words.holidaysTitle(shop.displayName)}</b>
${lines.length === 0 ? html`\n${words.noHolidays}` : lines}\n\n${words.holidaysHint}`,
    buttons: [
      [...close(today, buttons.closeToday), ...close(moveDay(today, 1), buttons.closeTomorrow)],
      ...groupInPairs(
        next.map(({ day }) => ({
          text: shortenLabel(buttons.open(formatDay(language, day))),
          press: makePress('ruleset', shop.id, 'open', day),
        })),
      ),
      [{ text: buttons.holiday, press: makePress('ruleask', shop.id, 'holiday') }],
      menuRow(t, makePress('rules', shop.id)),
    ].filter(row => row.length > 0),
  }
}

/** Returns the line that reports, once, that a change was saved. */
export function savedLine(isSaved: boolean, words: ShopRulesTexts): Html | false {
  return isSaved && html`${words.saved}\n\n`
}

function formatHolidays({ holidays }: PlainRules, language: Language): string {
  const days = holidays.slice(0, holidaysShown).map(({ day }) => formatDay(language, day))
  if (days.length === 0) return shopRulesTexts[language].noHolidays
  return days.join(', ') + (holidays.length > days.length ? ', …' : '')
}

/** Describes the delivery fee: `ongkir Rp 10.000, gratis mulai Rp 100.000`. */
export function describeDelivery(
  { delivers, zones, deliveryFee, freeDeliveryFrom }: PlainRules,
  words: ShopRulesTexts,
): string {
  if (!delivers) return words.noDelivery
  const fee = deliveryFee === 0 ? words.noFee : words.fee(formatRupiah(deliveryFee))
  const usual = zones.length > 0 ? words.zones(zones.length) : fee
  return freeDeliveryFrom === null ? usual : `${usual}, ${words.freeFrom(formatRupiah(freeDeliveryFrom))}`
}
