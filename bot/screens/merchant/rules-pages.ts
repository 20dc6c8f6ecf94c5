import { type DeliveryZone, makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { requiredDetailNames } from '../../../src/catalog/product-kinds.ts'
import type { PlainRules } from '../../../src/catalog/rules/check-shop-rules.ts'
import { type ChatRule, listChatRules, type RuleChat } from '../../../src/catalog/rules/rule-fields.ts'
import { formatCircle } from '../../../src/catalog/rules/zone-circle.ts'
import { html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { toPlainLine } from '../../../src/lib/plain-text.ts'
import { type Button, type Message, makePress } from '../../telegram/message.ts'
import { type ShopRulesTexts, shopRulesTexts } from '../../texts/shop-rules-texts.ts'
import type { Language } from '../../texts/texts.ts'
import type { Voice } from '../../texts/voice.ts'
import { groupInPairs, menuRow, shortenLabel } from '../buttons.ts'
import { shortenText } from '../shorten-text.ts'
import { describeDelivery, ruleLine, ruleLines, type ShownRules, savedLine } from './rules-view.ts'

type Reader = Pick<Voice, 't' | 'language'>

const zonesListed = 20
const wordsShown = 300
const placesShown = 80

/** Renders the rules of delivery and pickup. */
export function deliveryView({ shop, rules, isSaved }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const { lines, buttons } = words
  const { delivers, zones } = rules
  const [fee, ...others] = listChatRules('delivery').map(makeRuleButton(shop.id, language))
  return {
    text: html`${savedLine(isSaved, words)}🚚 <b>${words.deliveryTitle(shop.displayName)}</b>
${ruleLines([[lines.delivery, describeDelivery(rules, words)], ...describedLines('delivery', rules, language)])}

${words.deliveryHint}`,
    buttons: [
      ...groupInPairs([
        {
          text: delivers ? buttons.deliversOff : buttons.deliversOn,
          press: makePress('ruleset', shop.id, 'delivers', delivers ? 'off' : 'on'),
        },
        fee!,
        { text: buttons.zones(zones.length), press: makePress('rulepage', shop.id, 'zones') },
        ...others,
      ]),
      menuRow(t, makePress('rules', shop.id)),
    ],
  }
}

/** Renders the zones of a shop, each as a button. */
export function zonesView({ shop, rules: { zones }, isSaved }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const listed = zones.slice(0, zonesListed).map(zone => html`\n• ${toPlainLine(zone.name)}: ${zoneFee(zone, words)}`)
  return {
    text: html`${savedLine(isSaved, words)}🗺 <b>${words.zonesTitle(shop.displayName)}</b>
${listed.length === 0 ? html`\n${words.none}` : listed}${zones.length > zonesListed && html`\n…`}

${words.zonesHint}`,
    buttons: [
      ...groupInPairs(
        zones.map(
          (zone): Button => ({
            text: shortenLabel(zone.name),
            press: makePress('rulezone', shop.id, makeZoneId(zone)),
          }),
        ),
      ),
      [{ text: words.buttons.zone, press: makePress('ruleask', shop.id, 'zone') }],
      menuRow(t, makePress('rulepage', shop.id, 'delivery')),
    ],
  }
}

/** Renders a zone: its fees and places, and its removal. If it is gone, renders the list. */
export function zoneView(view: ShownRules, { t, language }: Reader): Message {
  const { shop, rules, zone: id, isSaved } = view
  const zone = rules.zones.find(each => makeZoneId(each) === id)
  if (!zone) return zonesView(view, { t, language })
  const words = shopRulesTexts[language]
  const { lines, buttons } = words
  const ask = (rule: 'zfee' | 'zkg' | 'zplaces' | 'zaround'): Button => ({
    text: buttons[rule],
    press: makePress('ruleask', shop.id, rule, id!),
  })
  return {
    text: html`${savedLine(isSaved, words)}🗺 <b>${toPlainLine(zone.name)}</b>
${ruleLines([
  [lines.fee, zone.fee === 0 ? words.noFee : formatRupiah(zone.fee)],
  [lines.perKg, zone.perKg === 0 ? words.noPerKg : formatRupiah(zone.perKg)],
  [lines.places, zone.places.length === 0 ? words.noPlaces : shortenText(zone.places.join(', '), wordsShown)],
  [lines.around, zone.around ? formatCircle(zone.around) : words.none],
])}`,
    buttons: [
      [ask('zfee'), ask('zkg')],
      [ask('zplaces'), ask('zaround')],
      [{ text: buttons.dropZone, press: makePress('ruleset', shop.id, 'dropzone', id!), style: 'danger' }],
      menuRow(t, makePress('rulepage', shop.id, 'zones')),
    ],
  }
}

/** Renders the rules for ordering: the smallest order, the questions for every customer, and late money. */
export function ordersView({ shop, rules, isSaved, maySet }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  const { lines, buttons, late } = words
  const asked = requiredDetailNames.filter(field => rules.asks.includes(field)).map(field => words.asks[field])
  const toggles = requiredDetailNames.map((field): Button => {
    const isOn = rules.asks.includes(field)
    return {
      text: `${isOn ? '✅' : '▫️'} ${words.asks[field]}`,
      press: makePress('ruleset', shop.id, isOn ? 'unask' : 'ask', field),
    }
  })
  const lateButton: Button = {
    text: shop.acceptsLateMoney ? late.wait : late.accept,
    press: makePress('rulelate', shop.id, shop.acceptsLateMoney ? 'off' : 'on'),
  }
  return {
    text: html`${savedLine(isSaved, words)}🧾 <b>${words.ordersTitle(shop.displayName)}</b>
${ruleLines([
  ...describedLines('orders', rules, language),
  [lines.asks, asked.length === 0 ? words.asksNothing : asked.join(', ')],
  [lines.late, shop.acceptsLateMoney ? late.accepted : late.waits],
])}

${words.ordersHint}`,
    buttons: [
      ...groupInPairs(listChatRules('orders').map(makeRuleButton(shop.id, language))),
      toggles,
      ...(maySet ? [[lateButton]] : []),
      [{ text: buttons.arrival, press: makePress('arrival') }],
      menuRow(t, makePress('rules', shop.id)),
    ],
  }
}

/** Renders the ways to contact the seller, and the texts that the shop wrote. */
export function contactView({ shop, rules, isSaved }: ShownRules, { t, language }: Reader): Message {
  const words = shopRulesTexts[language]
  return {
    text: html`${savedLine(isSaved, words)}💬 <b>${words.contactTitle(shop.displayName)}</b>
${ruleLines(describedLines('contact', rules, language))}`,
    buttons: [
      ...groupInPairs(listChatRules('contact').map(makeRuleButton(shop.id, language))),
      menuRow(t, makePress('rules', shop.id)),
    ],
  }
}

/** Returns the button that asks for a rule. */
function makeRuleButton(shop: number, language: Language) {
  return ({ chat }: ChatRule): Button => ({ text: chat.button[language], press: makePress('ruleask', shop, chat.key) })
}

/** Returns a line for each rule of a page. */
function describedLines(page: RuleChat['page'], rules: PlainRules, language: Language): [string, string][] {
  return listChatRules(page)
    .filter(({ chat }) => chat.line)
    .map(rule => ruleLine(rule, rules, language, wordsShown))
}

/** Formats the fee of a zone: `Rp 10.000 + Rp 2.000/kg (Menteng, 10310)`. */
function zoneFee({ fee, perKg, places }: DeliveryZone, words: ShopRulesTexts): string {
  const base = fee === 0 ? words.noFee : formatRupiah(fee)
  const more = perKg === 0 ? '' : ` + ${formatRupiah(perKg)}/kg`
  return `${base}${more}${places.length === 0 ? '' : ` (${shortenText(places.join(', '), placesShown)})`}`
}
