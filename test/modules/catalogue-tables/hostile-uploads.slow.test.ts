import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDatabaseUrl } from '../../kit/connection.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../../kit/database.ts'
import { findFreePort, type ShopProcess, startShop } from '../../kit/shop-process.ts'
import { workbook, zip } from './workbook.ts'

// Uses real HTTP and a process like an operator's: only this shows uploads that end a process or block its thread.

let folder: string
let database: TestDatabase
let shop: ShopProcess
let session: string
let hasEnded = false

beforeAll(async () => {
  database = await createEmptyTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-hostile-'))
  shop = await startShop({
    NODE_ENV: 'production',
    ROLES: 'api,jobs',
    PORT: String(await findFreePort()),
    BASE_URL: 'https://pay.example',
    SECRET_KEY: 'a secret of this installation alone',
    DATABASE_URL: formatDatabaseUrl(database.connection),
    DATA_DIR: folder,
    UPLOADS_FREE_BYTES_MIN: '0',
    UPLOADS_FREE_PERCENT_MIN: '0',
  })
  void shop.ended.then(() => {
    hasEnded = true
  })
  const asked = { act: 'open', username: 'orang_asing', password: 'kopi susu gula aren 88', shop: 'Kopi Asing' }
  const answer = await post('/sign-up', new URLSearchParams(asked), '')
  session = answer.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
  expect(answer.status).toBe(303)
}, 300_000)

afterAll(async () => {
  shop?.signal('SIGTERM')
  await shop?.ended
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

function post(to: string, body: FormData | URLSearchParams, cookie: string): Promise<Response> {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  return fetch(shop.url + to, { method: 'POST', redirect: 'manual', headers, body })
}

/** Returns the CPU time of the thread that serves all requests, which does not depend on how busy the machine is. */
function busyMs(): number {
  const times = readFileSync(`/proc/${shop.pid}/task/${shop.pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(times[11]) + Number(times[12])) * 10
}

/** Runs the work during other visitors' requests for a page; all of them must be answered. */
async function besideOthers<Result>(work: Promise<Result>): Promise<Result> {
  let isOver = false
  const end = work.finally(() => {
    isOver = true
  })
  do expect((await fetch(`${shop.url}/healthz`)).status).toBe(200)
  while (!isOver)
  return end
}

const megabytes = (count: number) => 'A'.repeat(count * 1_048_576)
const shownAs = (cells: number, text: string, rows = 1): [string, string] => {
  const row = Array.from({ length: cells }, () => '<c t="s"><v>0</v></c>').join('')
  return [`<worksheet>${`<row>${row}</row>`.repeat(rows)}</worksheet>`, `<sst><si><t>${text}</t></si></sst>`]
}
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

/** The sheet and the shared strings of each file. */
const workbooks: Record<string, () => [string, string]> = {
  'fifty headers that show one text of 20 MB': () => shownAs(50, megabytes(20)),
  'thirty headers that show one text of 20 MB': () => shownAs(30, megabytes(20)),
  'four thousand rows that show one text of 20 MB': () => shownAs(1, megabytes(20), 4_000),
  'a thousand cells that show one text of 1 MB': () => shownAs(100, megabytes(1), 10),
  'ten headers of 2 MB each within the sheet': () => [
    `<worksheet><row>${inline(megabytes(2)).repeat(10)}</row></worksheet>`,
    '<sst></sst>',
  ],
  'a hundred thousand rows of the longest cell that Excel knows': () => shownAs(1, 'A'.repeat(32_767), 100_000),
}

function fileOf([sheet, texts]: [string, string]): Buffer {
  return zip({
    'xl/workbook.xml': '<workbook><sheets><sheet name="P" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': '<a><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></a>',
    'xl/worksheets/sheet1.xml': sheet,
    'xl/sharedStrings.xml': texts,
  })
}

function send(file: Buffer, act: string): Promise<Response> {
  const body = new FormData()
  body.set('act', act)
  body.set('file', new Blob([new Uint8Array(file)]), 'harga.xlsx')
  return post(`/dashboard/catalog/import?act=${act}`, body, session)
}

test('an ordinary workbook is read by the same page', async () => {
  const rows = [
    ['nama', 'harga'],
    ['Kopi Tubruk', 12_000],
  ]
  const answer = await send(workbook(rows), 'look')
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('Kopi Tubruk')
})

test.each(Object.keys(workbooks).flatMap(name => ['look', 'import'].map(act => [name, act] as const)))(
  'a workbook with %s is refused by the action %s, while others are answered',
  async (name, act) => {
    const file = fileOf(workbooks[name]!())
    const before = busyMs()
    const answer = await besideOthers(send(file, act))
    expect(answer.status).toBe(400)
    expect((await answer.text()).length).toBeLessThan(300_000)
    expect(busyMs() - before).toBeLessThan(3_000)
    expect(hasEnded).toBe(false)
  },
  120_000,
)

/** The maximum CPU time that one of these forms may cost the thread. */
const formMsMax = 400
const forms: Record<string, string> = {
  'one name twelve thousand times': 'a=&'.repeat(12_000),
  'twelve thousand names': Array.from({ length: 12_000 }, (_, at) => `${at.toString(36)}=&`).join(''),
  'only separators': '&'.repeat(36_000),
  'escapes that are not whole': 'a%=%&'.repeat(7_000),
}

test.each(
  ['/sign-in', '/sign-up', '/reset', '/operator/sign-in'].flatMap(to => Object.keys(forms).map(name => [to, name])),
)(
  'a form at %s with %s costs little and is refused, without an account',
  async (to, name) => {
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' }
    const sent = { method: 'POST', redirect: 'manual' as const, headers, body: forms[name!]! }
    const before = busyMs()
    const answers = await besideOthers(Promise.all([1, 2, 3, 4].map(() => fetch(shop.url + to, sent))))
    for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400)
    for (const { status } of answers) expect(status).toBeLessThan(500)
    expect((busyMs() - before) / 4).toBeLessThan(formMsMax)
    expect(hasEnded).toBe(false)
  },
  60_000,
)
