import { describe, expect, test } from 'vitest'
import { browseView } from '../../../bot/screens/browse.ts'
import { readRowNumber } from '../../../bot/screens/buttons.ts'
import { cartView } from '../../../bot/screens/cart.ts'
import { goodsView, type OpenFile } from '../../../bot/screens/goods.ts'
import { helpView } from '../../../bot/screens/help.ts'
import { homeView } from '../../../bot/screens/home.ts'
import { orderCard, voidView } from '../../../bot/screens/order-card.ts'
import { cancelView, codeRequestedView, orderView } from '../../../bot/screens/order-view.ts'
import { ordersView } from '../../../bot/screens/orders.ts'
import { codeView, endedView } from '../../../bot/screens/payment.ts'
import { productView } from '../../../bot/screens/product.ts'
import { receiptView } from '../../../bot/screens/receipt.ts'
import { searchView } from '../../../bot/screens/search.ts'
import { makePress, readPress } from '../../../bot/telegram/message.ts'
import {
  cart,
  cartLine,
  category,
  en,
  id,
  item,
  now,
  order,
  paidPayment,
  paymentView,
  product,
  seen,
  variant,
} from './samples.ts'

const seller = {
  ask: [{ text: '💬 Tanya penjual', press: makePress('ask') }],
  send: [{ text: '💬 Send this to the seller', press: makePress('sendthis') }],
}
const page = <Item>(items: Item[], at = 1, pageCount = 1) => ({ items, page: at, pageCount, total: items.length })
const paymentUrl = 'https://warung.example/pay?invoice=INV-2NVWR5F7P4WPSG18SPTZ'
const paidAt = new Date('2026-11-21T07:11:00Z')

test('the first screen names the shop, counts the cart and offers the other language', () => {
  const data = { storeName: 'Warung <b>&"', isTest: true, cartUnits: 2, hasProducts: true, added: [] }
  expect(seen(homeView(data, id))).toMatchInlineSnapshot(`
    "<b>Warung &lt;b&gt;&amp;&quot;</b>

    Selamat datang! Pilih di bawah, atau ketik nama barang yang kamu cari.

    <i>🧪 Mode uji: tidak ada uang sungguhan.</i>
    [🛍️ Produk] primary press browse | [🔎 Cari] press search
    [🛒 Keranjang (2)] press cart | [📦 Pesanan saya] press orders
    [❤️ Favorit] press favs | [❓ Bantuan] press help
    [🌐 English] press lang:en"
  `)
  const added = [{ text: '🎁 Undang teman', press: 'invite' }]
  expect(seen(homeView({ ...data, added }, id))).toContain('[🎁 Undang teman] press invite')
  expect(seen(homeView({ ...data, isTest: false, cartUnits: 0, hasProducts: false }, en))).toMatchInlineSnapshot(`
    "<b>Warung &lt;b&gt;&amp;&quot;</b>

    This shop has nothing for sale yet. Please come back later.
    [🛍️ Products] primary press browse | [🔎 Search] press search
    [🛒 Cart] press cart | [📦 My orders] press orders
    [❤️ Favourites] press favs | [❓ Help] press help
    [🌐 Bahasa Indonesia] press lang:id"
  `)
})

test('browsing shows categories, products with their price, and pages', () => {
  const drinks = category()
  const cold = category({ publicId: 'd'.repeat(22), parent: drinks, name: 'Dingin' })
  const below = { category: cold, productCount: 3, childCount: 0 }
  const products = [
    product(),
    product({ name: 'Roti', variants: [variant(), variant({ price: 30_000 })] }),
    product({ name: 'Teh', variants: [variant({ available: 0 })] }),
  ]
  expect(
    seen(browseView({ category: drinks, categories: [below], products: page(products, 2, 4) }, id.t)),
  ).toMatchInlineSnapshot(`
    "<b>Minuman</b>

    Pilih kategori:
    [Dingin (3)] press cat:dddddddddddddddddddddd:1
    [Kopi <b>&" · Rp 18.000] press product:pppppppppppppppppppppp
    [Roti · mulai Rp 18.000] press product:pppppppppppppppppppppp
    [Teh · Habis] press product:pppppppppppppppppppppp
    [‹] press cat:cccccccccccccccccccccc:1 | [2/4] press cat:cccccccccccccccccccccc:2 | [›] press cat:cccccccccccccccccccccc:3
    [⬅️ Kembali] press browse | [🏠 Menu] press home"
  `)
  expect(seen(browseView({ category: null, categories: [], products: page([]) }, en.t))).toMatchInlineSnapshot(`
    "<b>All products</b>

    There are no products here yet.
    [🏠 Menu] press home"
  `)
})

test('a search shows its matches, or says that it found none', () => {
  expect(seen(searchView({ text: '<kopi>', hits: [product()], said: null }, id.t))).toMatchInlineSnapshot(`
    "Hasil untuk “&lt;kopi&gt;”:
    [Kopi <b>&" · Rp 18.000] press product:pppppppppppppppppppppp
    [🛍️ Produk] press browse
    [🏠 Menu] press home"
  `)
  expect(seen(searchView({ text: 'x'.repeat(100), hits: [], said: 7, seller }, en.t))).toMatchInlineSnapshot(`
    "Nothing matches “xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…”. Try another word, or send it to the seller.
    [💬 Send this to the seller] press sendthis
    [🛍️ Products] press browse
    [🏠 Menu] press home"
  `)
})

