/*
 * Sums a shop's sales and refunds, and compares all its public doors with each other: the API, the files, the pages and
 * the books. It shares no code with the product, and uses only a merchant's own means: an address, an API key and the
 * cookies of a signed-in browser. To run it by hand:
 *
 *   SHOP_URL=https://warung.example SHOP_KEY=wk_live_... SHOP_COOKIE='...' node sum-doors.ts
 *
 * It prints the sums and the differences as JSON. The zone of the days is SHOP_ZONE, Asia/Jakarta by default.
 */

const {
  SHOP_URL: base = '',
  SHOP_KEY: key = '',
  SHOP_COOKIE: cookie = '',
  SHOP_ZONE: zone = 'Asia/Jakarta',
} = process.env
/** The clock of a shop under test may be ahead. */
const { SHOP_NOW: now = new Date().toISOString() } = process.env

interface Refund {
  amount: number
  status: string
  created_at: string
}
interface Payment {
  invoice_id: string
  status: string
  final_amount: number
  created_at: string
  paid_at: string | null
  refunded_amount: number | null
  refunds: Refund[]
}
interface Movement {
  type: string
  invoice_id: string | null
  amount: number
  fee: number
  net: number
  created_at: string
}
type Row = Record<string, string>
type Sums = Record<string, number>

const differences: string[] = []

function compare(name: string, found: number, expected: number): void {
  if (found !== expected) differences.push(`${name}: ${found} instead of ${expected}`)
}

