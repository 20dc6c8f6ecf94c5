import { afterAll, beforeAll, expect, test } from 'vitest'
import { ruleTexts } from '../../../src/modules/notification-rules/texts/rule-texts.ts'
import { openStore, type Store, textOf } from '../../bot/store.ts'
import { statusOf } from '../../payments/scenario.ts'
import { connectPhoneOfBank } from './phone-of-bank.ts'
import { worded } from './words-of-bank.ts'

let store: Store

beforeAll(async () => {
  store = await openStore()
}, 60_000)
afterAll(async () => await store?.close())

test('the owner answers yes in the chat, sees the rule, creates it, and the next notification pays', async () => {
  const { shop, platform } = store
  const there = { bot: platform }
  const phone = await connectPhoneOfBank(shop)
  const owner = await store.merchant('Bu Sri', phone.accountId)
  const [waiting, next] = [await phone.order(), await phone.order()]
  await phone.show(worded(waiting.final_amount, 'RAHASIA CONTOH'))
  await shop.work()
  const question = await owner.sees('nyampe ke kantongmu', there)
  expect(textOf(question)).not.toContain('RAHASIA')

  await owner.press(ruleTexts.id.yes, there)
  const preview = await owner.sees(ruleTexts.id.makeTitle, there)
  expect(textOf(preview)).toContain(waiting.invoice_id)
  expect(await statusOf(shop, waiting, phone.key)).toBe('pending')
  await owner.press(ruleTexts.id.make, there)
  await owner.sees(ruleTexts.id.made, there)
  expect(await statusOf(shop, waiting, phone.key)).toBe('paid')
  await phone.show(worded(next.final_amount, 'Andi Wijaya'))
  expect(await statusOf(shop, next, phone.key)).toBe('paid')
})