describe('a product', () => {
  const shown = (data: Partial<Parameters<typeof productView>[0]>, voice = id) =>
    seen(
      productView(
        { product: product(), variant: null, quantity: 1, image: null, username: 'kopi_bot', ...data },
        voice,
      ),
    )

  test('a product and the cart show the explanation that came too late for the press', () => {
    const note = id.t.noMore(12)
    expect(shown({ variant: variant(), quantity: 12, note })).toContain('⚠️ Paling banyak 12 untuk barang ini.')
    expect(seen(cartView({ cart: cart(), page: 1, note }, id))).toContain('⚠️ Paling banyak 12 untuk barang ini.')
  })

  test('a product with one variant can be bought at once, with a quantity', () => {
    expect(shown({ variant: variant(), quantity: 3 })).toMatchInlineSnapshot(`
      "<b>Kopi &lt;b&gt;&amp;&quot;</b>
      <b>Rp~18.000</b> · Tersedia 12
      📦 Dikirim ke alamatmu

      Diseduh pagi.

      Subtotal: <b>Rp~54.000</b>
      [➖] press less:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:3 | [3] press item:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:3 | [➕] press more:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:3
      [⚡ Beli sekarang] success press buy:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:3:dw0
      [🛒 Masukkan keranjang] press put:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:3
      [🤍 Simpan] press fav:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:on | [↗️ Bagikan] url https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fkopi_bot%3Fstart%3Dp_pppppppppppppppppppppp
      [⬅️ Kembali] press cat:cccccccccccccccccccccc:1 | [🏠 Menu] press home"
    `)
  })

  test('a product with several variants asks which one', () => {
    const variants = [
      variant({ publicId: 'a'.repeat(22), name: 'Kecil', available: 2 }),
      variant({ publicId: 'b'.repeat(22), name: 'Besar', price: 25_000, available: 0 }),
      variant({ publicId: 'e'.repeat(22), name: 'Galon', available: null }),
    ]
    const several = product({ variants })
    expect(shown({ product: several })).toMatchInlineSnapshot(`
      "<b>Kopi &lt;b&gt;&amp;&quot;</b>
      <b>mulai Rp~18.000</b>
      📦 Dikirim ke alamatmu

      Diseduh pagi.

      Pilih variannya:
      [Kecil · Rp 18.000] press item:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:1
      [Besar · Habis] press item:pppppppppppppppppppppp:bbbbbbbbbbbbbbbbbbbbbb:1
      [Galon · Rp 18.000] press item:pppppppppppppppppppppp:eeeeeeeeeeeeeeeeeeeeee:1
      [🤍 Simpan] press fav:pppppppppppppppppppppp::on | [↗️ Bagikan] url https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fkopi_bot%3Fstart%3Dp_pppppppppppppppppppppp
      [⬅️ Kembali] press cat:cccccccccccccccccccccc:1 | [🏠 Menu] press home"
    `)
    expect(shown({ product: several, variant: variants[0]!, quantity: 2 }, en)).toMatchInlineSnapshot(`
      "<b>Kopi &lt;b&gt;&amp;&quot;</b>
      Kecil · <b>Rp~18.000</b> · 2 left
      📦 Shipped to you

      Diseduh pagi.

      Subtotal: <b>Rp~36.000</b>
      [✅ Kecil · Rp 18.000] press item:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:1
      [Besar · Sold out] press item:pppppppppppppppppppppp:bbbbbbbbbbbbbbbbbbbbbb:1
      [Galon · Rp 18.000] press item:pppppppppppppppppppppp:eeeeeeeeeeeeeeeeeeeeee:1
      [➖] press less:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:2 | [2] press item:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:2 | [➕] press more:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:2
      [⚡ Buy now] success press buy:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:2:dw0
      [🛒 Add to cart] press put:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:2
      [🤍 Save] press fav:pppppppppppppppppppppp:aaaaaaaaaaaaaaaaaaaaaa:on | [↗️ Share] url https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fkopi_bot%3Fstart%3Dp_pppppppppppppppppppppp
      [⬅️ Back] press cat:cccccccccccccccccccccc:1 | [🏠 Menu] press home"
    `)
  })

  test('a sold-out product cannot be bought', () => {
    const gone = variant({ available: 0 })
    expect(shown({ product: product({ variants: [gone] }), variant: gone })).toMatchInlineSnapshot(`
      "<b>Kopi &lt;b&gt;&amp;&quot;</b>
      <b>Rp~18.000</b> · Habis
      📦 Dikirim ke alamatmu

      Diseduh pagi.
      [🔔 Kabari kalau ada lagi] press tellme:vvvvvvvvvvvvvvvvvvvvvv
      [🤍 Simpan] press fav:pppppppppppppppppppppp:vvvvvvvvvvvvvvvvvvvvvv:on | [↗️ Bagikan] url https://t.me/share/url?url=https%3A%2F%2Ft.me%2Fkopi_bot%3Fstart%3Dp_pppppppppppppppppppppp
      [⬅️ Kembali] press cat:cccccccccccccccccccccc:1 | [🏠 Menu] press home"
    `)
  })

  test('a product with a picture and a long description fits into a caption', () => {
    const image = { key: 'image x', name: 'produk.jpg', bytes: async () => Buffer.alloc(0) }
    const view = productView(
      {
        product: product({ description: '&'.repeat(2000) }),
        variant: variant(),
        quantity: 99,
        image,
        username: 'kopi_bot',
      },
      id,
    )
    expect(view.photo).toBe(image)
    expect(view.text.text).toContain('<blockquote expandable>')
    const plain = view.text.text.replace(/<[^>]+>/g, '').replaceAll('&amp;', '&')
    expect(plain.length).toBeLessThanOrEqual(1024)
  })
})

