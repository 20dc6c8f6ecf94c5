import { expect, test } from 'vitest'
import { readSmallTalk } from '../../../bot/screens/small-talk.ts'

test.each([
  ['terima kasih', 'thanks', ''],
  ['Makasih kak 🙏', 'thanks', ''],
  ['ok siap', 'fine', ''],
  ['Sip kak', 'fine', ''],
  ['siap saji ayam', null, 'siap saji ayam'],
  ['halo', 'greeting', ''],
  ['Assalamualaikum, permisi kak', 'greeting', ''],
  ['halo kak, ini masih ada?', 'stock', ''],
  ['ready gak min', 'stock', ''],
  ['kak saya sudah transfer', 'paid', ''],
  ['pembayaran belum masuk', 'paid', ''],
  ['halo kak, kopi susu masih ada?', null, 'kopi susu'],
  ['ongkir ke bandung berapa kak?', 'question', ''],
  ['bisa cod?', 'question', ''],
  ['tokonya di mana ya', 'question', ''],
  ['buka jam berapa min', 'question', ''],
  ['how much is shipping to Bali?', 'question', ''],
  ['pesanan saya sudah sampai mana', 'order', ''],
  ['kapan dikirim ya kak', 'order', ''],
  ['where is my order?', 'order', ''],
  ['cara pesannya gimana', 'how', ''],
  ['how do I pay', 'how', ''],
  ['berapa harganya?', 'stock', ''],
  ['min mau pesan kopi susu', null, 'kopi susu'],
  ['kirim ke jogja bisa?', 'question', ''],
  ['Jl. Mawar 5 RT 1/2, Bandung', 'address', ''],
  ['jalan jalan', null, 'jalan jalan'],
  ['paket kopi 3 rasa', null, 'paket kopi 3 rasa'],
  ['COD points', null, 'COD points'],
  ['Kopi Hitam', null, 'Kopi Hitam'],
  ['apakah ada roti bakar', null, 'roti bakar'],
])('“%s” is %s, and “%s” is left to look for', (text, is, rest) => {
  expect(readSmallTalk(text)).toEqual({ is, rest })
})