async function fetchText(path: string): Promise<string> {
  const answer = await fetch(base + path, { headers: { cookie, 'x-api-key': key, 'accept-language': 'id' } })
  if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}`)
  return answer.text()
}

async function fetchAll<One>(path: string): Promise<One[]> {
  const all: One[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, pagination } = JSON.parse(await fetchText(`/api/${path}?page=${page}&limit=100`))
    all.push(...data)
    pages = pagination.total_pages
  }
  return all
}

/** Returns the rows of a file, without the last line, which marks it as complete. */
async function fetchRows(path: string): Promise<Row[]> {
  const [head, ...rows] = parseCsv((await fetchText(path)).replace('\ufeff', ''))
  const whole = rows.filter(row => row[0] !== 'total')
  return whole.map(row => Object.fromEntries(head!.map((name, index) => [name, row[index] ?? ''])))
}

// RFC 4180: a quoted cell may contain commas, quotes and line breaks.
function parseCsv(text: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'))
    if (end === '') break
    if (end !== ',') rows.push([])
  }
  return rows.filter(row => row.length > 1 || row[0] !== '')
}

const sum = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((total, one) => total + of(one), 0)
const column = (rows: readonly Row[], name: string) =>
  sum(rows, row => {
    if (!(name in row)) throw new Error(`there is no column ${name}`)
    return Number(row[name] || 0)
  })
/** Returns the day of a time, which the API writes in the shop's zone. */
const dayOf = (time: string) =>
  /^[\d-]{10} /.test(time) ? time.slice(0, 10) : new Date(time).toLocaleDateString('en-CA', { timeZone: zone })

/** Returns the whole rupiah of the page's figure with this Indonesian label. */
function figure(page: string, name: string, path: string): number {
  const [, shown] = new RegExp(`<dt>${name}</dt>\\s*<dd[^>]*>([^<]*)`).exec(page) ?? []
  if (shown === undefined) throw new Error(`${path} shows no ${name}`)
  return rupiah(shown)
}

const rupiah = (text: string) => Number(text.replace(/[^\d]/g, '')) * (/[-\u2212]/.test(text) ? -1 : 1)

const returned = (refund: Refund) => (refund.status === 'succeeded' ? refund.amount : 0)

async function compareApi(payments: Payment[], movements: Movement[]): Promise<Sums> {
  const paid = payments.filter(({ status }) => status === 'paid')
  const received = sum(paid, one => one.final_amount)
  const refunded = sum(payments, one => one.refunded_amount ?? 0)
  for (const { invoice_id: id, refunded_amount: amount, refunds, final_amount: final } of payments) {
    compare(`${id} in the list, refunds`, sum(refunds, returned), amount ?? 0)
    if ((amount ?? 0) > final) differences.push(`${id}: more was returned than came`)
    const ofInvoice = movements.filter(one => one.invoice_id === id)
    const sold = ofInvoice.filter(({ type }) => type === 'sale')
    const isPaid = paid.some(one => one.invoice_id === id)
    compare(
      `${id} in the books, sale`,
      sum(sold, one => one.amount),
      isPaid ? final : 0,
    )
    const given = ofInvoice.filter(({ type }) => type === 'refund_note')
    compare(`${id} in the books, refund`, -sum(given, one => one.net), amount ?? 0)
    if (amount === null) continue
    const one = JSON.parse(await fetchText(`/api/check-payment?invoice=${id}`))
    compare(`${id} checked`, one.refunded_amount, amount)
  }
  for (const { amount, fee, net } of movements) compare('a line of the books, net', net, amount - fee)
  const { summary, daily_stats: days } = JSON.parse(await fetchText('/api/get-statistics?period=all')).data
  compare('statistics, received', summary.total_revenue, received)
  compare('statistics, refunded', summary.total_refunded, refunded)
  compare('statistics, paid', summary.paid, paid.length)
  compare('statistics, payments', summary.total_payments, payments.length)
  compare(
    'statistics, days',
    sum(days as { revenue: number }[], one => one.revenue),
    received,
  )
  const fees = sum(movements, one => one.fee)
  const balance = JSON.parse(await fetchText('/api/get-balance')).data
  return { received, refunded, fees, paid: paid.length, available: balance.available, underway: balance.underway }
}

async function compareFiles(payments: Payment[], movements: Movement[], sums: Sums): Promise<Sums> {
  const rows = await fetchRows('/dashboard/payments.csv')
  const paid = rows.filter(({ status }) => status === 'paid')
  compare('payments.csv, rows', rows.length, payments.length)
  compare('payments.csv, received', column(paid, 'final_amount'), sums.received!)
  compare('payments.csv, came', column(paid, 'paid_amount'), sums.received!)
  compare('payments.csv, refunded', column(rows, 'refunded_amount'), sums.refunded!)
  const orders = await fetchRows('/dashboard/orders.csv')
  const books = await fetchRows('/dashboard/movements.csv')
  compare('movements.csv, rows', books.length, movements.length)
  for (const name of ['amount', 'fee', 'net'] as const) {
    compare(
      `movements.csv, ${name}`,
      column(books, name),
      sum(movements, one => one[name]),
    )
  }
  return { ordersRefunded: column(orders, 'refunded_amount') }
}

/** Compares the tax sheets of all months, as files and as pages, with the books of each day. */
async function compareSheets(payments: Payment[], movements: Movement[], sums: Sums): Promise<Sums> {
  const days = [...new Set(movements.map(({ created_at: at }) => dayOf(at)))].sort()
  const months = [...new Set([...days, dayOf(now)].map(day => day.slice(0, 7)))]
  const sheets: Row[] = []
  for (const month of months) {
    const rows = await fetchRows(`/dashboard/tax.csv?month=${month}`)
    sheets.push(...rows)
    if (rows.length === 0) continue
    const page = await fetchText(`/dashboard/tax?month=${month}`)
    for (const [words, name] of [
      ['Omzet', 'turnover'],
      ['Biaya', 'fees'],
      ['Dikembalikan', 'refunded'],
    ] as const) {
      compare(`the tax sheet of ${month}, ${words}`, figure(page, words, 'the tax sheet'), column(rows, name))
    }
  }
  const cash = column(sheets, 'cash')
  compare('tax.csv, turnover without cash', column(sheets, 'turnover') - cash, sums.received!)
  compare('tax.csv, fees', column(sheets, 'fees'), sums.fees!)
  for (const row of sheets) {
    const net = Number(row.turnover) - Number(row.fees) - Number(row.refunded)
    compare(`tax.csv, net of ${row.day}`, Number(row.net), net)
  }
  for (const day of days) {
    const rows = await fetchRows(`/dashboard/reconciliation.csv?day=${day}`)
    const booked = movements.filter(({ created_at: at }) => dayOf(at) === day)
    compare(`reconciliation of ${day}, rows`, rows.length, booked.length)
    for (const name of ['amount', 'fee', 'net'] as const) {
      compare(
        `reconciliation of ${day}, ${name}`,
        column(rows, name),
        sum(booked, one => one[name]),
      )
    }
    const sheet = sheets.find(row => row.day === day)
    const sold = sum(booked, one => (one.type === 'sale' ? one.amount : 0))
    compare(`the tax sheet of ${day}`, Number(sheet?.turnover ?? 0) - Number(sheet?.cash ?? 0), sold)
  }
  const paidDays = payments.filter(({ status }) => status === 'paid').map(({ paid_at: at }) => dayOf(at!))
  for (const day of new Set(paidDays)) {
    const sales = Number(sheets.find(row => row.day === day)?.payments ?? 0)
    if (sales < paidDays.filter(one => one === day).length) differences.push(`the tax sheet of ${day} lacks payments`)
  }
  return { cash, cashRefunded: column(sheets, 'refunded') - sums.refunded!, days: days.length }
}

async function comparePages(payments: Payment[], sums: Sums): Promise<void> {
  const list = await fetchText('/dashboard/payments?status=paid')
  const [, total] = /(Rp[\s\u00a0]?[\d.]+) masuk/.exec(list) ?? []
  compare('the list of payments, sum', rupiah(total ?? ''), sums.received!)
  for (const { invoice_id: id, refunded_amount: amount } of payments.filter(one => one.refunded_amount !== null)) {
    for (const path of [`/dashboard/payments/${id}`, `/pay?invoice=${id}&lang=id`]) {
      const text = (await fetchText(path)).replace(/\u00a0|&nbsp;/g, ' ')
      if (!text.includes(`Rp ${amount!.toLocaleString('id-ID')}`)) differences.push(`${path} does not name ${amount}`)
    }
  }
  const days = payments.map(({ created_at: at }) => dayOf(at)).sort()
  const statistics = await fetchText(`/dashboard/statistics?from=${days[0]}&to=${days.at(-1)}`)
  compare(
    'the page of statistics, received',
    figure(statistics, 'Uang masuk', 'the statistics'),
    sums.received! + sums.cash!,
  )
  compare(
    'the page of statistics, refunded',
    figure(statistics, 'Dikembalikan', 'the statistics'),
    sums.refunded! + sums.cashRefunded!,
  )
  const balance = await fetchText('/dashboard/balance')
  compare('the page of the balance', figure(balance, 'Bisa ditarik', 'the balance'), sums.available!)
}

const payments = await fetchAll<Payment>('list-payments')
const movements = await fetchAll<Movement>('list-movements')
const sums = await compareApi(payments, movements)
Object.assign(sums, await compareFiles(payments, movements, sums))
Object.assign(sums, await compareSheets(payments, movements, sums))
await comparePages(payments, sums)
process.stdout.write(`${JSON.stringify({ sums, differences }, null, 2)}\n`)
process.exitCode = differences.length === 0 ? 0 : 1
