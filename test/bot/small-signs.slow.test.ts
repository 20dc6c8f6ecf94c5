import { afterAll, beforeAll, expect, test } from 'vitest'
import { buttonsOf, type Customer, eventually, openStore, type Shown, type Store, textOf, workUntil } from './store.ts'

let store: Store
let owner: Customer
beforeAll(async () => {
  store = await openStore()
  await store.sell(`products: [{ key: teh, kind: physical, name: Teh Tarik, price: 13000, asks: [], stock: 9 }]`)
  owner = await store.merchant('Bu Sri')
}, 60_000)
afterAll(() => store?.close())

/** Collects the actions that Telegram shows above a person's keyboard, such as "sending a photo". */
async function watchActions(person: Customer): Promise<{ seen: string[]; stop(): void }> {
  const stopping = new AbortController()
  const answer = await fetch(`${store.botApiUrl}/control/events?person=${person.id}`, { signal: stopping.signal })
  const seen: string[] = []
  const read = async () => {
    let left = ''
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream())) {
      const lines = (left + part).split('\n')
      left = lines.pop()!
      for (const line of lines.filter(one => one.startsWith('data: '))) {
        const { kind, action } = JSON.parse(line.slice(6))
        if (kind === 'action') seen.push(action)
      }
    }
  }
  read().catch(() => {})
  return { seen, stop: () => stopping.abort() }
}

async function pressPay(person: Customer): Promise<void> {
  await person.say('Teh Tarik')
  await person.press('Teh Tarik')
  await person.press('Beli sekarang')
  await person.press('Bayar Rp')
}

const there = () => ({ bot: store.platform })
const pinnedOf = async (person: Customer): Promise<Shown[]> =>
  (await person.chat()).filter((message: Shown) => message.pinned)

test('the chat shows that a picture is coming while a code is made, and pins the code until it is paid', async () => {
  const ayu = await store.person()
  const actions = await watchActions(ayu)
  await store.shop.sandbox('/faults', { connector: 'interactive', endpoint: 'charge', mode: 'timeout', count: 1 })
  await pressPay(ayu)
  await eventually(async () => {
    await store.shop.work()
    return actions.seen.length > 0 || undefined
  }, 'an action')
  expect(new Set(actions.seen)).toEqual(new Set(['upload_photo']))
  actions.stop()
  await workUntil(store, ayu, /Bayar sebelum/)
  const code = await ayu.sees('Bayar sebelum')
  const pinned = await eventually(async () => {
    const found = await pinnedOf(ayu)
    return found.length > 0 ? found : undefined
  }, 'a pinned code')
  expect(pinned.map(({ message_id: id }) => id)).toEqual([code.message_id])
  await store.shop.sandbox('/transfers', { invoice_id: /INV-\w+/.exec(textOf(code))![0] })
  await eventually(async () => {
    await store.shop.hurry()
    await store.shop.work()
    return (await pinnedOf(ayu)).length === 0 || undefined
  }, 'no pinned message')
})

test('a cancelled code is unpinned', async () => {
  const budi = await store.person()
  await pressPay(budi)
  await workUntil(store, budi, /Bayar sebelum/)
  await eventually(async () => (await pinnedOf(budi)).length === 1 || undefined, 'a pinned code')
  await budi.press('Batalkan')
  await budi.press('Ya')
  await eventually(async () => {
    await store.shop.work()
    return (await pinnedOf(budi)).length === 0 || undefined
  }, 'no pinned message')
})

test('a message that the seller opened to answer gets a thumbs-up once, and no other message does', async () => {
  const sari = await store.person({ first_name: 'Sari' })
  await sari.say('/tanya')
  await sari.sees('Tulis pesanmu')
  await sari.say('Masih ada, kak?')
  await sari.sees('sudah sampai ke penjual')
  const asked = await eventually(
    async () =>
      (await owner.chat(store.platform)).find((message: Shown) => textOf(message).includes('Masih ada, kak?')),
    'the message of the customer',
  )
  const said = (await sari.chat()).find((message: Shown) => textOf(message) === 'Masih ada, kak?')!
  expect(said.reactions ?? []).toEqual([])
  expect(buttonsOf(asked).map(({ text }: { text: string }) => text)).toContain('↩️ Balas')
  await owner.press('Balas', there())
  const read = await eventually(async () => {
    await store.shop.work()
    const message = (await sari.chat()).find(({ message_id: id }: Shown) => id === said.message_id)
    return message?.reactions ? message : undefined
  }, 'a thumb')
  expect(read.reactions).toEqual([{ type: 'emoji', emoji: '👍' }])
  await owner.say('Masih!', there())
  await sari.sees('Masih!')
  const withThumb = (await sari.chat()).filter(({ reactions }: Shown) => reactions)
  expect(withThumb.map(({ message_id: id }: Shown) => id)).toEqual([said.message_id])
  const readNotices = "select count(*)::int as count from notice where kind = 'order.seller_read'"
  expect(await store.shop.app.sql.query(readNotices)).toEqual([{ count: 1 }])
})
