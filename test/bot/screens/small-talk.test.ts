import { expect, test } from 'vitest'
import { readSmallTalk } from '../../../bot/screens/small-talk.ts'

test.each([
  ['terima kasih', 'thanks', ''],
  ['Makasih kak 🙏', 'thanks', ''],
  ['halo', 'greeting', ''],
  ['Assalamualaikum, permisi kak', 'greeting', ''],
  ['halo kak, ini masih ada?', 'stock', ''],
  ['ready gak min', 'stock', ''],
  ['kak saya sudah transfer', 'paid', ''],
  ['pembayaran belum masuk', 'paid', ''],
  ['halo kak, kopi susu masih ada?', null, 'kopi susu'],
  ['Kopi Hitam', null, 'Kopi Hitam'],
  ['apakah ada roti bakar', null, 'roti bakar'],
])('“%s” is %s, and “%s” is left to look for', (text, is, rest) => {
  expect(readSmallTalk(text)).toEqual({ is, rest })
})
