import type { Phone } from '../../../connections/reading.ts'
import { type Html, html } from '../../../lib/html.ts'
import { isOlder } from '../../../lib/version.ts'
import { card } from '../../parts/card.ts'
import { type Fact, factList } from '../../parts/facts.ts'
import { actButton, inlineForm } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { phoneTexts } from './phone-texts.ts'

interface Look {
  language: Language
  formatTime(at: Date): string
  mayChange: boolean
  /** The version of the app that this installation offers; null if it offers none. */
  offered: string | null
}

/** Renders the state of the phone with the shop's own app, and the button that cuts it off. */
export function phoneCard(phone: Phone, { language, formatTime, mayChange, offered }: Look): Html {
  const say = phoneTexts[language]
  const time = (at: string | null) => at && formatTime(new Date(at))
  const button = html`<p>${say.cutOffText}</p>${inlineForm({}, actButton('cutOff', say.cutOff, 'danger'))}`
  return card(
    say.title,
    html`${factList([
      [say.model, phone.report?.model ?? phone.pairedModel],
      [say.more, phone.moreModels?.map(model => model ?? '?').join(', ')],
      [say.paired, time(phone.pairedAt)],
      [say.beat, time(phone.beatAt)],
      [say.tested, time(phone.testedAt)],
      ...phoneFacts(phone, language, offered),
    ])}
    ${!phone.report && html`<p>${say.waiting}</p>`}
    ${mayChange && button}`,
  )
}

function phoneFacts({ report }: Phone, language: Language, offered: string | null): Fact[] {
  if (!report) return []
  const say = phoneTexts[language]
  const { battery, isCharging, isListening, hasAccess, queued, setAside, dropped, version } = report
  const isReading = isListening !== false && hasAccess !== false
  const isOld = version !== null && offered !== null && isVersion(version) && isOlder(version, offered)
  return [
    [say.battery, battery === null ? null : say.percent(battery, isCharging)],
    [say.listening, isReading ? say.yes : say.no],
    [say.queue, queued],
    [say.aside, setAside || null],
    [say.dropped, dropped || null],
    [say.version, isOld ? `${version}, ${say.update(offered)}` : version],
  ]
}

const isVersion = (text: string) => /^\d+\.\d+\.\d+$/.test(text)
