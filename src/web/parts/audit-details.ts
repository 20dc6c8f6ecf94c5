import type { AuditEntry } from '../../accounts/audit-entry.ts'
import { settingFields } from '../../accounts/setting-fields.ts'
import { ruleFields } from '../../catalog/rules/rule-fields.ts'
import { isDay } from '../../lib/calendar.ts'
import { formatRupiah } from '../../lib/money.ts'
import type { Language } from './language.ts'
import { formatShortDay } from './short-day.ts'

// The rules and settings of a shop have the names of their fields.
const fieldNames = (language: Language) =>
  [...ruleFields, ...settingFields].map(({ property, label }) => [property, label[language]] as const)

const names = {
  id: {
    accepts: 'diterima otomatis',
    add: 'tambah',
    added: 'ditambahkan',
    address: 'alamat',
    amount: 'nominal',
    amountMax: 'nominal terbesar',
    answer: 'jawaban',
    app: 'aplikasi',
    asks: 'yang ditanyakan',
    available: 'tersedia',
    bank: 'bank',
    browser: 'browser',
    card: 'kartu',
    categories: 'kategori',
    category: 'kategori',
    change: 'perubahan',
    changed: 'diubah',
    closedUntil: 'tutup sampai',
    colour: 'warna',
    connection: 'koneksi',
    connector: 'penyedia',
    count: 'jumlah',
    created: 'dibuat',
    days: 'hari',
    delivers: 'diantar',
    delivery_min: 'tambahan untuk diantar (menit)',
    delta: 'perubahan',
    dialect: 'format jawaban API',
    direction: 'arah',
    discount: 'potongan',
    discount_max_percent: 'potongan paling banyak (%)',
    discountMax: 'potongan paling banyak',
    endsAt: 'berlaku sampai',
    startsAt: 'berlaku dari',
    email: 'e-mail',
    embedOrigins: 'situs yang boleh menyematkan',
    enabled: 'aktif',
    exported_at: 'diekspor',
    failure: 'kegagalan',
    fee: 'ongkir',
    feeBps: 'biaya (per 10.000)',
    first_day: 'hari pertama',
    firstDay: 'hari pertama',
    format: 'format',
    from: 'sebelumnya',
    has_cover: 'ada sampul',
    has_logo: 'ada logo',
    holidays: 'hari libur',
    hours: 'jam buka',
    image: 'gambar',
    images: 'gambar',
    into: 'menjadi',
    invitation: 'undangan',
    invoice_id: 'invoice',
    invoiceId: 'invoice',
    is_active: 'aktif',
    isAllowed: 'diizinkan',
    isApproved: 'disetujui',
    isOn: 'aktif',
    issuer: 'penyedia akun',
    kind: 'jenis',
    label: 'nama',
    last_day: 'hari terakhir',
    lastDay: 'hari terakhir',
    like: 'seperti',
    lines: 'baris',
    maxAmount: 'nominal terbesar',
    merchant: 'merchant',
    merchantId: 'merchant ID',
    merged: 'digabung',
    min_total: 'belanja paling sedikit',
    mode: 'mode',
    model: 'model',
    name: 'nama',
    nmid: 'NMID',
    note: 'catatan',
    number: 'nomor',
    offline_amount_max: 'nilai tanpa jaringan, paling banyak',
    offline_counted: 'tanpa jaringan untuk stok yang dihitung',
    offline_sales_max: 'penjualan tanpa jaringan, paling banyak',
    options: 'opsi',
    orders: 'pesanan',
    overlap_hours: 'berlaku bersama (jam)',
    package: 'aplikasi',
    payments: 'pembayaran',
    percent: 'persen',
    perCustomerMax: 'paling banyak per pelanggan',
    plan: 'langganan',
    price: 'harga',
    prices: 'harga',
    printer: 'printer',
    productKeys: 'produk',
    products: 'produk',
    ready_min: 'perkiraan siap (menit)',
    reason: 'alasan',
    redirectSchemes: 'skema aplikasi',
    refund: 'mengembalikan uang',
    refundMax: 'pengembalian tanpa persetujuan, paling banyak',
    removed: 'dihapus',
    requestsPerS: 'permintaan API per detik',
    role: 'peran',
    scopes: 'izin',
    second_step: 'langkah kedua',
    sentence: 'kalimat',
    shown: 'tampil',
    sighting: 'laporan',
    slug: 'alamat',
    stars: 'Stars',
    stock: 'stok',
    stocks: 'stok',
    storageBytesMax: 'penyimpanan (byte)',
    storageFilesMax: 'jumlah file',
    threshold: 'batas',
    title: 'judul',
    totalMin: 'belanja paling sedikit',
    types: 'jenis event',
    unchanged: 'tetap',
    until: 'sampai',
    url: 'alamat',
    username: 'nama pengguna',
    usesMax: 'bisa dipakai',
    variants: 'varian',
    version: 'versi',
    waits: 'menunggu',
    with_secrets: 'dengan kunci rahasia',
    zones: 'daerah antar',
  },
  en: {
    accepts: 'accepted automatically',
    connector: 'provider',
    delta: 'change',
    feeBps: 'fee (per 10,000)',
    from: 'before',
    invoice_id: 'invoice',
    invoiceId: 'invoice',
    isOn: 'on',
    issuer: 'account provider',
    merchantId: 'merchant ID',
    nmid: 'NMID',
    package: 'app',
    slug: 'address',
    stars: 'Stars',
    url: 'address',
  },
} satisfies Record<Language, Record<string, string>>

const values = {
  id: {
    true: 'ya',
    false: 'tidak',
    test: 'uji',
    live: 'live',
    kasir: 'kasir',
    soundbox: 'kotak suara',
    add: 'tambah',
    remove: 'hapus',
    up: 'naik',
    down: 'turun',
    yes: 'boleh',
    ask: 'minta persetujuan',
    no: 'tidak boleh',
    owner: 'pemilik',
    finance: 'keuangan',
    support: 'layanan pelanggan',
    read_only: 'hanya melihat',
    trial: 'coba gratis',
    paid: 'berbayar',
    none: 'tidak ada',
  },
  en: {
    true: 'yes',
    false: 'no',
    test: 'test',
    live: 'live',
    kasir: 'counter',
    soundbox: 'soundbox',
    read_only: 'read only',
  },
} satisfies Record<Language, Record<string, string>>

const moneyNames = new Set(
  'amount price maxAmount amountMax discountMax min_total offline_amount_max refundMax totalMin fee'.split(' '),
)

/** Formats the details of an entry, without empty ones. */
export function formatAuditDetails(language: Language, detail: AuditEntry['detail']): string {
  return Object.entries(detail)
    .map(([name, value]) => [detailName(language, name), formatDetail(language, name, value)] as const)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value}`)
    .join(' · ')
}

/** Returns the name of a detail in words; one without a text is split into words. */
export function detailName(language: Language, name: string): string {
  const known = new Map<string, string>([...fieldNames(language), ...Object.entries(names[language])])
  return known.get(name) ?? name.replaceAll(/_|(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
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
  if (typeof value === 'string' && isDay(value)) return formatShortDay(language, value, 'day and year')
  return new Map<string, string>(Object.entries(values[language])).get(String(value)) ?? String(value)
}
