import { afterEach, describe, expect, test } from 'vitest'
import { type Chats, startChats } from '../bot/chats.ts'
import { pressedShop, pressOn } from './pressed-shop.ts'

const customers = Number(process.env.CUSTOMERS ?? 200)
const pressesEach = Number(process.env.PRESSES ?? 20)
const acknowledgedMsMax = 300

let chats: Chats
afterEach(() => chats.close())

describe(`${customers} customers at once`, () => {
  test.each(['polling', 'webhook'] as const)(
    'are acknowledged within 300 ms, p99, by %s',
    async updates => {
      chats = await startChats({ updates, screens: { shop: [pressedShop], platform: [] } })
      const people = await Promise.all(Array.from({ length: customers }, () => chats.machine.startedPerson(chats.shop)))
      await chats.settle()
      const waits: number[] = []
      await Promise.all(
        people.map(async person => {
          const shown = (await chats.messages(person)).at(-1)
          for (let round = 0; round < pressesEach; round++) {
            const pressed = await chats.press(person, shown.message_id, { data: pressOn(round) })
            waits.push(pressed.answered_after_ms)
          }
        }),
      )
      waits.sort((one, other) => one - other)
      const at = (share: number) => Math.round(waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!)
      process.stdout.write(
        `${updates}: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms of ${waits.length} presses\n`,
      )
      await chats.settle()
      expect(at(0.99)).toBeLessThan(acknowledgedMsMax)
      const last = await Promise.all(people.map(async person => (await chats.texts(person)).at(-1)))
      expect(new Set(last)).toEqual(new Set([`Layar ${pressesEach}`]))
    },
    300_000,
  )
})
