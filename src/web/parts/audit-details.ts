import type { AuditEntry } from '../../accounts/audit-entry.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Language } from './language.ts'

// Details without a name here are shown by their name in the log.
const names = {
  id: {
    accepts: 'diterima otomatis',
    amount: 'nominal',
    available: 'tersedia',
    bank: 'bank',
    browser: 'browser',
    connector: 'penyedia',
    delta: 'perubahan',
    email: 'e-mail',
    from: 'sebelumnya',
    into: 'menjadi',
    invoiceId: 'invoice',
    isOn: 'aktif',
    issuer: 'penyedia akun',
    kind: 'jenis',
    maxAmount: 'nominal terbesar',
    mode: 'mode',
    name: 'nama',
    note: 'catatan',
    number: 'nomor',
    price: 'harga',
    products: 'produk',
    role: 'peran',
    scopes: 'izin',
    slug: 'alamat',
    stars: 'Stars',
    threshold: 'batas',
    url: 'alamat',
    variants: 'varian',
    waits: 'menunggu',
  },
  en: {
    accepts: 'accepted automatically',
    connector: 'provider',
    delta: 'change',
    from: 'before',
    invoiceId: 'invoice',
    isOn: 'on',
    issuer: 'account provider',
    slug: 'address',
    stars: 'Stars',
    url: 'address',
  },
} satisfies Record<Language, Record<string, string>>

const values = {
  id: { true: 'ya', false: 'tidak', test: 'uji', live: 'live', kasir: 'kasir', soundbox: 'kotak suara' },
  en: { true: 'yes', false: 'no', test: 'test', live: 'live', kasir: 'counter', soundbox: 'soundbox' },
} satisfies Record<Language, Record<string, string>>

const moneyNames = new Set(['amount', 'price', 'maxAmount'])

/** Formats the details of an entry, without empty ones. */
export function formatAuditDetails(language: Language, detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => [detailName(language, name), formatDetail(language, name, value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')
}

function detailName(language: Language, name: string): string {
  return new Map<string, string>(Object.entries(names[language])).get(name) ?? name
}

function formatDetail(language: Language, name: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(one => formatDetail(language, name, one)).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, one]) => [
      detailName(language, key),
      formatDetail(language, key, one),
    ])
    return parts.flatMap(([key, one]) => (one === '' ? [] : [`${key} ${one}`])).join(', ')
  }
  if (typeof value === 'number' && moneyNames.has(name)) return formatRupiah(value)
  return new Map<string, string>(Object.entries(values[language])).get(String(value)) ?? String(value)
}
