import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import type { ModeActor } from '../../../accounts/audit.ts'
import type { CatalogImport } from '../../../catalog/import/write-catalog.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { FieldError } from '../../../lib/refusals/field-error.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import { catalogTexts } from '../../../web/dashboard/catalog/catalog-texts.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { actButton, field, hiddenField, largeForm, refusedBanner } from '../../../web/parts/forms.ts'
import { ChosenFile } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type View, type ViewContext } from '../../../web/parts/page.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { type CatalogSource, recogniseSource, sourceBytesMax } from '../catalog-source.ts'
import { importCatalogFile } from '../import-catalog-file.ts'
import { previewCatalogFile } from '../preview-catalog-file.ts'
import { importTexts } from '../texts/import-texts.ts'
import { readChosenFile, renderUploadedField, uploadedCharactersMax } from './brought-file.ts'
import { renderImportPreview } from './import-preview.ts'

const mistakesShown = 20

const examples = {
  table: {
    id: `nama;varian;harga;stok;kategori
Es kopi susu;Kecil;18.000;25;Minuman > Dingin
Es kopi susu;Besar;24.000;tanpa batas;Minuman > Dingin
Roti bakar;;15.000;12;Camilan`,
    en: `name,variant,price,stock,category
Iced latte,Small,18000,25,Drinks > Cold
Iced latte,Large,24000,unlimited,Drinks > Cold
Toast,,15000,12,Snacks`,
  },
  yaml: `categories:
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
    stock: { serials: [ABC-1, ABC-2] }`,
}

/** Imports a whole catalogue from one file, after a preview of the changes; every mistake has its row and column. */
export const catalogImportPage = definePage({
  path: '/dashboard/catalog/import',
  role: 'orders',
  load: async () => ({}),
  view(view: ViewContext<Visit, object, object>) {
    const { language, to, visit } = view
    const say = importTexts[language]
    return {
      title: say.title,
      body: html`
        ${backLink(to('/dashboard/catalog'), catalogTexts[language].title)}
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}${visit.mode === 'test' && ` ${catalogTexts[language].testStockNew}`}</p>
        ${mistakesBanner(view)}
        ${card(null, largeForm('look', 'file', fileFields(language)))}
        ${card(say.exportTitle, exportLinks(view))}
        ${card(
          null,
          html`${exampleDetails(say.exampleTable, examples.table[language])}
          ${exampleDetails(say.exampleYaml, examples.yaml)}`,
        )}`,
    }
  },
  act: {
    look: {
      fileBytesMax: sourceBytesMax,
      fields: z.object({
        file: ChosenFile,
        file_name: z.string().optional(),
      }),
      async run(app, visit, { file, file_name: name = '' }) {
        if (!Buffer.isBuffer(file) || file.length === 0) throw refuseField('file', 'is missing', 'missing')
        const told = await withFolder(folder =>
          previewCatalogFile(app, makeMemberActor(visit), recogniseSource(file, name), folder),
        )
        return { view: previewView(app, visit, told, { file, name }) }
      },
    },
    import: {
      sensitive: { kindsOf: () => ['price', 'stock'] },
      fileBytesMax: sourceBytesMax,
      textBytesMax: uploadedCharactersMax + 1024,
      fields: z.object({
        file: ChosenFile,
        file_name: z.string().max(255).optional(),
        brought: z.string().max(uploadedCharactersMax).optional(),
      }),
      async run(app, visit, { file, file_name: name = '', brought = '' }) {
        const bytes = readChosenFile(file, brought, sourceBytesMax)
        await importAlone(app, makeMemberActor(visit), recogniseSource(bytes, name))
        return { to: '/dashboard/catalog', done: 'imported' }
      },
    },
  },
})

function fileFields(language: Language): Html {
  const say = importTexts[language]
  const accept = '.xlsx,.csv,.yaml,.yml,text/csv,text/yaml'
  return html`${field({ name: 'file', label: say.file, hint: say.tableHint, type: 'file', accept })}
    ${actButton('look', say.look)}`
}

function exportLinks({ language, to }: ViewContext<Visit, object, object>): Html {
  const say = importTexts[language]
  const csv = linkButton(to('/dashboard/catalog.csv'), say.exportCsv, 'quiet')
  const yaml = linkButton(to('/dashboard/catalog.yaml'), say.exportYaml, 'quiet')
  return html`<p>${say.exportText}</p><div class="choices">${csv}${yaml}</div><p><small>${say.exportHint}</small></p>`
}

function exampleDetails(title: string, text: string): Html {
  return html`<details><summary>${title}</summary><pre class="content">${renderLines(text)}</pre></details>`
}

/** The file is packed into a field, so that the previewed file is imported without choosing it again. */
function previewView(
  app: App,
  visit: Visit,
  change: CatalogImport,
  { file, name }: { file: Buffer; name: string },
): View {
  const { language } = visit
  const say = importTexts[language]
  const here = makePath(app.config, '/dashboard/catalog/import')
  const back = linkButton(here, say.cancel, 'quiet')
  const isSame = change.changes.length === 0 && change.serials.added === 0
  const buttons = html`${hiddenField('file_name', name.slice(0, 255))}${renderUploadedField(file)}
    <div class="choices">${!isSame && actButton('import', say.save)}${back}</div>`
  const title = say.previewTitle
  const form = largeForm('import', 'text', buttons)
  return {
    title,
    body: html`${backLink(here, say.title)}<h1>${title}</h1>${card(
      null,
      html`${renderImportPreview(app, language, change)}${form}`,
    )}`,
  }
}

function mistakesBanner({ language, refusal }: ViewContext<Visit, object, object>): Html | null {
  const mistakes = (refusal?.fields ?? []).filter(({ place }) => place !== undefined)
  if (mistakes.length === 0) return refusedBanner({ language, refusal, labels: { file: importTexts[language].file } })
  const say = importTexts[language]
  const rest = mistakes.length - mistakesShown
  const entries = mistakes.slice(0, mistakesShown).map(mistake => html`<li>${formatMistake(language, mistake)}</li>`)
  return html`<div class="banner stop" role="alert">
    <p>${say.refused}</p>
    <ul class="attempts">${entries}</ul>
    ${rest > 0 && html`<p>${say.more(rest)}</p>`}
  </div>`
}

function formatMistake(language: Language, mistake: FieldError): string {
  const say = importTexts[language]
  const { line, column } = mistake.place!
  const told = toldMistake(language, mistake)
  return column ? say.lineColumn(line, column, told) : say.line(line, told)
}

// The English messages are those of the command line and have the most detail.
function toldMistake(language: Language, mistake: FieldError): string {
  return language === 'en' ? mistake.error : `${mistake.place!.name}: ${describeFieldProblem(language, mistake)}`
}

function importAlone(app: App, acting: ModeActor, source: CatalogSource): Promise<CatalogImport> {
  return withFolder(folder => importCatalogFile(app, acting, source, folder))
}

/** The page cannot receive the files to which a catalogue refers, so they are reported as missing. */
async function withFolder<Result>(run: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'warung-catalog-'))
  try {
    return await run(folder)
  } finally {
    await fs.rm(folder, { recursive: true, force: true })
  }
}