test('the cart lists each line, and cannot be ordered while one of its products cannot', () => {
  expect(seen(cartView({ cart: cart(), page: 1 }, id))).toMatchInlineSnapshot(`
    "🛒 <b>Keranjang</b>

    1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

    Total: <b>Rp~40.000</b>
    [➖] press sub:vvvvvvvvvvvvvvvvvvvvvv:2:1 | [1. × 2] press line:vvvvvvvvvvvvvvvvvvvvvv:2:1 | [➕] press add:vvvvvvvvvvvvvvvvvvvvvv:2:1 | [🗑️] press line:vvvvvvvvvvvvvvvvvvvvvv:0:1
    [✅ Pesan Rp 40.000] success press checkout:uv4
    [🛍️ Belanja lagi] press browse | [🗑️ Kosongkan] press empty
    [🏠 Menu] press home"
  `)
  const lines = [
    cartLine({ available: 1 }),
    cartLine({ available: 0 }),
    cartLine({ isActive: false }),
    cartLine(),
    cartLine(),
  ]
  expect(seen(cartView({ cart: cart(lines), page: 9 }, en))).toMatchInlineSnapshot(`
    "🛒 <b>Cart</b>

    1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000
       ⚠️ 1 left
    2. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000
       ⚠️ sold out
    3. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000
       ⚠️ no longer for sale
    4. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000
    5. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

    Total: <b>Rp~160.000</b>

    ⚠️ Some items can’t be ordered. Change the quantity or remove them first.
    [➖] press sub:vvvvvvvvvvvvvvvvvvvvvv:2:2 | [5. × 2] press line:vvvvvvvvvvvvvvvvvvvvvv:2:2 | [➕] press add:vvvvvvvvvvvvvvvvvvvvvv:2:2 | [🗑️] press line:vvvvvvvvvvvvvvvvvvvvvv:0:2
    [‹] press cart:1 | [2/2] press cart:2 | [›] press cart:1
    [🛍️ Keep shopping] press browse | [🗑️ Empty] press empty
    [🏠 Menu] press home"
  `)
  expect(seen(cartView({ cart: cart([]), page: 1 }, id))).toMatchInlineSnapshot(`
    "🛒 <b>Keranjang</b>

    Keranjangmu masih kosong.
    [🛍️ Produk] press browse
    [🏠 Menu] press home"
  `)
})

