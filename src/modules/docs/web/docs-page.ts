import { z } from 'zod'
import { cures } from '../../../http/cures.ts'
import { refusals } from '../../../http/errors.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import { notFound, type RefusalCode } from '../../../lib/refusal.ts'
import type { Language } from '../../../web/parts/language.ts'
import { type AnyPage, definePage, type ViewContext } from '../../../web/parts/page.ts'
import type { Guest } from '../../../web/parts/visit.ts'
import type { ApiDocuments } from '../../module.ts'
import { docsTexts } from '../texts/docs-texts.ts'
import { errorSentences } from './errors-id.ts'
import { eventView, type ListedEvent, listEvents } from './event-view.ts'
import { answerTable, requestTable } from './fields.ts'
import { type ArticleSlug, articleSlugs } from './manual/article.ts'
import { articleView, extractArticleText, manual } from './manual/article-view.ts'
import { type ListedOperation, listOperations, type OpenApiDocument } from './openapi-document.ts'
import { toIndonesian } from './reference-id.ts'
import { renderMarkedText } from './render-marked-text.ts'
import { makeSamples } from './samples/samples.ts'
import { tryForm } from './try-form.ts'

const Dialect = z.object({ dialect: z.enum(['detailed', 'simple']).catch('detailed') })
const Chosen = Dialect.extend({ operation: z.string().max(60) })
const Telling = Dialect.extend({ type: z.string().max(60) })
const Reading = Dialect.extend({ article: z.string().max(60) })

type ShownDocs = ViewContext<Guest, z.infer<typeof Dialect>, { key: string }>
type ShownArticle = ViewContext<Guest, z.infer<typeof Reading>, { slug: ArticleSlug }>
type ShownEvent = ViewContext<Guest, z.infer<typeof Telling>, { event: ListedEvent }>
type ShownEndpoint = ViewContext<Guest, z.infer<typeof Chosen>, { key: string; listed: ListedOperation }>

/**
 * Serves the API's documents as pages. They are the introduction, a page for each endpoint with its fields, samples and
 * a form to try it, a page for each event type, and the error codes. `demoKey` returns the key to fill in if the
 * visitor may use the demo, otherwise an empty text.
 */
export function createDocsPages(documents: ApiDocuments, demoKey: () => string): AnyPage[] {
  const documentFor = translateOnce(documents)
  const start = definePage({
    path: '/docs',
    role: 'anybody',
    input: Dialect,
    load: async () => ({ key: demoKey() }),
    view: (view: ShownDocs) => inColumns(view, documentFor(view), '', startView(view)),
  })
  const endpoint = definePage({
    path: '/docs/api/:operation',
    role: 'anybody',
    input: Chosen,
    async load(_app, { language }, input) {
      const listed = listOperations(documentFor({ input, language })).find(({ slug }) => slug === input.operation)
      if (!listed) throw notFound('endpoint')
      return { key: demoKey(), listed }
    },
    view: (view: ShownEndpoint) =>
      inColumns(view, documentFor(view), view.input.operation, endpointView(view, documentFor(view))),
  })
  const article = definePage({
    path: '/docs/manual/:article',
    role: 'anybody',
    input: Reading,
    load: async (_app, _visit, { article }) => ({ slug: findSlug(article) }),
    view: (view: ShownArticle) =>
      inColumns(view, documentFor(view), view.loaded.slug, articleView(view, view.loaded.slug)),
  })
  const errors = definePage({
    path: '/docs/errors',
    role: 'anybody',
    input: Dialect,
    load: async () => ({ key: '' }),
    view: (view: ShownDocs) => inColumns(view, documentFor(view), 'errors', errorsView(view)),
  })
  const event = definePage({
    path: '/docs/events/:type',
    role: 'anybody',
    input: Telling,
    async load(_app, { language }, input) {
      const event = listEvents(documentFor({ input, language })).find(({ type }) => type === input.type)
      if (!event) throw notFound('type of event')
      return { event }
    },
    view({ app, language, input, loaded, to }: ShownEvent) {
      const document = documentFor({ input, language })
      const texts = app.outward.findTexts(loaded.event.type)
      const way = { language, texts, endpoints: to('/docs/api/create-endpoint', keptDialect(input)) }
      const view = eventView(document, loaded.event, way)
      return inColumns({ app, language, input, to }, document, input.type, view)
    },
  })
  return [start, article, endpoint, event, errors]
}

