import { formatRupiah } from '../../lib/money.ts'
import type { SensitiveKind } from '../../people/membership.ts'
import type { AlertFacts } from './alert.ts'

type AlertLanguage = 'id' | 'en'

/** The text of a notification or an e-mail. */
export interface AlertMessage {
  title: string
  body: string
  /** The page to which it leads. */
  path: string
  /** A later message with the same tag replaces this one on the screen. */
  tag: string
}

export interface DaySales {
  revenue: number
  paid: number
  week: number
}

const id = {
  test: 'Uji: ',
  order_placed: (number: string) => `Pesanan baru ${number}`,
  order_paid: (number: string) => `Pesanan ${number} sudah dibayar`,
  payment_paid: () => 'Uang masuk',
  transfer_in_review: () => 'Uang perlu diperiksa',
  approval_asked: (member: string) => `${member} minta persetujuanmu`,
  acts: {
    refund: 'Mengembalikan uang',
    discount: 'Membuat kupon dan potongan',
    price: 'Mengubah barang dan harga',
    stock: 'Mengubah stok',
  } satisfies Record<SensitiveKind, string>,
  sales: (day: string) => `Penjualan ${day}`,
  salesText: (sum: string, paid: number, week: string) =>
    `${sum} dari ${paid} penjualan. Tujuh hari terakhir: ${week}.`,
}

const en: typeof id = {
  test: 'Test: ',
  order_placed: number => `New order ${number}`,
  order_paid: number => `Order ${number} is paid`,
  payment_paid: () => 'Money received',
  transfer_in_review: () => 'Money to review',
  approval_asked: member => `${member} asks for your approval`,
  acts: {
    refund: 'Return money',
    discount: 'Create coupons and discounts',
    price: 'Change products and prices',
    stock: 'Change stock',
  },
  sales: day => `Sales on ${day}`,
  salesText: (sum, paid, week) => `${sum} from ${paid} ${paid === 1 ? 'sale' : 'sales'}. Last seven days: ${week}.`,
}

const texts = { id, en }

/** Returns the message of an alert in the reader's language. Only a digest needs `sales`. */
export function writeAlertMessage(
  facts: AlertFacts,
  { language, mode, sales }: { language: AlertLanguage; mode: 'live' | 'test'; sales?: DaySales },
): AlertMessage {
  const say = texts[language]
  const mark = mode === 'test' ? say.test : ''
  if (facts.what === 'sales_day') {
    const { revenue, paid, week } = sales!
    return {
      title: mark + say.sales(dayInWords(facts.day, language)),
      body: say.salesText(formatRupiah(revenue), paid, formatRupiah(week)),
      path: '/dashboard',
      tag: `sales ${facts.day}`,
    }
  }
  if (facts.what === 'approval_asked') {
    const { approvalId, member, kind, amount } = facts
    return {
      title: say.approval_asked(member),
      body: amount === null ? say.acts[kind] : `${say.acts[kind]}: ${formatRupiah(amount)}`,
      path: `/dashboard/team/limits#approval-${approvalId}`,
      tag: `approval ${approvalId}`,
    }
  }
  const { what, number, amount } = facts
  return { title: mark + say[what](number ?? ''), body: formatRupiah(amount), ...alertPlace(facts) }
}

function alertPlace({
  what,
  number,
}: Exclude<AlertFacts, { what: 'sales_day' | 'approval_asked' }>): Pick<AlertMessage, 'path' | 'tag'> {
  if (what === 'transfer_in_review') return { path: '/dashboard/review', tag: 'review' }
  const list = what === 'payment_paid' ? 'payments' : 'orders'
  return { path: `/dashboard/${list}/${number}`, tag: String(number) }
}

function dayInWords(day: string, language: AlertLanguage): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', form).format(Date.parse(day))
}
