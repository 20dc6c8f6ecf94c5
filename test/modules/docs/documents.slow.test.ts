import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { selectModules } from '../../../src/app.ts'
import type { EventData } from '../../../src/events/outward.ts'
import { refusals } from '../../../src/http/errors.ts'
import { articleSlugs } from '../../../src/modules/docs/web/manual/article.ts'
import { findRow, outwardTypes } from '../../kit/outward.ts'
import { pages } from '../../kit/parts.ts'
import { create } from '../../payments/scenario.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

const run = promisify(execFile)

let shop: WebShop
let folder: string

beforeAll(async () => {
  shop = await createWebShop()
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-samples-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await shop.close()
})

test.each([
  ['/openapi.json', 'detailed'],
  ['/openapi.simple.json', 'simple'],
])("%s is the OpenAPI 3.1 document of the %s dialect, with this installation's address", async (address, name) => {
  const answer = await shop.page(address)
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toContain('application/json')
  const document = JSON.parse(answer.text)
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: shop.url }] })
  expect(document.info.title).toContain(name)
})

test('each endpoint has a script-free page with fields, response and samples, under the strict policy', async () => {
  const start = await shop.page('/docs?lang=en')
  const links = [...start.text.matchAll(/href="\/docs\/api\/([a-z-]+)[^"]*"/g)].map(([, slug]) => slug!)
  expect(new Set(links).size).toBeGreaterThan(30)
  for (const slug of new Set(links)) {
    const { status, text, headers } = await shop.page(`/docs/api/${slug}?lang=en`)
    expect([slug, status]).toEqual([slug, 200])
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
    expect(text.match(/data-sample="/g)).toHaveLength(5)
  }
  const { text } = await shop.page('/docs/api/qris-convert?lang=en')
  for (const field of ['nominal', 'data.converted_qris']) expect(text).toContain(`<code>${field}`)
})

test('each event type has a page with its chat message, fields and an example, in both languages', async () => {
  const { text: start } = await shop.page('/docs?lang=en')
  for (const type of outwardTypes) {
    expect(start).toContain(`href="/docs/events/${type}`)
    for (const language of ['id', 'en'] as const) {
      const { status, text } = await shop.page(`/docs/events/${type}?lang=${language}`)
      expect([type, status]).toEqual([type, 200])
      for (const field of ['sequence', 'data', 'mode']) expect(text, type).toContain(`<code>${field}</code>`)
      const { sentence, example } = findRow(type)
      expect(text).toContain(sentence[language](example as EventData).replaceAll('"', '&quot;'))
      expect(text).not.toContain('undefined')
    }
  }
  for (const type of ['user.code_made', 'nothing', '__proto__']) {
    expect((await shop.page(`/docs/events/${type}`)).status).toBe(404)
  }
})

test('the page of an unknown endpoint says that it does not exist', async () => {
  for (const slug of ['nothing', 'create-payment%00', '__proto__']) {
    expect((await shop.page(`/docs/api/${slug}`)).status).toBe(404)
  }
})

test('the documentation hides the key if strangers can reach the demo', async () => {
  expect((await shop.page('/docs/api/create-payment')).text).toMatch(/data-key value=""/)
})

describe('the manual for people who do not code', () => {
  test.each(['id', 'en'])(
    'every page of the manual exists in %s, with valid links and a picture of the screen',
    async lang => {
      const start = await shop.page(`/docs?lang=${lang}`)
      const slugs = new Set([...start.text.matchAll(/href="\/docs\/manual\/([a-z-]+)/g)].map(([, slug]) => slug!))
      expect(slugs.size).toBe(articleSlugs.length)
      for (const slug of slugs) {
        const { status, text } = await shop.page(`/docs/manual/${slug}?lang=${lang}`)
        expect([slug, status]).toEqual([slug, 200])
        const article = text.slice(text.indexOf('<article>'))
        const picture = /<img class="screen" src="([^"]+)"/.exec(article)![1]!.replaceAll('&amp;', '&')
        expect((await shop.page(picture)).headers['content-type']).toBe('image/webp')
        const owner = await signInAs(shop)
        for (const [, href] of article.matchAll(/href="(\/(?:dashboard|sign)[^"?]*)/g)) {
          if (isOfDisabledModule(href!)) continue
          expect([href, (await owner.get(href!)).status]).toEqual([href, expect.toBeOneOf([200, 303])])
        }
      }
    },
  )

  test('the manual has no pages under other names', async () => {
    expect((await shop.page('/docs/manual/nothing')).status).toBe(404)
  })
})

test('every error code is documented with its cause and its solution', async () => {
  const { text } = await shop.page('/docs/errors?lang=en')
  for (const code of Object.keys(refusals)) expect(text).toContain(`<tr id="${code}" `)
  expect(text).not.toContain('undefined')
})

test("/llms.txt lists every endpoint and error code, with this installation's addresses", async () => {
  const { text, headers } = await shop.page('/llms.txt')
  expect(headers['content-type']).toContain('text/plain')
  expect(text).toContain(`(${shop.url}/docs/api/create-payment?lang=en): Create a payment`)
  for (const code of Object.keys(refusals)) expect(text).toContain(`\`${code}\``)
})

test('the old address of the API reference points to the new one', async () => {
  const { status, headers } = await shop.page('/docs/reference')
  expect([status, headers.location]).toEqual([301, expect.stringMatching(/\/docs$/)])
})

function isOfDisabledModule(href: string): boolean {
  const hasPage = (list: readonly { path: string }[]) => list.some(({ path: own }) => own === href)
  return hasPage(selectModules({ modules: 'all' }).pages) && !hasPage(pages)
}

/** The command that runs a sample, if this machine has its tools. */
const programs = {
  javascript: { file: 'sample.mjs', command: [process.execPath] },
  php: { file: 'sample.php', command: ['php'] },
  python: { file: 'sample.py', command: ['python3'] },
  go: { file: 'sample.go', command: ['go', 'run'] },
}

describe.each(Object.entries(programs))('the samples in %s', (id, { file, command }) => {
  test.skipIf(!isThere(command[0]!, id))(
    'the samples create a payment and read it unchanged',
    { timeout: 120_000 },
    async () => {
      expect(await runSample('create-payment', id)).toMatch(/200|"success":true/)
      const { invoice_id } = await create(shop)
      const answer = await runSample('check-payment', id, text => text.replace('INV-CZSRHR2XGY9QFHM5YCHN', invoice_id))
      expect(answer).toContain('"status":"pending"')
    },
  )

  async function runSample(slug: string, sample: string, change = (text: string) => text): Promise<string> {
    const { text } = await shop.page(`/docs/api/${slug}?lang=en`)
    const shown = new RegExp(`data-sample="${sample}".*?<pre[^>]*><code>(.*?)</code>`, 's').exec(text)![1]!
    await writeFile(path.join(folder, file), change(plain(shown)))
    const [program, ...flags] = command
    const env = { ...process.env, WARUNG_KEY: shop.keys.demo }
    return (await run(program!, [...flags, file], { cwd: folder, env })).stdout
  }
})

function isThere(program: string, id: string): boolean {
  try {
    execFileSync(
      program,
      id === 'php' ? ['-r', 'exit(function_exists("curl_init") ? 0 : 1);'] : [id === 'go' ? 'version' : '--version'],
    )
    return true
  } catch {
    return false
  }
}

function plain(shown: string): string {
  return shown
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
