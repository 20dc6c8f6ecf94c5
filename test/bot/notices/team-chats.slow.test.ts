import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { create } from '../../payments/scenario.ts'
import { eventually, openStore, type Shown, type Store } from '../store.ts'

// Real grammY bots on the local Bot API: a merchant adds the platform's bot to a chat of the team, and presses one
// button.

let store: Store
let merchant: Awaited<ReturnType<Store['merchant']>>

beforeAll(async () => {
  store = await openStore()
  merchant = await store.merchant('Budi')
}, 120_000)

afterAll(() => store.close())

const platform = () => ({ bot: store.platform })
const newTeam = async (title: string, type = 'supergroup', creator = merchant.id): Promise<number> =>
  (await store.control('teams', { title, type, creator })).id
const setMember = (team: number, status: string, by = merchant.id) =>
  store.control('memberships', { bot: store.platform, team, by, status })
const textsIn = async (team: number): Promise<string[]> =>
  (await store.control(`messages?bot=${store.platform}&person=${team}`)).map(({ text }: Shown) => text)
const endpoints = async (): Promise<Shown[]> => (await store.shop.api('/list-endpoints')).body.data
const deliveries = async (id: string): Promise<Shown[]> =>
  (await store.shop.api(`/list-deliveries?endpoint_id=${id}`)).body.data

async function connect(title: string, type = 'supergroup'): Promise<{ team: number; id: string }> {
  const team = await newTeam(title, type)
  await setMember(team, type === 'channel' ? 'administrator' : 'member')
  const asked = await merchant.sees(`«${title}»`, platform())
  await merchant.pressOn(asked, 'Ya, kabari di sana', platform())
  await merchant.sees(`✅ «${title}»`, platform())
  const id = (await endpoints()).at(-1).endpoint_id
  // The types for a team are chosen on the dashboard; here each payment gets a sentence.
  await store.shop.api('/update-endpoint', { body: { endpoint_id: id, types: ['payment.created'] } })
  return { team, id }
}

beforeEach(async () => {
  for (const { endpoint_id } of await endpoints()) await store.shop.api('/delete-endpoint', { body: { endpoint_id } })
  store.shop.advance(60)
})

describe.each(['group', 'supergroup', 'channel'])('a %s', type => {
  test('a team chat that added the bot receives events after one press, with amount and link', async () => {
    const { team, id } = await connect(`Tim ${type}`, type)
    const [listed] = await endpoints()
    expect(listed).toMatchObject({ format: 'telegram', url: `Telegram: Tim ${type}`, language: 'id', enabled: true })
    const payment = await create(store.shop)
    const [text] = await eventually(async () => {
      const texts = await textsIn(team)
      return texts.length > 0 ? texts : undefined
    }, 'a message to the team')
    expect(text).toContain(payment.final_amount.toLocaleString('id-ID'))
    expect(text).toContain(`/pay?invoice=${payment.invoice_id}`)
    await eventually(async () => ((await deliveries(id))[0]?.state === 'delivered' ? true : undefined), 'a delivery')
    expect((await deliveries(id))[0].attempts).toMatchObject([{ status: 200, request: text }])
    const rows = await store.shop.app.sql.query<{ text: string }>('select e::text as text from endpoint e')
    expect(rows.map(row => row.text).join()).not.toContain(String(team))
  })

  test('a team chat that removed the bot is disabled with the reason, and the merchant is notified once', async () => {
    const { team } = await connect(`Bubar ${type}`, type)
    await setMember(team, type === 'group' ? 'left' : 'kicked')
    await create(store.shop)
    await create(store.shop)
    await eventually(async () => ((await endpoints())[0].enabled ? undefined : true), 'an endpoint that is off')
    expect(await endpoints()).toMatchObject([{ enabled: false, disabled_reason: 'gone', disabled_by: null }])
    const told = async () => (await merchant.chat(store.platform)).filter(({ text }) => text?.includes(`Bubar ${type}`))
    await merchant.sees(`Telegram: Bubar ${type}`, platform())
    await create(store.shop)
    expect((await told()).filter(({ text }) => text.includes('Telegram: Bubar'))).toHaveLength(1)
    expect(await textsIn(team)).toEqual([])
  })
})

