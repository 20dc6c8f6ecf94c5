import { z } from 'zod'
import type { ApiRequest } from '../../../keys/api-request.ts'
import { listRequests } from '../../../keys/list-requests.ts'
import { type Html, html } from '../../../lib/html.ts'
import { backLink, card, chip } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { Mark, OptionalRowId } from '../../parts/inputs.ts'
import { formatMoment } from '../../parts/moment.ts'
import { definePage } from '../../parts/page.ts'
import { olderLink } from '../../parts/pager.ts'
import { type ColumnDefinition, table } from '../../parts/table.ts'
import { type KeyTexts, keyTexts } from './key-texts.ts'

const Input = z.object({ key: OptionalRowId, before: OptionalRowId, failed: Mark })
const shownAtOnce = 100

/** The requests made with the keys of one mode. */
export const keyLogPage = definePage({
  path: '/dashboard/keys/log',
  role: 'read',
  input: Input,
  load: (app, { scope }, { key, before, failed }) =>
    listRequests(app, scope, { keyId: key, beforeId: before, failed: failed === '1' }),
  view({ app, language, loaded: requests, input, to }) {
    const say = keyTexts[language]
    const key = input.key === undefined ? undefined : String(input.key)
    const last = requests.length === shownAtOnce ? requests.at(-1) : undefined
    const filter = input.failed
      ? html`<a href="${to('/dashboard/keys/log', { key })}">${say.all}</a>`
      : html`<a href="${to('/dashboard/keys/log', { key, failed: '1' })}">${say.failedOnly}</a>`
    const columns: ColumnDefinition<ApiRequest>[] = [
      { title: say.time, cell: ({ receivedAt }) => formatMoment(app, language, receivedAt, 'exact') },
      {
        title: say.request,
        cell: one => html`${one.method} ${one.path}<br><small>${one.requestId}</small>${unknownFieldsNote(one, say)}`,
      },
      {
        title: say.status,
        cell: ({ status, code }) => html`${chip(status < 400 ? 'good' : 'bad', status)} ${code}`,
      },
      { title: say.duration, isMoney: true, cell: ({ durationMs }) => `${durationMs} ms` },
    ]
    const list =
      requests.length === 0
        ? html`<p>${commonTexts[language].nothing}</p>`
        : table(columns, requests, { name: say.log, isList: false })
    const next = last && to('/dashboard/keys/log', { key, failed: input.failed, before: String(last.id) })
    return {
      title: say.log,
      body: html`
        ${backLink(to('/dashboard/keys'), say.title)}
        <h1>${say.log}</h1>
        <p>${say.days(app.config.keptDays.requests)}</p>
        ${card(null, html`<p class="beside">${filter}</p>${list}${olderLink(next, say.older)}`)}`,
    }
  },
})

function unknownFieldsNote({ unknownFields }: ApiRequest, say: KeyTexts): Html | false {
  if (!unknownFields) return false
  const names = unknownFields.map(({ name, guess }) => (guess === null ? name : `${name} (${say.guess(guess)})`))
  return html`<br><small>${say.unknown}: ${names.join(', ')}</small>`
}