/**
 * Returns a function that finds the document of a page. Documents are built and translated on first use, not at the
 * start.
 */
function translateOnce(documents: ApiDocuments) {
  const english = documents as unknown as Record<'detailed' | 'simple', OpenApiDocument>
  const indonesian: { [Name in keyof typeof english]?: OpenApiDocument } = {}
  return ({ input: { dialect }, language }: { input: z.infer<typeof Dialect>; language: Language }) => {
    if (language !== 'id') return english[dialect]
    indonesian[dialect] ??= toIndonesian(english[dialect])
    return indonesian[dialect]
  }
}

function findSlug(article: string): ArticleSlug {
  const slug = articleSlugs.find(each => each === article)
  if (!slug) throw notFound('page of the manual')
  return slug
}

function inColumns(
  { app, language, input, to }: Pick<ShownDocs, 'app' | 'language' | 'input' | 'to'>,
  document: OpenApiDocument,
  here: string,
  { title, body }: { title: string; body: Html },
) {
  const say = docsTexts[language]
  const dialect = keptDialect(input)
  const link = (path: string, slug: string, name: Html | string) =>
    html`<li><a href="${to(path, dialect)}"${slug === here && html` aria-current="page"`}>${name}</a></li>`
  const articles = articleSlugs.map(slug =>
    link(
      `/docs/manual/${slug}`,
      slug,
      html`${manual[language][slug].title}<small class="unseen">${extractArticleText(language, slug)}</small>`,
    ),
  )
  const listed = listOperations(document)
  const groups = document.tags.map(({ name }) => {
    const own = listed.filter(({ operation }) => operation.tags.includes(name))
    const links = own.map(({ slug, method, path, operation }) =>
      link(
        `/docs/api/${slug}`,
        slug,
        html`<span class="verb ${method.toLowerCase()}">${method}</span>
<span>${path.replace('/api', '')}<small class="unseen">${operation.summary}</small></span>`,
      ),
    )
    return html`<section data-group><h2>${name}</h2><ul>${links}</ul></section>`
  })
  const events = listEvents(document).map(({ type }) => {
    const title = app.outward.findTexts(type).title[language]
    return link(`/docs/events/${type}`, type, html`${type}<small class="unseen">${title}</small>`)
  })
  const other = input.dialect === 'detailed' ? 'simple' : 'detailed'
  return {
    title,
    summary: say.lead,
    script: 'docs.js',
    sheet: 'home.css',
    body: html`<div class="docs"><nav class="contents" aria-label="${say.endpoints}">
<details open data-contents="whole">
<summary>${say.endpoints}</summary>
<p class="field" data-find hidden><label class="unseen" for="find">${say.find}</label>
<input id="find" type="search" placeholder="${say.find}" autocomplete="off"></p>
<ul>${link('/docs', '', say.start)}</ul>
<section data-group><h2>${say.manual}</h2><ul>${articles}</ul></section>
<section data-group><h2>API</h2><ul>${link('/docs/errors', 'errors', say.errors)}</ul></section>${groups}
<section data-group><h2>${say.events}</h2><ul>${events}</ul></section>
<p><small>${say.dialect(input.dialect)} ·
<a href="${to('/docs', { dialect: other })}">${say.otherDialect(other)}</a></small></p>
</details></nav><article>${body}</article></div>`,
  }
}

