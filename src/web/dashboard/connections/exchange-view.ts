import type { Exchange } from '../../../connections/trace/exchange.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import type { Language } from '../../parts/language.ts'
import { traceTexts } from './trace-texts.ts'

/** Renders a request and its answer, folded below its first line. */
export function exchangeView(exchange: Exchange, language: Language, time: string | null = null): Html {
  const say = traceTexts[language]
  const { direction, method, address, headers, stringsToSign, body, answer, problem } = exchange
  const way = direction === 'out' ? say.sent : say.received
  const headerLines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const parts: [name: string, text: string][] = [
    [say.headers, headerLines.join('\n')],
    ...stringsToSign.map((text): [string, string] => [say.stringToSign, text]),
    [say.body, body],
    answer === null ? [say.noAnswer, problem ?? ''] : [say.answer(answer.status), answer.body],
  ]
  const visibleParts = parts.filter(([, text]) => text !== '')
  const blocks = visibleParts.map(
    ([name, text]) => html`<p>${name}</p><pre class="content" tabindex="0">${renderLines(text)}</pre>`,
  )
  const outcome = answer === null ? say.noAnswer : answer.status
  return html`<details data-testid="exchange">
    <summary>${time} ${way} ${method} ${address} · ${outcome}</summary>${blocks}</details>`
}