describe('an order', () => {
  const shown = (change: Partial<Parameters<typeof orderView>[0]>, voice = id) =>
    seen(orderView({ order: order(), payment: null, methods: ['qris'], paymentUrl, now, ...change }, voice))

  test('a placed order shows the cost and how long its stock is held', () => {
    const told = { customerPhone: '0812', address: 'Jl. <5>', note: '"pedas"' }
    expect(shown({ order: order(told), methods: ['qris', 'wallet_direct'] })).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      🕐 Belum dibayar

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      HP: 0812
      Alamat: Jl. &lt;5&gt;
      Catatan: &quot;pedas&quot;
      Dipesan: 21 Nov 2026 14.05 WIB

      Metode: <b>QRIS (semua aplikasi)</b>
      ⏳ Stok ditahan untukmu sampai 14.20 WIB. Setelah kamu tekan Bayar, stok ikut ditahan selama tagihannya berlaku.
      <i>Total yang harus dibayar bisa memuat kode unik beberapa ratus rupiah, supaya pembayaranmu langsung dikenali.</i>
      [✅ Bayar Rp 40.000] success press pay:tttttttttttttttttttttt:qris
      [💳 Cara lain] press payways:tttttttttttttttttttttt
      [📝 Ubah catatan] press edit:tttttttttttttttttttttt:note | [🏠 Ubah alamat] press edit:tttttttttttttttttttttt:address | [📱 Ubah HP] press edit:tttttttttttttttttttttt:phone
      [✖️ Batalkan] danger press cancel:tttttttttttttttttttttt
      [📦 Pesanan saya] press orders | [🏠 Menu] press home"
    `)
    expect(shown({ order: order({ heldUntil: null }) }, en)).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      🕐 Not paid

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Ordered: 21 Nov 2026 14:05 WIB

      Method: <b>QRIS (all apps)</b>
      Your items are no longer reserved. Pay now to reserve them again.
      <i>The total may include a unique code of a few hundred rupiah, so that we can recognise your payment instantly.</i>
      [✅ Pay Rp 40.000] success press pay:tttttttttttttttttttttt:qris
      [📝 Add a note] press edit:tttttttttttttttttttttt:note
      [✖️ Cancel] danger press cancel:tttttttttttttttttttttt
      [📦 My orders] press orders | [🏠 Menu] press home"
    `)
  })

  test('an order that waits for payment links to the code and to the page', () => {
    const waiting = order({ status: 'waiting_payment', heldUntil: null })
    expect(shown({ order: waiting, payment: paymentView() })).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      ⏳ Menunggu pembayaran

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Dipesan: 21 Nov 2026 14.05 WIB

      QR-nya sudah dikirim di chat ini.
      Total bayar: <b>Rp~40.321</b> (termasuk kode unik 321)
      Bayar sebelum <b>14.35 WIB</b> (<tg-time unix="1795246500" format="r">30 menit lagi</tg-time>)
      [🔄 Sudah bayar? Cek status] primary press check:tttttttttttttttttttttt
      [🌐 Halaman bayar] url https://warung.example/pay?invoice=INV-2NVWR5F7P4WPSG18SPTZ | [📋 Salin nominal] copy 40321
      [✖️ Batalkan] danger press cancel:tttttttttttttttttttttt
      [📦 Pesanan saya] press orders | [🏠 Menu] press home"
    `)
    expect(shown({ order: waiting, payment: paymentView({ phase: 'overdue' }) }, en)).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      ⏳ Waiting for payment

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Ordered: 21 Nov 2026 14:05 WIB

      Time is up. Please don’t pay any more. If you already have, we’re still checking.
      [🔄 Paid? Check status] press check:tttttttttttttttttttttt
      [✖️ Cancel] danger press cancel:tttttttttttttttttttttt
      [📦 My orders] press orders | [🏠 Menu] press home"
    `)
  })

  test('a paid order offers its goods and its receipt, and an incomplete one apologises', () => {
    const units = item({ stockMode: 'serial', units: ['A'], deliveredAt: paidAt })
    expect(shown({ order: order({ status: 'completed', paidAt, items: [units] }) })).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      🎉 Selesai

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Dipesan: 21 Nov 2026 14.05 WIB
      Dibayar: 21 Nov 2026 14.11 WIB

      🎉 Pesanan ORD-261121-ABC123 selesai. Terima kasih sudah belanja!
      [🎁 Buka isi pesanan] success press goods:tttttttttttttttttttttt | [🧾 Struk] press receipt:tttttttttttttttttttttt
      [🔁 Pesan lagi] press again:tttttttttttttttttttttt
      [📦 Pesanan saya] press orders | [🏠 Menu] press home"
    `)
    const short = order({ status: 'processing', paidAt, items: [item({ stockState: 'short' })] })
    expect(shown({ order: short }, en)).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      📦 Being prepared

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Ordered: 21 Nov 2026 14:05 WIB
      Paid: 21 Nov 2026 14:11 WIB

      Sorry, it sold out just as you paid. The seller has been notified and will either send it later or refund you.
      [🧾 Receipt] press receipt:tttttttttttttttttttttt
      [🔁 Order again] press again:tttttttttttttttttttttt
      [📦 My orders] press orders | [🏠 Menu] press home"
    `)
  })

  test('a cancelled order names who cancelled it, and any refund due', () => {
    const cancelled = order({ status: 'cancelled', cancelledBy: 'merchant', refundDue: true, paidAt })
    expect(shown({ order: cancelled })).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      ✖️ Dibatalkan

      1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

      Total: <b>Rp~40.000</b>
      Dipesan: 21 Nov 2026 14.05 WIB
      Dibayar: 21 Nov 2026 14.11 WIB

      Dibatalkan oleh penjual.
      Uangmu akan dikembalikan oleh penjual.
      [🧾 Struk] press receipt:tttttttttttttttttttttt
      [🔁 Pesan lagi] press again:tttttttttttttttttttttt
      [📦 Pesanan saya] press orders | [🏠 Menu] press home"
    `)
  })

  test('an order is cancelled only after a confirmation', () => {
    expect(seen(cancelView(order(), id))).toMatchInlineSnapshot(`
      "Batalkan pesanan ORD-261121-ABC123?
      [✖️ Ya, batalkan] danger press drop:tttttttttttttttttttttt | [⬅️ Tidak jadi] press order:tttttttttttttttttttttt
      [🏠 Menu] press home"
    `)
  })

  test('an order that waits for payment is cancelled together with its invoice', () => {
    const waiting = order({ status: 'waiting_payment' })
    expect(seen(cancelView(waiting, id))).toContain(
      'Batalkan pesanan ORD-261121-ABC123? Tagihannya ikut dibatalkan, jadi jangan dibayar lagi.\n',
    )
  })

  test('the message of an order with a requested code contains no second code', () => {
    expect(seen(codeRequestedView('ORD-261121-ABC123', undefined, id.t))).toMatchInlineSnapshot(`
      "🧾 <b>ORD-261121-ABC123</b>
      ⏳ Menyiapkan QR… Sebentar lagi muncul di sini."
    `)
  })

  test('a shipped order shows its courier, and its customer can confirm the arrival', () => {
    const shippedAt = new Date('2026-11-21T08:00:00Z')
    const parcel = { courier: 'jne', trackingNumber: '0123', trackingUrl: 'https://www.jne.co.id/tracking-package' }
    const sent = order({ status: 'processing', shippedAt, ...parcel })
    expect(shown({ order: sent })).toContain('🚚 Dikirim')
    expect(shown({ order: sent })).toContain(`Kurir: JNE
Nomor resi: <code>0123</code>

Kalau barangnya sudah kamu terima, tekan “Sudah sampai”.
[🔎 Lacak kiriman] url https://www.jne.co.id/tracking-package
[✅ Sudah sampai] success press arrived:tttttttttttttttttttttt`)
    const there = order({ status: 'completed', shippedAt, ...parcel, receivedAt: shippedAt })
    expect(shown({ order: there })).not.toContain('arrived:')
  })
})

describe('the message of a code', () => {
  const data = { orderNumber: 'ORD-261121-ABC123', token: 't'.repeat(22), paymentUrl, now }

  test('the message of a code shows the amount with its unique code, the deadline and how to scan', () => {
    expect(seen(codeView({ ...data, payment: paymentView() }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      Total bayar: <b>Rp~40.321</b> (termasuk kode unik 321)
      Bayar sebelum <b>14.35 WIB</b> (<tg-time unix="1795246500" format="r">30 menit lagi</tg-time>)
      Scan dari HP lain, atau simpan gambar lalu pilih “dari galeri” di aplikasi bank/e-wallet.
      🧾 ORD-261121-ABC123 · INV-2NVWR5F7P4WPSG18SPTZ
      [🔄 Sudah bayar? Cek status] primary press check:tttttttttttttttttttttt
      [🌐 Halaman bayar] url https://warung.example/pay?invoice=INV-2NVWR5F7P4WPSG18SPTZ | [📋 Salin nominal] copy 40321
      [✖️ Batalkan] danger press cancel:tttttttttttttttttttttt"
    `)
    expect(
      seen(codeView({ ...data, payment: paymentView({ uniqueCode: -21, finalAmount: 39_979, mode: 'test' }) }, en)),
    ).toMatchInlineSnapshot(`
      "(photo pay-INV-2NVWR5F7P4WPSG18SPTZ.png)
      Total to pay: <b>Rp~39.979</b> (after unique code discount 21)
      Pay before <b>14:35 WIB</b> (<tg-time unix="1795246500" format="r">30 minutes left</tg-time>)
      Scan it with another phone, or save the picture and choose “from gallery” in your bank or e-wallet app.
      🧾 ORD-261121-ABC123 · INV-2NVWR5F7P4WPSG18SPTZ
      <i>🧪 Test mode: no real money.</i>
      [🔄 Paid? Check status] primary press check:tttttttttttttttttttttt
      [🌐 Payment page] url https://warung.example/pay?invoice=INV-2NVWR5F7P4WPSG18SPTZ | [📋 Copy amount] copy 39979
      [✖️ Cancel] danger press cancel:tttttttttttttttttttttt"
    `)
  })

  test('the message of a wallet has the number and the exact amount to copy', () => {
    const payment = paymentView({
      qris: null,
      receivingAccount: { number: '081200000001', label: 'Dana <Bu Sri>', holder: null },
    })
    expect(seen(codeView({ ...data, payment }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      Total bayar: <b>Rp~40.321</b> (termasuk kode unik 321)
      Bayar sebelum <b>14.35 WIB</b> (<tg-time unix="1795246500" format="r">30 menit lagi</tg-time>)
      Transfer tepat nominal ini ke nomor di bawah, satu kali saja. Jangan dibulatkan.

      Transfer ke: <code>081200000001</code>
      E-wallet: Dana &lt;Bu Sri&gt;
      Penerima: Warung Kopi &lt;b&gt;&amp;&quot;
      🧾 ORD-261121-ABC123 · INV-2NVWR5F7P4WPSG18SPTZ
      [🔄 Sudah bayar? Cek status] primary press check:tttttttttttttttttttttt
      [🌐 Halaman bayar] url https://warung.example/pay?invoice=INV-2NVWR5F7P4WPSG18SPTZ
      [📋 Salin nominal] copy 40321 | [📋 Salin nomor] copy 081200000001
      [✖️ Batalkan] danger press cancel:tttttttttttttttttttttt"
    `)
  })

  test('the message for all methods has the code of one, and names the others on the page', () => {
    const offer = { state: 'ready', isStaticCode: false, qris: null, receivingAccount: null } as const
    const wallet = { number: '081200000001', label: null, holder: null }
    const payment = paymentView({
      paymentMethod: 'all',
      offers: [
        { ...offer, method: 'wallet_qris', qris: paymentView().qris },
        { ...offer, method: 'wallet_direct', receivingAccount: wallet },
        { ...offer, method: 'qris', state: 'choosable' },
        { ...offer, method: 'qris_user', state: 'failed' },
      ],
      receivingAccount: wallet,
    })
    expect(seen(codeView({ ...data, payment }, id))).toContain(
      'Bisa juga lewat transfer e-wallet: pilih di halaman bayar.\n🧾 ORD-261121-ABC123 · INV-',
    )
    expect(seen(codeView({ ...data, payment }, en))).toContain(
      'You can also pay by e-wallet transfer: choose on the payment page.',
    )
    expect(seen(codeView({ ...data, payment, paymentUrl: null }, id))).not.toContain('Bisa juga')
    const transfer = { ...payment, qris: null, offers: payment.offers.slice(1) }
    expect(seen(codeView({ ...data, payment: transfer }, id))).toContain('Bisa juga lewat QRIS (semua aplikasi):')
  })

  test('the message of a wallet names its holder whenever it can be paid', () => {
    const payment = paymentView({
      paymentMethod: 'wallet_direct',
      qris: null,
      receivingAccount: { number: '081200000001', label: 'DANA', holder: 'SRI <WAHYUNI>' },
    })
    const waiting = order({ status: 'waiting_payment', heldUntil: null })
    const screen = orderView({ order: waiting, payment, methods: ['wallet_direct'], paymentUrl: null, now }, id)
    const shown = [codeView({ ...data, payment }, id), screen]
    for (const each of shown.map(seen)) {
      expect(each).toContain('Transfer ke: <code>081200000001</code>\nE-wallet: DANA\nPenerima: SRI &lt;WAHYUNI&gt;')
      expect(each).not.toMatch(/QR/)
    }
  })

  test('the message of a paid code changes to LUNAS without buttons', () => {
    const payment = paymentView({ status: 'paid', phase: 'paid', paidAt, paidAmount: 40_321 })
    expect(seen(endedView({ ...data, payment, isPayable: false }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      <b>✅ LUNAS</b>
      🧾 <b>INV-2NVWR5F7P4WPSG18SPTZ</b> · ORD-261121-ABC123
      Pembayaran Rp~40.321 sudah diterima. Terima kasih!
      21 Nov 2026 14.11 WIB"
    `)
  })

  test('an expired, failed or cancelled code offers a new one only while the order can be paid', () => {
    const expired = paymentView({ status: 'expired', phase: 'expired' })
    const failed = paymentView({ status: 'cancelled', phase: 'cancelled', endReason: 'provider_unavailable' })
    const cancelled = paymentView({ status: 'cancelled', phase: 'cancelled', endReason: 'order_cancelled' })
    expect(seen(endedView({ ...data, payment: expired, isPayable: true }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      <b>⌛ Kedaluwarsa</b>
      🧾 <b>INV-2NVWR5F7P4WPSG18SPTZ</b> · ORD-261121-ABC123
      QR ini kedaluwarsa. Jangan dibayar. Buat QR baru?
      [🔄 Buat QR baru] success press pay:tttttttttttttttttttttt:qris"
    `)
    expect(seen(endedView({ ...data, payment: expired, isPayable: false }, en))).toMatchInlineSnapshot(`
      "(photo pay-INV-2NVWR5F7P4WPSG18SPTZ.png)
      <b>⌛ Expired</b>
      🧾 <b>INV-2NVWR5F7P4WPSG18SPTZ</b> · ORD-261121-ABC123
      This QR has expired. Don’t pay it."
    `)
    expect(seen(endedView({ ...data, payment: failed, isPayable: true }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      <b>✖️ Dibatalkan</b>
      🧾 <b>INV-2NVWR5F7P4WPSG18SPTZ</b> · ORD-261121-ABC123
      QR tidak dapat dibuat saat ini. Uangmu belum terpotong. Coba buat lagi?
      [🔄 Buat QR baru] success press pay:tttttttttttttttttttttt:qris"
    `)
    expect(seen(endedView({ ...data, payment: cancelled, isPayable: false }, id))).toMatchInlineSnapshot(`
      "(photo bayar-INV-2NVWR5F7P4WPSG18SPTZ.png)
      <b>✖️ Dibatalkan</b>
      🧾 <b>INV-2NVWR5F7P4WPSG18SPTZ</b> · ORD-261121-ABC123
      Tagihan ini dibatalkan. Jangan dibayar."
    `)
  })
})

test('the list of my orders shows each order with its total and state', () => {
  const bread = item({ productName: 'Roti', variantName: '', quantity: 1 })
  const first = order({ status: 'waiting_payment', items: [item(), ...Array.from({ length: 30 }, () => bread)] })
  expect(seen(ordersView(page([first], 1, 2), id))).toMatchInlineSnapshot(`
    "📦 <b>Pesanan saya</b>

    <b>ORD-261121-ABC123</b> · Rp~40.000
    ⏳ Menunggu pembayaran · 21 Nov 2026 14.05 WIB
    Kopi &lt;b&gt;&amp;&quot; (Besar) × 2, Roti, Roti, Roti, Roti, Roti, Roti, Roti, Roti, Roti, R…


    [⏳ ORD-261121-ABC123] press order:tttttttttttttttttttttt
    [‹] press orders:2 | [1/2] press orders:1 | [›] press orders:2
    [🏠 Menu] press home"
  `)
  expect(seen(ordersView(page([]), en))).toMatchInlineSnapshot(`
    "📦 <b>My orders</b>

    You haven’t ordered anything here yet.
    [🛍️ Products] press browse
    [🏠 Menu] press home"
  `)
})

test('a receipt shows shop, invoice, time, items, unique code, total, method and reference', () => {
  const paid = order({ status: 'completed', paidAt, payment: paidPayment() })
  expect(
    seen(receiptView({ order: paid, storeName: 'Warung <b>', check: 'https://shop.example/receipt/t' }, id)),
  ).toMatchInlineSnapshot(`
    "(photo struk-ORD-261121-ABC123.png)
    🧾 <b>Struk</b>
    Toko: <b>Warung &lt;b&gt;</b>
    Pesanan: ORD-261121-ABC123
    Invoice: INV-2NVWR5F7P4WPSG18SPTZ
    Dibayar: 21 Nov 2026 14.11 WIB

    1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

    Total: <b>Rp~40.000</b>
    Kode unik: Rp~321
    Total dibayar: <b>Rp~40.321</b>
    Metode: QRIS
    Referensi: <code>REF-9</code>

    🔎 <a href="https://shop.example/receipt/t">Cek keaslian struk</a>
    <i>Simpan pesan ini. Ada kendala? Buka /paysupport</i>
    [📦 Lihat pesanan] press detail:tttttttttttttttttttttt"
  `)
})

describe('goods in the chat', () => {
  const openFile: OpenFile = file => ({
    key: file.storageKey,
    name: file.originalName,
    bytes: async () => Buffer.alloc(1),
  })
  const shown = (change: Parameters<typeof item>[0]) =>
    goodsView({ order: order(), item: item({ deliveredAt: paidAt, ...change }), title: id.t.goodsTitle }, openFile, id)

  test('keys are sent one per line, with a button to copy them if they fit', () => {
    expect(seen(shown({ units: ['AAAA-<1>', 'x'.repeat(257)] }))).toMatchInlineSnapshot(`
      "<b>🎁 Ini pesananmu. Terima kasih!</b>
      Kopi &lt;b&gt;&amp;&quot; (Besar) × 2

      <code>AAAA-&lt;1&gt;</code>
      <code>xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx</code>

      Ketuk untuk menyalin.
      [📋 Salin 1] copy AAAA-<1>
      [🧾 Struk] press receipt:tttttttttttttttttttttt | [📦 Lihat pesanan] press detail:tttttttttttttttttttttt"
    `)
  })

  test('more than 5 keys, or keys too long for a message, are sent as a text file', async () => {
    const many = shown({ units: ['1', '2', '3', '4', '5', '6'] })
    expect(seen(many)).toMatchInlineSnapshot(`
      "(document ORD-261121-ABC123-7.txt)
      <b>🎁 Ini pesananmu. Terima kasih!</b>
      Kopi &lt;b&gt;&amp;&quot; (Besar) × 2

      6 baris, semuanya ada di file ini.
      [🧾 Struk] press receipt:tttttttttttttttttttttt | [📦 Lihat pesanan] press detail:tttttttttttttttttttttt"
    `)
    expect(String(await many.document!.bytes())).toBe('1\n2\n3\n4\n5\n6\n')
    expect(shown({ units: Array.from({ length: 5 }, (_, at) => `${at}`.repeat(800)) }).document).toBeDefined()
  })

  test('files are sent as documents, and hidden content as text or as a link', () => {
    const file = { id: 1, originalName: 'resep.pdf', fileType: 'application/pdf', fileSize: 9, storageKey: 'k' }
    expect(seen(shown({ file }))).toMatchInlineSnapshot(`
      "(document resep.pdf)
      <b>🎁 Ini pesananmu. Terima kasih!</b>
      Kopi &lt;b&gt;&amp;&quot; (Besar) × 2
      [🧾 Struk] press receipt:tttttttttttttttttttttt | [📦 Lihat pesanan] press detail:tttttttttttttttttttttt"
    `)
    const content = { id: 4, title: 'Rahasia <b>', contentType: 'text' as const, body: 'a < b' }
    expect(seen(shown({ content }))).toMatchInlineSnapshot(`
      "<b>🎁 Ini pesananmu. Terima kasih!</b>
      Kopi &lt;b&gt;&amp;&quot; (Besar) × 2

      <b>Rahasia &lt;b&gt;</b>
      a &lt; b
      [🧾 Struk] press receipt:tttttttttttttttttttttt | [📦 Lihat pesanan] press detail:tttttttttttttttttttttt"
    `)
    expect(
      seen(shown({ content: { ...content, contentType: 'link', body: 'https://e.x/a?b=1&c=2' } })),
    ).toMatchInlineSnapshot(`
      "<b>🎁 Ini pesananmu. Terima kasih!</b>
      Kopi &lt;b&gt;&amp;&quot; (Besar) × 2

      <b>Rahasia &lt;b&gt;</b>
      https://e.x/a?b=1&amp;c=2
      [🔗 Buka] url https://e.x/a?b=1&c=2
      [🧾 Struk] press receipt:tttttttttttttttttttttt | [📦 Lihat pesanan] press detail:tttttttttttttttttttttt
      (protected)"
    `)
    expect(shown({ content: { ...content, body: 'x'.repeat(20_000) } }).document!.name).toBe(
      'ORD-261121-ABC123-7-isi.txt',
    )
  })
})

test("a merchant's card of an order offers what its state allows", () => {
  const paid = order({ status: 'paid', paidAt, customerPhone: '0812', address: 'Jl. 5', note: 'pedas', mode: 'test' })
  expect(
    seen(orderCard({ order: paid, title: id.t.merchant.orderPaid, hint: id.t.merchant.needsHands }, id)),
  ).toMatchInlineSnapshot(`
    "<b>💰 Pesanan dibayar</b> · 🧪 UJI
    <b>ORD-261121-ABC123</b> · ✅ Sudah dibayar

    1. Kopi &lt;b&gt;&amp;&quot; (Besar) × 2 · Rp~40.000

    Total: <b>Rp~40.000</b>
    Pelanggan: Ayu &lt;b&gt;&amp;&quot;
    HP: <code>0812</code>
    Alamat: Jl. 5
    Catatan: pedas
    Dipesan: 21 Nov 2026 14.05 WIB
    Dibayar: 21 Nov 2026 14.11 WIB

    Siapkan barangnya, lalu tekan “Selesaikan”.
    [🛠 Kerjakan] press hand:ORD-261121-ABC123 | [📮 Kirim resi] press track:ORD-261121-ABC123
    [✅ Selesaikan] success press done:ORD-261121-ABC123 | [✖️ Batalkan] danger press void:ORD-261121-ABC123
    [💬 Tulis ke pembeli] press write:ORD-261121-ABC123"
  `)
  const buttons = (status: ReturnType<typeof order>['status']) =>
    orderCard({ order: order({ status }), title: '' }, en)
      .buttons!.flat()
      .map(button => button.text)
  expect(buttons('pending')).toEqual(['✖️ Cancel', '💬 Message the buyer'])
  expect(buttons('waiting_payment')).toEqual(['✖️ Cancel', '💬 Message the buyer'])
  expect(buttons('processing')).toEqual(['✅ Complete', '✖️ Cancel', '📮 Add tracking', '💬 Message the buyer'])
  expect(buttons('completed')).toEqual([])
  expect(buttons('cancelled')).toEqual([])
  expect(seen(voidView(paid, id))).toMatchInlineSnapshot(`
    "Batalkan pesanan ORD-261121-ABC123? Sudah dibayar: kembalikan uang pelanggan. Pelanggan dikabari.

    Pilih alasannya; pembeli ikut membacanya.
    [Stok habis] press voidyes:ORD-261121-ABC123:stock
    [Di luar jangkauan pengiriman] press voidyes:ORD-261121-ABC123:area
    [Toko sedang tutup] press voidyes:ORD-261121-ABC123:closed
    [Permintaan pembeli] press voidyes:ORD-261121-ABC123:wish
    [✏️ Tulis alasan] press voidwhy:ORD-261121-ABC123
    [✖️ Ya, batalkan] danger press voidyes:ORD-261121-ABC123 | [⬅️ Tidak jadi] press card:ORD-261121-ABC123"
  `)
})

test('help explains the steps from the product to the goods', () => {
  expect(seen(helpView({ storeName: 'Warung <b>', way: 'code', seller }, id.t))).toMatchInlineSnapshot(`
    "<b>❓ Bantuan Warung &lt;b&gt;</b>

    1. Pilih barang di /produk, atau ketik namanya.
    2. Tekan “Beli sekarang”, lalu “Bayar”.
    3. Scan QR-nya, atau simpan gambarnya dan pilih “dari galeri” di aplikasi bank/e-wallet.
    4. Barang digital langsung dikirim di chat ini; yang lain dikabari di sini.
    Barang dan struk bisa dibuka lagi di /pesanan. Masalah pembayaran: /paysupport

    [💬 Tanya penjual] press ask
    [🏠 Menu] press home"
  `)
})

test('help does not mention QR codes if money goes from e-wallet to e-wallet, in both languages', () => {
  for (const { t } of [id, en]) {
    const told = (way: 'code' | 'transfer' | 'either') => seen(helpView({ storeName: 'Warung', way }, t))
    expect(told('transfer')).not.toMatch(/QR|[Ss]can/)
    expect(told('transfer')).toMatch(/e-wallet/)
    expect(told('code')).not.toMatch(/[Tt]ransfer/)
    expect(told('either')).toMatch(/QR[\s\S]*[Tt]ransfer|[Tt]ransfer[\s\S]*QR/)
  }
})

test('a press can refer to rows beyond the first million, but not to an invalid row', () => {
  expect(readRowNumber('12345678')).toBe(12_345_678)
  for (const text of [undefined, '', '-1', '1e3', '1.5', '９', '1'.repeat(16)]) expect(readRowNumber(text)).toBeNull()
})

test('every button of every screen holds valid callback data of at most 64 bytes', () => {
  const views = [
    homeView({ storeName: '', isTest: false, cartUnits: 0, hasProducts: true, added: [] }, id),
    productView({ product: product(), variant: variant(), quantity: 99, image: null, username: 'x' }, id),
    cartView({ cart: cart(), page: 1 }, id),
    orderView({ order: order(), payment: null, methods: ['qris_platform', 'wallet_direct'], paymentUrl, now }, id),
    orderCard({ order: order({ status: 'paid', paidAt }), title: '' }, id),
  ]
  const presses = views
    .flatMap(view => view.buttons!.flat())
    .flatMap(button => ('press' in button ? [button.press] : []))
  expect(presses.length).toBeGreaterThan(15)
  for (const data of presses) {
    expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64)
    expect(readPress(data)).not.toBeNull()
  }
})
