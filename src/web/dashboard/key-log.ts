import { z } from 'zod'
import type { ApiRequest } from '../../keys/api-request.ts'
import { listRequests } from '../../keys/list-requests.ts'
import { type Html, html } from '../../lib/html.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { page } from '../parts/page.ts'
import { type KeyTexts, keyTexts } from './key-texts.ts'

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined)
const Input = z.object({ key: id, before: id, failed: z.literal('1').optional().catch(undefined) })
const shownAtOnce = 100

/** What the keys of one mode asked for. */
export const keyLogPage = page({
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
    return {
      title: say.log,
      body: html`<p class="trail"><a href="${to('/dashboard/keys')}">${say.title}</a></p><h1>${say.log}</h1><p>${say.days(app.config.keptDays.requests)}</p>
<section class="card"><p class="beside">${filter}</p>${
        requests.length === 0
          ? html`<p>${commonTexts[language].nothing}</p>`
          : html`<div class="wide" tabindex="0" role="region" aria-label="${say.log}"><table><thead><tr><th>${say.time}</th><th>${say.request}</th><th>${say.status}</th><th class="money">${say.duration}</th></tr></thead><tbody>${requests.map(
              one =>
                html`<tr><td>${app.calendar.format(one.receivedAt)}</td><td>${one.method} ${one.path}<br><small>${one.requestId}</small>${unknown(one, say)}</td><td><span class="status ${one.status < 400 ? 'good' : 'bad'}">${one.status}</span> ${one.code}</td><td class="money">${one.durationMs} ms</td></tr>`,
            )}</tbody></table></div>`
      }
${last && html`<p><a href="${to('/dashboard/keys/log', { key, failed: input.failed, before: String(last.id) })}">${say.older}</a></p>`}</section>`,
    }
  },
})

function unknown({ unknownFields }: ApiRequest, say: KeyTexts): Html | false {
  if (!unknownFields) return false
  const names = unknownFields.map(({ name, guess }) => (guess === null ? name : `${name} (${say.guess(guess)})`))
  return html`<br><small>${say.unknown}: ${names.join(', ')}</small>`
}
