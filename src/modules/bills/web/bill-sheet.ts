import { z } from 'zod'
import { findStandingByAccount, type Standing } from '../../../keys/standing.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound, refuseField } from '../../../lib/refusal.ts'
import type { FieldError } from '../../../lib/refusals/field-error.ts'
import { describeFieldProblem } from '../../../lib/refusals/refusal-texts.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { describedField } from '../../../web/parts/fields/described-field.ts'
import { actButton, checkbox, field, largeForm, refusedBanner, textArea } from '../../../web/parts/forms.ts'
import { ChosenFile } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { Once, renderOnceField } from '../../../web/parts/once.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { table } from '../../../web/parts/table.ts'
import { makeUserActor, type Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { type BillTermField, findBillTermField } from '../bill-term-fields.ts'
import { createBillSheet } from '../create-bill-sheet.ts'
import { readBillSheet, type SheetRow, sheetRowsMax, sheetTermFields } from '../read-bill-sheet.ts'
import { billTexts } from '../texts/bill-texts.ts'
import { type SheetTexts, sheetTexts } from '../texts/sheet-texts.ts'
import { whatsAppLink } from './bills.ts'

const textBytesMax = 100 * 1024
const mistakesShown = 20

const Sheet = z.object({
  title: z.string().trim().min(1).max(100),
  sheet: z.string().max(textBytesMax),
  parts: z.literal('on').optional(),
  reminders: z.literal('on').optional(),
  once: Once,
})
type Sheet = z.infer<typeof Sheet>
type ShownForm = ViewContext<Visit, object, object>

/**
 * Creates bills for an entire class or arisan from a spreadsheet: upload, preview, and one more press to create them.
 */
export const billSheetPage = definePage({
  path: '/dashboard/bill-sheet',
  role: 'orders',
  load: async () => ({}),
  view(view: ShownForm) {
    const { language, refusal, to } = view
    const say = sheetTexts[language]
    const mistakes = (refusal?.fields ?? []).filter(({ place }) => place !== undefined)
    const labels = { title: billTexts[language].name, sheet: say.sheet, file: say.file }
    const isRead = mistakes.length === 0
    const refused = isRead ? refusedBanner({ language, refusal, labels }) : mistakesBanner(language, mistakes, say)
    return {
      title: say.title,
      body: html`
        ${backLink(to('/dashboard/bills'), billTexts[language].title)}
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refused}
        ${card(null, largeForm('make', 'text', sheetFields(view, say)))}
        ${card(null, fileForm(view, say))}`,
    }
  },
  act: {
    load: {
      fileBytesMax: textBytesMax,
      fields: z.object({ file: ChosenFile }),
      run(app, visit, { file }) {
        if (!Buffer.isBuffer(file) || file.length === 0) throw refuseField('file', 'is missing', 'missing')
        return Promise.resolve({ view: loadedView(app, visit, decodeFile(file)) })
      },
    },
    make: {
      fields: Sheet,
      textBytesMax,
      async confirm(app, visit, typed) {
        const say = sheetTexts[visit.language]
        const rows = readBillSheet(app, await readStanding(app, visit), readSheetForm(typed))
        const sum = rows.reduce((total, { amount }) => total + amount, 0)
        const text = html`${say.sure(rows.length, formatRupiah(sum))}${sheetPreview(rows, visit.language)}`
        return { title: say.sureTitle, text, button: say.make(rows.length) }
      },
      async run(app, visit, typed) {
        const sheet = { ...readSheetForm(typed), once: typed.once }
        const bills = await createBillSheet(app, await readStanding(app, visit), sheet, makeUserActor(visit).actor)
        return { view: madeView(app, visit, bills) }
      },
    },
  },
})

async function readStanding(app: App, { scope }: Visit): Promise<Standing> {
  const standing = await findStandingByAccount(app, scope.accountId, scope.mode)
  if (!standing) throw notFound('account')
  return standing
}

function readSheetForm({ title, sheet, parts, reminders }: Sheet) {
  return { title, text: sheet, takesParts: parts === 'on', reminders: reminders === 'on' }
}

function fileForm({ fieldErrors: errors }: Pick<ShownForm, 'fieldErrors'>, say: SheetTexts): Html {
  const file = field({
    name: 'file',
    label: say.file,
    hint: say.fileHint,
    type: 'file',
    accept: '.csv,.txt,text/csv',
    errors,
  })
  return largeForm('load', 'file', html`${file}${actButton('load', say.load, 'quiet')}`)
}

/** Shows the lines of a file in a field for checking and editing. */
function loadedView({ config }: App, { language }: Visit, sheet: string) {
  const [say, words] = [sheetTexts[language], billTexts[language]]
  const shown = { language, given: { sheet }, fieldErrors: [] }
  return {
    title: say.title,
    body: html`
      ${backLink(makePath(config, '/dashboard/bills'), words.title)}
      <h1>${say.title}</h1>
      <p class="lead">${say.loaded}</p>
      ${card(null, largeForm('make', 'text', sheetFields(shown, say)))}`,
  }
}

// Excel writes its own encoding by default.
function decodeFile(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

type Filled = Pick<ShownForm, 'language' | 'given' | 'fieldErrors'>

function sheetFields({ language, given, fieldErrors: errors }: Filled, say: SheetTexts): Html {
  const words = billTexts[language]
  const hint = say.sheetHint(sheetRowsMax)
  return html`
    ${field({ name: 'title', label: words.name, value: given.title, maxlength: 100, errors })}
    ${textArea({ name: 'sheet', label: say.sheet, hint, value: given.sheet ?? say.example, rows: 10, errors })}
    ${checkbox({ name: 'parts', label: words.parts, isOn: given.parts === 'on' })}
    ${describedField(findBillTermField('reminders'), language, { value: given.reminders === 'on', errors })}
    ${renderOnceField(given)}${actButton('make', say.look)}`
}

function sheetPreview(rows: SheetRow[], language: Language): Html {
  const say = billTexts[language]
  const label = (property: BillTermField['property']) => findBillTermField(property).label[language]
  const others = sheetTermFields.filter(({ property }) => !listedApart.has(property) && rows.some(row => row[property]))
  return table<SheetRow>(
    [
      {
        title: label('customerName'),
        leads: true,
        cell: row => html`${row.customerName}<small>${row.customerPhone}</small>`,
      },
      { title: say.amount, isMoney: true, cell: row => formatRupiah(row.amount) },
      { title: label('dueAt'), cell: row => row.dueAt ?? '' },
      ...others.map(({ property, label }) => ({
        title: label[language],
        cell: (row: SheetRow) => String(row[property] ?? ''),
      })),
    ],
    rows,
  )
}

const listedApart = new Set<string>(['customerName', 'customerPhone', 'dueAt'])

function mistakesBanner(language: Language, mistakes: readonly FieldError[], say: SheetTexts): Html {
  const described = sheetTermFields.map(({ name, label }) => [name, label[language]])
  const labels: Record<string, string> = { ...Object.fromEntries(described), ...say.columns }
  const entries = mistakes.slice(0, mistakesShown).map(mistake => {
    const named = [mistake.place!.name, labels[mistake.path]].filter(Boolean).join(', ')
    return html`<li>${say.line(mistake.place!.line)} (${named}): ${describeFieldProblem(language, mistake)}</li>`
  })
  const rest = mistakes.length - entries.length
  return html`<div class="banner stop" role="alert">
    <p>${say.refused}</p>
    <ul class="attempts">${entries}</ul>
    ${rest > 0 && html`<p>${say.more(rest)}</p>`}
  </div>`
}

/** Renders the created bills, each with a prepared message for WhatsApp. */
function madeView(app: App, visit: Visit, bills: Bill[]) {
  const { language } = visit
  const [say, words] = [sheetTexts[language], billTexts[language]]
  const list = table<Bill>(
    [
      { title: findBillTermField('customerName').label[language], leads: true, cell: bill => bill.customerName },
      { title: words.amount, isMoney: true, cell: bill => formatRupiah(bill.amount!) },
      { title: words.link, cell: bill => whatsAppLink({ app, language, visit }, bill) },
    ],
    bills,
  )
  const back = linkButton(makePath(app.config, '/dashboard/bills'), words.title, 'quiet')
  return { title: say.made(bills.length), body: html`<h1>${say.made(bills.length)}</h1>${card(null, list)}${back}` }
}
