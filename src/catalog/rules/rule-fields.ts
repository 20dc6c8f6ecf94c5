import type { BilingualText, Field } from '../../lib/fields/field.ts'
import { formatRupiah } from '../../lib/money.ts'
import { feeMax, tablesMax } from '../delivery-zones.ts'
import { shownTextMax } from '../product-kinds.ts'
import type { ShopRules } from '../shop-rules.ts'

/** How the chat asks for a rule and displays it. */
export interface RuleChat {
  /** The field's name in button presses, which also come from old messages. */
  key: string
  page: 'delivery' | 'orders' | 'contact'
  button: BilingualText
  question: BilingualText
  /** The answers offered as buttons. */
  offered?: readonly string[]
  /** The label of the button that clears it; unset for texts, which share one. */
  clear?: BilingualText
  /** The label before its value; unset if another line shows the value. */
  line?: BilingualText
  /** Formats the value, if it is not shown in the usual way. */
  shown?: (number: number) => BilingualText
}

interface More {
  /** The page of rules that contains it. */
  part: 'delivery' | 'pickup' | 'contact' | 'texts'
  /** Whether a catalogue file with rules, but without this one, resets it; otherwise it stays unchanged. */
  isReset?: true
  chat?: RuleChat
}

const totalMax = 1_000_000_000
const phoneMax = 32

const same = (text: string): BilingualText => ({ id: text, en: text })

/**
 * The rules of a shop that are a number or a text, in the order of the form. To add one, add a column to `ShopRules`,
 * its migration, an entry here, and its behaviour.
 */