test('a chat gets at most twenty messages a minute, and waiting ones are combined', async () => {
  const { team } = await connect('Ramai')
  for (let n = 0; n < 9; n++) await create(store.shop)
  const said = await eventually(async () => {
    store.shop.advance(3)
    const texts = await textsIn(team)
    return texts.join('\n').match(/INV-/g)?.length === 18 ? texts : undefined
  }, 'nine payments')
  // Each is identified by its number and in its link.
  expect(said.length).toBeLessThan(9)
  // The message can be read before its attempt is recorded.
  const rest = await eventually(async () => {
    const [row] = await store.shop.app.sql.query<{ rest: number | null }>(
      `select extract(epoch from rest_until - (select max(attempted_at) from endpoint_attempt a
         join endpoint_delivery d on d.id = a.delivery_id where d.endpoint_id = e.id))::integer as rest
       from endpoint e where deleted_at is null`,
    )
    return row!.rest ?? undefined
  }, 'the pause after an attempt')
  expect(rest).toBe(60 / 20)
})

test('a pause that Telegram requests is respected, and does not count as a failure', async () => {
  const { team, id } = await connect('Sibuk')
  await store.control('faults', { bot: store.platform, method: 'sendMessage', retry_after: 40, count: 1 })
  await create(store.shop)
  await eventually(async () => (await deliveries(id))[0]?.attempts[0], 'a first attempt')
  expect((await deliveries(id))[0]).toMatchObject({ state: 'pending', attempts: [{ status: 429 }] })
  store.shop.advance(30)
  await store.shop.work()
  expect(await textsIn(team)).toEqual([])
  store.shop.advance(30)
  await eventually(async () => ((await textsIn(team)).length === 1 ? true : undefined), 'the message')
  expect((await endpoints())[0]).toMatchObject({ enabled: true, failing_since: null })
})

// The Bot API repeatedly answers this if the topic of a forum was closed or deleted.
test.each(['Bad Request: TOPIC_CLOSED', 'Bad Request: message thread not found'])(
  'a closed or deleted topic (%s) switches the endpoint off at once',
  async description => {
    const { team } = await connect(`Topik ${description.length}`)
    const fault = { bot: store.platform, method: 'sendMessage', error_code: 400, description, count: 1 }
    await store.control('faults', fault)
    await create(store.shop)
    await eventually(async () => ((await endpoints())[0].enabled ? undefined : true), 'an endpoint that is off')
    expect(await endpoints()).toMatchObject([{ disabled_reason: 'gone' }])
    expect(await textsIn(team)).toEqual([])
  },
)

test('a group that became a supergroup keeps receiving messages at its new id', async () => {
  const { team, id } = await connect('Pindah', 'group')
  const { id: moved } = await store.control('upgrades', { team })
  for (const count of [1, 2]) {
    await create(store.shop)
    store.shop.advance(5)
    await eventually(async () => ((await textsIn(moved)).length === count ? true : undefined), `${count} there`)
  }
  await eventually(async () => ((await deliveries(id))[0].state === 'delivered' ? true : undefined), 'a delivery')
  expect(await textsIn(team)).toEqual([])
})

test('a chat that is added again keeps its existing endpoint', async () => {
  const { team, id } = await connect('Kembali')
  await store.shop.api('/update-endpoint', { body: { endpoint_id: id, enabled: false } })
  await setMember(team, 'left')
  await setMember(team, 'member')
  const asked = await eventually(async () => {
    const all = (await merchant.chat(store.platform)).filter(({ text }) => text?.includes('masuk ke «Kembali»'))
    return all.at(-1)
  }, 'the question')
  await merchant.pressOn(asked, 'Ya, kabari di sana', platform())
  await eventually(async () => ((await endpoints())[0].enabled ? true : undefined), 'an endpoint that is on')
  expect(await endpoints()).toMatchObject([{ endpoint_id: id, types: ['payment.created'] }])
})

test('users without a shop, users who do not administer the chat, and forged buttons connect nothing', async () => {
  const stranger = await store.person({ first_name: 'Orang lain' })
  await stranger.say('/start', platform())
  await setMember(await newTeam('Asing', 'group', stranger.id), 'member', stranger.id)
  await stranger.sees('tidak boleh mengatur toko mana pun', platform())

  const foreign = await newTeam('Milik orang', 'group', stranger.id)
  await setMember(foreign, 'member', merchant.id)
  const asked = await merchant.sees('«Milik orang»', platform())
  const pressed = await merchant.pressOn(asked, 'Ya, kabari di sana', platform())
  expect(pressed.answer?.text ?? (await merchant.sees('Hanya admin', platform())).text).toContain('Hanya admin')
  await merchant.pressData(asked.message_id, 'team:999999:-1001900000001', platform())
  await merchant.pressData(asked.message_id, `team:${store.shop.demo.accountId}:${merchant.id}`, platform())
  await stranger.pressData(asked.message_id, `team:${store.shop.demo.accountId}:${foreign}`, platform())
  await merchant.pressOn(asked, 'Tidak', platform())
  await merchant.sees('tidak diberi tahu apa-apa', platform())
  expect(await endpoints()).toEqual([])
})
