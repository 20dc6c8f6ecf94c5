import type { OutwardTexts } from '../../../events/outward.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import type { Language } from '../../../web/parts/language.ts'
import { docsTexts } from '../texts/docs-texts.ts'
import { sentTable } from './fields.ts'
import type { OpenApiDocument, Operation } from './openapi-document.ts'

/** An event type: its sentence in a chat, the fields of its webhook body, and an example. */
export interface ListedEvent {
  type: string
  operation: Operation
}

/** Returns all event types, in the order of the catalogue. */
export function listEvents(document: OpenApiDocument): ListedEvent[] {
  return Object.entries(document.webhooks).map(([type, { post }]) => ({ type, operation: post }))
}

export function eventView(
  document: OpenApiDocument,
  { type, operation }: ListedEvent,
  { language, endpoints, texts }: { language: Language; endpoints: string; texts: OutwardTexts },
): { title: string; body: Html } {
  const say = docsTexts[language]
  const example = operation.requestBody!.content['application/json']!.example as { data: Record<string, unknown> }
  return {
    title: type,
    body: html`<h1>${texts.title[language]}</h1><p><code>${type}</code></p>
<p class="lead">${texts.sentence[language](example.data)}</p>
<p>${say.eventText} <a href="${endpoints}">POST /create-endpoint</a></p>
<div class="beside-samples"><div class="stack">${sentTable(document, operation, language)}</div>
<div class="stack"><section class="samples" aria-label="${say.example}"><details open><summary>${say.example}</summary>
<pre tabindex="0"><code>${renderLines(JSON.stringify(example, null, 2))}</code></pre></details></section></div></div>`,
  }
}