const described = [
  {
    property: 'deliveryFee',
    name: 'delivery_fee',
    kind: 'rupiah',
    min: 0,
    max: feeMax,
    usual: 0,
    part: 'delivery',
    isReset: true,
    label: { id: 'Ongkos kirim', en: 'Delivery fee' },
    hint: { id: '0 berarti gratis.', en: '0 for free.' },
    short: { id: 'ongkir', en: 'delivery fee' },
    chat: {
      key: 'fee',
      page: 'delivery',
      button: { id: '💰 Ongkir', en: '💰 Delivery fee' },
      question: {
        id: 'Berapa ongkirnya? Ketik dalam rupiah, misalnya 10.000.',
        en: 'What is the delivery fee? Type it in rupiah, such as 10.000.',
      },
      offered: ['5.000', '10.000', '15.000'],
      clear: { id: 'Gratis', en: 'Free' },
    },
  },
  {
    property: 'freeDeliveryFrom',
    name: 'free_delivery_from',
    kind: 'rupiah',
    min: 1,
    max: totalMax,
    part: 'delivery',
    isReset: true,
    label: { id: 'Gratis ongkir mulai belanja', en: 'Free delivery from' },
    hint: { id: 'Kosongkan kalau tidak ada.', en: 'Leave it empty for never.' },
    short: { id: 'gratis ongkir mulai', en: 'free delivery from' },
    chat: {
      key: 'free',
      page: 'delivery',
      button: { id: '🎁 Gratis ongkir mulai', en: '🎁 Free delivery from' },
      question: {
        id: 'Gratis ongkir mulai belanja berapa? Ketik dalam rupiah, misalnya 100.000.',
        en: 'Above what amount is delivery free? Type it in rupiah, such as 100.000.',
      },
      offered: ['50.000', '100.000', '200.000'],
      clear: { id: 'Tidak pernah', en: 'Never' },
    },
  },
  {
    property: 'pickupPlace',
    name: 'pickup',
    kind: 'text',
    max: 200,
    part: 'pickup',
    isReset: true,
    label: { id: 'Tempat ambil sendiri', en: 'Pickup place' },
    hint: {
      id: 'Alamat yang dilihat pelanggan. Kosongkan kalau tidak bisa diambil.',
      en: 'The address that customers see. Leave it empty if nothing can be picked up.',
    },
    short: { id: 'tempat ambil', en: 'pickup' },
    chat: {
      key: 'pickup',
      page: 'delivery',
      button: { id: '🏬 Ambil sendiri', en: '🏬 Pickup' },
      question: {
        id: 'Di mana pesanan bisa diambil? Ketik alamatnya seperti yang dibaca pelanggan.',
        en: 'Where can orders be picked up? Type the address as customers read it.',
      },
      line: { id: 'Ambil sendiri', en: 'Pickup' },
    },
  },
  {
    property: 'tables',
    name: 'tables',
    kind: 'count',
    min: 1,
    max: tablesMax,
    part: 'pickup',
    label: { id: 'Jumlah meja', en: 'Number of tables' },
    hint: {
      id: 'Untuk makan di tempat: pelanggan memilih nomor mejanya. Kosongkan kalau tidak ada.',
      en: 'Dine-in: customers pick their table number. Leave it empty for none.',
    },
    short: { id: 'meja', en: 'tables' },
    chat: {
      key: 'tables',
      page: 'delivery',
      button: { id: '🪑 Meja', en: '🪑 Tables' },
      question: {
        id: 'Ada berapa meja untuk makan di tempat? Pilih, atau ketik angkanya.',
        en: 'How many tables are there to eat at? Choose, or type a number.',
      },
      offered: ['5', '10', '20'],
      clear: { id: 'Tanpa meja', en: 'No tables' },
      line: { id: 'Meja', en: 'Tables' },
    },
  },
  {
    property: 'orderMin',
    name: 'order_min',
    kind: 'rupiah',
    min: 0,
    max: totalMax,
    usual: 0,
    part: 'delivery',
    label: { id: 'Belanja paling sedikit', en: 'Minimum order' },
    hint: {
      id: 'Harga barang dalam satu pesanan, tanpa ongkir. 0 berarti tanpa batas.',
      en: 'The price of the goods in one order, without delivery. 0 for no limit.',
    },
    short: { id: 'belanja minimal', en: 'minimum order' },
    chat: {
      key: 'min',
      page: 'orders',
      button: { id: '🧾 Belanja minimum', en: '🧾 Minimum order' },
      question: {
        id: 'Belanja paling sedikit berapa, tanpa ongkir? Ketik dalam rupiah, misalnya 25.000.',
        en: 'What is the minimum order, without delivery? Type it in rupiah, such as 25.000.',
      },
      offered: ['20.000', '50.000', '100.000'],
      clear: { id: 'Tanpa batas', en: 'No limit' },
      line: { id: 'Belanja paling sedikit', en: 'Minimum order' },
      shown: amount => (amount === 0 ? { id: 'tanpa batas', en: 'no limit' } : same(formatRupiah(amount))),
    },
  },
  {
    property: 'slotMinutes',
    name: 'slot_minutes',
    kind: 'count',
    min: 15,
    max: 480,
    part: 'pickup',
    isReset: true,
    label: { id: 'Jarak antarjam ambil atau antar (menit)', en: 'Minutes between pickup or delivery times' },
    hint: {
      id: 'Pelanggan memilih slot dalam jam buka, 15 sampai 480 menit. Kosongkan kalau tanpa slot.',
      en: 'Customers choose a slot within the opening hours, 15 to 480 minutes. Leave it empty for none.',
    },
    short: { id: 'pilihan jam', en: 'time slots' },
    chat: {
      key: 'slot',
      page: 'delivery',
      button: { id: '⏰ Slot waktu', en: '⏰ Time slots' },
      question: {
        id: 'Pelanggan memilih waktu tiap berapa menit? Pilih, atau ketik 15 sampai 480.',
        en: 'How many minutes apart are the times? Choose, or type 15 to 480.',
      },
      offered: ['15', '30', '60'],
      clear: { id: 'Tanpa slot', en: 'No slots' },
      line: { id: 'Slot waktu', en: 'Time slots' },
      shown: minutes => ({ id: `tiap ${minutes} menit`, en: `every ${minutes} minutes` }),
    },
  },
  {
    property: 'receiveAfterDays',
    name: 'receive_after_days',
    kind: 'count',
    min: 1,
    max: 60,
    usual: 7,
    isRequired: true,
    part: 'delivery',
    label: { id: 'Selesai otomatis berapa hari setelah dikirim', en: 'Mark as delivered after (days)' },
    hint: {
      id: 'Pesanan yang tidak dikonfirmasi pelanggan selesai sendiri setelah sekian hari.',
      en: 'An order that the customer does not confirm is completed after this many days.',
    },
    short: { id: 'hari sampai dianggap diterima', en: 'days until it counts as arrived' },
  },
  {
    property: 'whatsapp',
    name: 'whatsapp',
    kind: 'phone',
    max: phoneMax,
    part: 'contact',
    label: same('WhatsApp'),
    short: same('WhatsApp'),
    chat: {
      key: 'whatsapp',
      page: 'contact',
      button: same('💬 WhatsApp'),
      question: {
        id: 'Nomor WhatsApp untuk pelanggan? Misalnya 0812-3456-7890.',
        en: 'The WhatsApp number for customers? Such as 0812-3456-7890.',
      },
      line: same('WhatsApp'),
    },
  },
  {
    property: 'phone',
    name: 'phone',
    kind: 'phone',
    max: phoneMax,
    part: 'contact',
    label: { id: 'Telepon', en: 'Phone' },
    short: { id: 'telepon', en: 'phone' },
    chat: {
      key: 'phone',
      page: 'contact',
      button: { id: '📞 Telepon', en: '📞 Phone' },
      question: {
        id: 'Nomor telepon untuk pelanggan? Misalnya 0812-3456-7890.',
        en: 'The phone number for customers? Such as 0812-3456-7890.',
      },
      line: { id: 'Telepon', en: 'Phone' },
    },
  },
  {
    property: 'address',
    name: 'address',
    kind: 'text',
    max: 300,
    rows: 2,
    part: 'contact',
    label: { id: 'Alamat toko', en: 'Address of the shop' },
    hint: { id: 'Seperti di spanduk: jalan, nomor, kota.', en: 'As on a sign: street, number, town.' },
    short: { id: 'alamat', en: 'address' },
    chat: {
      key: 'address',
      page: 'contact',
      button: { id: '📍 Alamat toko', en: '📍 Address' },
      question: {
        id: 'Alamat toko? Seperti di papan nama: jalan, nomor, kota.',
        en: 'The address of the shop? As on a sign: street, number, town.',
      },
      line: { id: 'Alamat', en: 'Address' },
    },
  },
  {
    property: 'greeting',
    name: 'greeting',
    kind: 'text',
    max: shownTextMax,
    rows: 3,
    part: 'texts',
    label: { id: 'Sambutan', en: 'Greeting' },
    hint: {
      id: 'Dibaca paling atas saat toko dibuka di chat. Kosongkan untuk kata-kata biasa.',
      en: 'Customers read it first when they open the shop in the chat. Leave blank for the default.',
    },
    short: { id: 'sambutan', en: 'greeting' },
    chat: {
      key: 'greeting',
      page: 'contact',
      button: { id: '👋 Sapaan', en: '👋 Greeting' },
      question: {
        id: 'Sapaan di awal toko? Kalimat pertama yang dibaca pelanggan.',
        en: 'The greeting of the shop? The first thing that customers read.',
      },
      line: { id: 'Sapaan', en: 'Greeting' },
    },
  },
  {
    property: 'afterOrder',
    name: 'after_order',
    kind: 'text',
    max: shownTextMax,
    rows: 3,
    part: 'texts',
    label: { id: 'Setelah pesanan dibayar', en: 'Once an order is paid' },
    hint: {
      id: 'Dibaca pelanggan di halaman pesanannya di chat, sejak dibayar.',
      en: 'Customers read it on the page of their order in the chat, once it is paid.',
    },
    short: { id: 'kata setelah dibayar', en: 'words once paid' },
    chat: {
      key: 'after',
      page: 'contact',
      button: { id: '🙏 Setelah dibayar', en: '🙏 Once paid' },
      question: {
        id: 'Kata-kata setelah pesanan dibayar? Pelanggan membacanya di halaman pesanannya.',
        en: 'What do customers read once an order is paid? It is shown on their order page.',
      },
      line: { id: 'Setelah dibayar', en: 'Once paid' },
    },
  },
] as const satisfies readonly (Field & More)[]

export type RuleProperty = (typeof described)[number]['property']
export type RuleField = Field<RuleProperty> & More
export const ruleFields: readonly RuleField[] = described

export function findRuleField(property: RuleProperty): RuleField {
  return ruleFields.find(field => field.property === property)!
}

/** Returns the rule with this chat key. */
export function findRuleByChatKey(key: string | undefined): ChatRule | undefined {
  return listChatRules().find(({ chat }) => chat.key === key)
}

export type ChatRule = RuleField & { chat: RuleChat }

export function listChatRules(page?: RuleChat['page']): ChatRule[] {
  return ruleFields.filter(
    (field): field is ChatRule => field.chat !== undefined && field.chat.page === (page ?? field.chat.page),
  )
}

/** Returns the values of these fields as a part of the rules. */
export function pickRuleValues<Values extends Partial<RuleValues> = RuleValues>(
  fields: readonly RuleField[],
  pick: (field: RuleField) => unknown,
): Values {
  return Object.fromEntries(fields.map(field => [field.property, pick(field)])) as unknown as Values
}

export type RuleValues = Pick<ShopRules, RuleProperty>
