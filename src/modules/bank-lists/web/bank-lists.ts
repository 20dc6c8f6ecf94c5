import { z } from 'zod'
import type { Connection } from '../../../connections/connection.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { refuseField } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { makePath } from '../../../web/parts/address.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import {
  actButton,
  banner,
  field,
  hiddenField,
  largeForm,
  refusedBanner,
  selectField,
} from '../../../web/parts/forms.ts'
import { ChosenFile, RowId } from '../../../web/parts/inputs.ts'
import type { Language } from '../../../web/parts/language.ts'
import { definePage, type Outcome, type View, type ViewContext } from '../../../web/parts/page.ts'
import { rowLink, rowList } from '../../../web/parts/table.ts'
import { makeMemberActor, type Visit } from '../../../web/parts/visit.ts'
import { readChosenFile, renderUploadedField, uploadedCharactersMax } from '../../catalogue-tables/web/brought-file.ts'
import { listBytesMax, type ParsedBankList } from '../bank-list.ts'
import { unreadableTexts } from '../bank-list-words.ts'
import type { BankList } from '../entities.ts'
import { judgeList } from '../judge-list.ts'
import { findListableConnections, listBankLists } from '../list-bank-lists.ts'
import { hasEnoughColumns, type ListColumn, type ListColumns } from '../list-columns.ts'
import { type ReadAnswer, readListFile } from '../read-list-file.ts'
import { type ReconciledDay, reconcileDay } from '../reconcile-day.ts'
import { storeBankList } from '../store-bank-list.ts'
import { bankListTexts } from '../texts/bank-list-texts.ts'
import { dayTable, judgedListView, renderListPeriod } from './judged-view.ts'

const dayRowsMax = 500

const Place = z.coerce.number().int().min(0).max(59).optional().catch(undefined)
const pointed = {
  date: Place,
  text: Place,
  moneyIn: Place,
  moneyOut: Place,
  amount: Place,
  direction: Place,
  balance: Place,
}
const pointedNames = Object.keys(pointed) as (keyof typeof pointed)[]
const File = z.object({
  connection: RowId,
  file: ChosenFile,
  password: z.string().max(200).default(''),
  brought: z.string().max(uploadedCharactersMax).optional(),
  ...pointed,
})
type File = z.infer<typeof File>

const Input = z.object({ day: z.string().max(10).optional().catch(undefined) })
type Input = z.infer<typeof Input>

interface Loaded {
  connections: Connection[]
  lists: Awaited<ReturnType<typeof listBankLists>>
  day: string
  reconciled: ReconciledDay
}
type ShownLists = ViewContext<Visit, Input, Loaded>

