import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { ModeActing } from '../../../accounts/audit.ts'
import { importCatalog } from '../../../catalog/import/import-catalog.ts'
import type { Html } from '../../../lib/html.ts'
import { html, lines } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { FieldError } from '../../../lib/refusals/field-error.ts'
import { reasonOf } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import { card, linkButton, trail } from '../../parts/card.ts'
import { actButton, field, largeForm, refusedBanner } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { page } from '../../parts/page.ts'
import { memberActingOf } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'

const fileBytesMax = 5 * 1024 * 1024
const mistakesShown = 20

const example = `categories:
  - key: minuman
    name: Minuman
products:
  - key: es-kopi
    category: minuman
    kind: physical
    name: Es kopi susu
    variants:
      - { key: kecil, name: Kecil, price: 18000, stock: 25 }
      - { key: besar, name: Besar, price: 24000, stock: unlimited }
  - key: voucher
    kind: digital
    name: Voucher kopi
    price: 20000
    stock: { serials: [ABC-1, ABC-2] }`

/** Imports a whole catalogue from one file, all of it or nothing, and reports every mistake with its line. */
export const catalogImportPage = page({
  path: '/dashboard/catalog/import',
  role: 'orders',
  load: async () => ({}),
  view({ language, refusal, to, visit }) {
    const say = catalogTexts[language]
    const mistakes = (refusal?.fields ?? []).filter(({ place }) => place !== undefined)
    const labels = { file: say.importFile }
    const file = field({ name: 'file', label: say.importFile, type: 'file', accept: '.yaml,.yml,text/yaml' })
    const fields = html`${file}${actButton('import', say.import)}`
    const shownExample = html`<pre class="content">${lines(example)}</pre>`
    return {
      title: say.importTitle,
      body: html`
        ${trail(to('/dashboard/catalog'), say.title)}
        <h1>${say.importTitle}</h1>
        <p class="lead">${say.importText}${visit.mode === 'test' && ` ${say.testStockNew}`}</p>
        ${mistakes.length === 0 ? refusedBanner({ language, refusal, labels }) : mistakesBanner(language, mistakes)}
        ${card(null, largeForm('import', 'file', fields))}
        ${card(
          null,
          html`<p>${say.exportText}</p><p>${linkButton(to('/dashboard/catalog.yaml'), say.export, 'quiet')}</p>`,
        )}
        ${card(null, html`<details><summary>${say.importExample}</summary>${shownExample}</details>`)}`,
    }
  },
  act: {
    import: {
      fileBytesMax,
      fields: z.object({ file: z.union([z.instanceof(Buffer), z.string()]).optional() }),
      async run(app, visit, { file }) {
        if (!Buffer.isBuffer(file) || file.length === 0) throw refuseField('file', 'is missing', 'missing')
        await importAlone(app, memberActingOf(visit), file.toString('utf8'))
        return { to: '/dashboard/catalog', done: 'imported' }
      },
    },
  },
})

function mistakesBanner(language: Language, mistakes: readonly FieldError[]): Html {
  const say = catalogTexts[language]
  const rest = mistakes.length - mistakesShown
  const entries = mistakes.slice(0, mistakesShown).map(mistake => {
    const text = say.importLine(mistake.place!.line, toldMistake(language, mistake))
    return html`<li>${text}</li>`
  })
  return html`<div class="banner stop" role="alert">
    <p>${say.importRefused}</p>
    <ul class="attempts">${entries}</ul>
    ${rest > 0 && html`<p>${say.more(rest)}</p>`}
  </div>`
}

// The English sentences come from the command line and carry the most detail.
function toldMistake(language: Language, mistake: FieldError): string {
  return language === 'en' ? mistake.error : `${mistake.place!.name}: ${reasonOf(language, mistake)}`
}

/** A page cannot send the files that a catalogue refers to, so they are reported as missing. */
async function importAlone(app: App, acting: ModeActing, text: string): Promise<void> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-catalog-'))
  try {
    await importCatalog(app, acting, text, folder)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}