/** Returns the dialect as a query parameter if it is not the default. */
function keptDialect({ dialect }: z.infer<typeof Dialect>): { dialect?: string } {
  return dialect === 'simple' ? { dialect } : {}
}

function startView({ app, language, input, to }: ShownDocs): { title: string; body: Html } {
  const say = docsTexts[language]
  const document = input.dialect === 'simple' ? '/openapi.simple.json' : '/openapi.json'
  return {
    title: say.title,
    body: html`<h1>${say.title}</h1>
<h2>${say.manual}</h2><p>${say.manualLead}</p>
<ul class="doors">${articleSlugs.map(slug => {
      const { title, lead } = manual[language][slug]
      return html`<li><a href="${to(`/docs/manual/${slug}`)}"><b>${title}</b><small>${lead}</small></a></li>`
    })}</ul>
<h2>${say.apiTitle}</h2><p>${say.lead}</p>
<ol class="how">${say.steps.map(([name, text]) => html`<li><b>${name}</b><p>${text}</p></li>`)}</ol>
<p class="choices"><a class="button" href="${to('/docs/api/create-payment')}">POST /create-payment</a></p>
<h2>${say.more}</h2><ul><li><a href="${to(document)}"><code>${app.config.baseUrl}${document}</code></a></li>
<li><a href="${to('/llms.txt')}"><code>${app.config.baseUrl}/llms.txt</code></a></li></ul>`,
  }
}

function endpointView(view: ShownEndpoint, document: OpenApiDocument): { title: string; body: Html } {
  const { app, language, input, loaded, to } = view
  const { listed, key } = loaded
  const { method, path, operation } = listed
  const say = docsTexts[language]
  const samples = makeSamples(listed, `${app.config.baseUrl}${path}`, input.dialect)
  return {
    title: `${method} ${path}`,
    body: html`<h1>${operation.summary}</h1>
<p><span class="verb ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
${operation.description && html`<p>${operation.description}</p>`}
<div class="beside-samples"><div class="stack">${requestTable(document, listed, language)}
${answerTable(document, listed, language)}
<p><a href="${to('/docs/errors', keptDialect(input))}">${say.errorsOfAll}</a></p></div>
<div class="stack"><section class="samples" aria-label="${say.samples}">${samples.map(
      ({ id, name, text }) => html`<details name="sample" data-sample="${id}"${id === 'curl' && html` open`}>
<summary>${name}</summary><pre tabindex="0"><code>${renderLines(text)}</code></pre></details>`,
    )}</section>
${tryForm({ config: app.config, language, listed, dialect: input.dialect, key })}</div></div>`,
  }
}

function errorsView({ language }: ShownDocs): { title: string; body: Html } {
  const say = docsTexts[language]
  const rows = codes.map(code => {
    const { status, meaning } = refusals[code]
    const [cause, cure] = language === 'id' ? errorSentences[code] : [meaning, cures[code]]
    return html`<tr id="${code}" data-error><th scope="row"><a href="#${code}"><code>${code}</code></a></th>
<td>${status}</td><td>${renderCode(cause)}</td><td>${renderCode(cure)}</td></tr>`
  })
  return {
    title: say.errors,
    body: html`<h1>${say.errors}</h1><p class="lead">${renderCode(say.errorsLead)}</p>
<p class="field" data-find hidden><label for="find-error">${say.findError}</label>
<input id="find-error" type="search" autocomplete="off"></p>
<div class="wide" tabindex="0"><table><thead><tr><th><code>code</code></th><th>${say.status}</th><th>${say.cause}</th>
<th>${say.cure}</th></tr></thead><tbody>${rows}</tbody></table></div>`,
  }
}

const codes = Object.keys(refusals) as RefusalCode[]

/** Renders a sentence whose text between backticks is code. */
function renderCode(sentence: string): Html[] {
  return renderMarkedText(sentence, '`', words => html`<code>${words}</code>`)
}