/** Uploads a bank's own list, shows it beside the reported money, and settles missed money. */
export const bankListsPage = definePage({
  path: '/dashboard/bank-lists',
  role: 'money',
  input: Input,
  async load(app, { scope }, { day: asked }): Promise<Loaded> {
    const { calendar } = app
    const today = calendar.formatDay(app.now())
    const day = asked && calendar.startOfDay(asked) ? asked : today
    const reconciled = await reconcileDay(app, scope, { day, page: 1, limit: dayRowsMax })
    const [connections, lists] = [await findListableConnections(app, scope), await listBankLists(app, scope)]
    return { connections, lists, day, reconciled }
  },
  view(view: ShownLists) {
    const { language, loaded, refusal } = view
    const say = bankListTexts[language]
    const labels = { connection: say.connection, file: say.file }
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.lead}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, uploadForm(language, loaded.connections))}
        ${card(say.daysTitle, dayCard(view))}
        ${card(
          say.earlier,
          rowList(
            loaded.lists.map(list => listRow(view, list as unknown as BankList & { connection: Connection })),
            say.noLists,
          ),
        )}`,
    }
  },
  act: {
    look: {
      fileBytesMax: listBytesMax,
      textBytesMax: uploadedCharactersMax + 1024,
      fields: File,
      async run(app, visit, file): Promise<Outcome> {
        const bytes = bytesOf(file)
        const answer = await readFile(app, visit, file, bytes)
        if ('unreadable' in answer) return { view: unreadableView(app, visit, { asked: file, answer, bytes }) }
        const judged = await judgeList(app, visit.scope, { connectionId: file.connection, list: answer.list })
        return { view: judgedListView(app, visit, judged, broughtFields(file, bytes)) }
      },
    },
    take: {
      isSecret: true,
      textBytesMax: uploadedCharactersMax + 1024,
      fields: File,
      async confirm(app, visit, file) {
        const say = bankListTexts[visit.language]
        const list = await readWhole(app, visit, file)
        const { missing } = await judgeList(app, visit.scope, { connectionId: file.connection, list })
        const sum = missing.reduce((total, { amount }) => total + (amount ?? 0), 0)
        return { title: say.askTitle, text: say.ask(formatRupiah(sum), missing.length), button: say.take }
      },
      async run(app, visit, file): Promise<Outcome> {
        const list = await readWhole(app, visit, file)
        const acting = { ...makeMemberActor(visit), ...visit.scope }
        const id = await storeBankList(app, acting, { connectionId: file.connection, list })
        return { to: `/dashboard/bank-lists/${id}` }
      },
    },
  },
})

const bytesOf = ({ file, brought = '' }: File) => readChosenFile(file, brought, listBytesMax)

function readFile(app: App, { scope }: Visit, file: File, bytes: Buffer): Promise<ReadAnswer> {
  const today = app.calendar.formatDay(app.now())
  const columns = pointedAt(file)
  return readListFile(scope.accountId, { bytes, password: file.password, today, ...(columns && { pointed: columns }) })
}

async function readWhole(app: App, visit: Visit, file: File): Promise<ParsedBankList> {
  const answer = await readFile(app, visit, file, bytesOf(file))
  if ('unreadable' in answer) throw refuseField('file', 'cannot be read', 'unreadable')
  return answer.list
}

/** Returns the columns that a person selected; null if they do not suffice. */
function pointedAt(file: File): ListColumns | null {
  const columns: ListColumns = new Map(
    pointedNames.flatMap((name): [ListColumn, number[]][] => (file[name] === undefined ? [] : [[name, [file[name]]]])),
  )
  return hasEnoughColumns(columns) ? columns : null
}

function uploadForm(language: Language, connections: Connection[]): Html {
  const say = bankListTexts[language]
  if (connections.length === 0) return html`<p>${say.none}</p>`
  const options = connections.map(({ id, label }) => [String(id), label] as const)
  const accept = '.csv,.xlsx,.pdf,.txt,text/csv,application/pdf'
  const password = { name: 'password', type: 'password', isOptional: true, autocomplete: 'off' } as const
  return largeForm(
    'look',
    'file',
    html`${selectField({ name: 'connection', label: say.connection, options })}
    ${field({ name: 'file', label: say.file, hint: say.fileHint, type: 'file', accept })}
    ${field({ ...password, label: say.password, hint: say.passwordHint })}
    ${actButton('look', say.look)}`,
  )
}

/** The file is packed into a field, so that the previewed file is accepted without choosing it again. */
function broughtFields(file: File, bytes: Buffer): Html {
  const places = pointedNames.map(name => file[name] !== undefined && hiddenField(name, file[name]))
  return html`${hiddenField('connection', file.connection)}${hiddenField('password', file.password)}
    ${renderUploadedField(bytes)}${places}`
}

interface Unreadable {
  asked: File
  answer: Extract<ReadAnswer, { unreadable: string }>
  bytes: Buffer
}

function unreadableView(app: App, { language }: Visit, { asked, answer, bytes }: Unreadable): View {
  const say = bankListTexts[language]
  const here = makePath(app.config, '/dashboard/bank-lists')
  const mayPoint = answer.unreadable === 'no_columns' && answer.rows.some(cells => cells.length > 1)
  const pointing = mayPoint && card(null, pointForm(language, answer.rows, broughtFields(asked, bytes)))
  return {
    title: say.title,
    body: html`${backLink(here, say.title)}<h1>${mayPoint ? say.columnsTitle : say.title}</h1>
      ${banner('stop', unreadableTexts[language][answer.unreadable])}
      ${pointing || linkButton(here, say.cancel, 'quiet')}`,
  }
}

function pointForm(language: Language, rows: string[][], brought: Html): Html {
  const say = bankListTexts[language]
  const width = Math.max(...rows.map(({ length }) => length))
  const example = (place: number) =>
    rows
      .map(cells => cells[place]?.trim() ?? '')
      .filter(Boolean)
      .slice(0, 3)
      .join(' · ')
  const options = [
    ['', say.notHere] as const,
    ...Array.from(
      { length: Math.min(width, 60) },
      (_, place) => [String(place), `${place + 1}: ${example(place)}`] as const,
    ),
  ]
  const choices = Object.entries(say.columns).map(([name, label]) => selectField({ name, label, options }))
  const form = largeForm('look', 'text', html`${brought}${choices}${actButton('look', say.look)}`)
  return html`<p>${say.columnsLead}</p>${form}`
}

function listRow(
  { to }: ShownLists,
  { id, connection, firstDay, lastDay, takenBy }: BankList & { connection: Connection },
): Html {
  const link = rowLink(
    to(`/dashboard/bank-lists/${id}`),
    html`${connection.label}: ${renderListPeriod({ firstDay, lastDay })}`,
  )
  return html`<li>${link}<small>${takenBy}</small></li>`
}

function dayCard(view: ShownLists): Html {
  const { language, loaded } = view
  const say = bankListTexts[language]
  const day = field({ name: 'day', label: say.day, type: 'date', value: loaded.day })
  const form = html`<form method="get" class="inline">${day}<button class="button quiet">${say.show}</button></form>`
  const { reconciled } = loaded
  return html`${form}${reconciled.total === 0 ? html`<p>${say.dayNothing}</p>` : dayTable(view, reconciled)}`
}
