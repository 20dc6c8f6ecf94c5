import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { Connection } from '../../src/connections/connection.ts'
import { openLine } from '../../src/connections/connection-call.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { switchConnection } from '../../src/connections/switch-connection.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { makeKeys } from '../../src/connectors/xendit/simulator-account.ts'
import { createAccount } from '../../src/people/create-account.ts'
import { secret } from '../connectors/mutations/phone.ts'
import { signInAs } from '../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../web/web-shop.ts'

let shop: WebShop
let accountId: number

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

let merchants = 0
async function newMerchant(): Promise<void> {
  const account = await createAccount(shop.app, { name: `kasir${++merchants}`, isVerified: true, plan: 'premium' })
  accountId = account.id
}

const phone = (account: string, method = 'wallet_direct') => ({
  method,
  account,
  dialect: 'native',
  secret,
  apps: ['id.dana'],
})

const connect = (account: string, method?: string, label = 'HP kasir') =>
  createConnection(shop.app, {
    accountId,
    connector: 'mutations',
    mode: 'test',
    label,
    credentials: phone(account, method),
  })

const accountsOf = async () =>
  (
    await shop.app.sql.query<{ external_id: string }>(
      'select external_id from receiving_account where owner_id = $1 order by id',
      [accountId],
    )
  ).map(({ external_id }) => external_id)

describe('the number of a phone', () => {
  test.each([
    ['0812 3456 7890', undefined, '081234567890'],
    ['+62 812-3456-7890', 'qris_user', '081234567890'],
    ['6281234567890', undefined, '081234567890'],
    ['81234567890', undefined, '081234567890'],
    // A merchant id is not a phone number.
    ['885211112222', 'qris_user', '885211112222'],
    ['ID1020034567890', 'qris_user', 'ID1020034567890'],
    ['021 555 1234', undefined, '021 555 1234'],
  ])('the phone number %s for %s is stored as %s', async (typed, method, stored) => {
    await newMerchant()
    await connect(typed, method)
    expect(await accountsOf()).toEqual([stored])
  })

  test('a phone number in another notation keeps it, and the refusal names its connection', async () => {
    await newMerchant()
    const id = await connect('081234567890')
    const spelled = '0812 3456 7890'
    await shop.app.sql.write('update receiving_account set external_id = $2 where owner_id = $1', [accountId, spelled])
    await expect(connect('+6281234567890', 'qris_user')).rejects.toMatchObject({
      fields: [{ path: 'connector', error: `is connected already: connection ${id}, HP kasir, for ${spelled}` }],
    })
    await replaceCredentials(shop.app, accountId, { connectionId: id, credentials: phone('081234567890') })
    await replaceCredentials(shop.app, accountId, { connectionId: id, credentials: phone(spelled) })
    await switchConnection(shop.app, accountId, { connectionId: id, isActive: false })
    await connect('62 812 3456 7890', 'qris_user')
    expect(await accountsOf()).toEqual([spelled])
  })

  test('a phone number in two notations is refused if a connection reads one of them', async () => {
    await newMerchant()
    const first = await connect('081234567891')
    await shop.app.sql.write(`update receiving_account set external_id = '0812 3456 7890' where owner_id = $1`, [
      accountId,
    ])
    await switchConnection(shop.app, accountId, { connectionId: first, isActive: false })
    await connect('081234567892', 'qris_user')
    await shop.app.sql.write(
      `update receiving_account set external_id = '081234567890' where owner_id = $1 and external_id = '081234567892'`,
      [accountId],
    )
    await expect(connect('0812-3456-7890', 'wallet_qris')).rejects.toMatchObject({
      fields: [{ code: 'connected_here', account: '081234567890' }],
    })
  })
})

describe('a second connection', () => {
  test("a second connection of one method is refused with the first one's name and no other account's", async () => {
    await newMerchant()
    const owner = await signInAs(shop, { accountId })
    const path = '/dashboard/connections/add/mutations'
    const fields = { act: 'connect', method: 'wallet_direct', dialect: 'native', apps: 'id.dana' }
    const first = await owner.post(path, { ...fields, label: 'HP depan', account: '0812 3456 7890' })
    expect(first.status).toBe(303)
    const second = await owner.post(`${path}?lang=en`, { ...fields, label: 'HP dapur', account: '081299990001' })
    expect(second.status).toBe(400)
    expect(second.text).toContain('HP depan (081234567890)')
    expect(second.text).not.toMatch(/another account|akun lain/i)
  })

  test("a second connection of another account's wallet is refused without a name", async () => {
    const wallet = (owner: number) =>
      createConnection(shop.app, {
        accountId: owner,
        connector: 'wallet',
        mode: 'test',
        label: 'Rahasia',
        credentials: makeBridgedCredentials(shop.sandboxUrl, 'wallet', '081277770001'),
      })
    await newMerchant()
    await wallet(accountId)
    await newMerchant()
    await expect(wallet(accountId)).rejects.toMatchObject({
      fields: [{ error: 'is connected already, by another account', code: 'connected_already' }],
    })
  })
})

test('a new secret key or a new webhook token of Xendit, pasted alone, leaves the rest as it is', async () => {
  await newMerchant()
  const { secret_key, webhook_token } = makeKeys(`TOKO${accountId}`)
  const base_url = `${shop.sandboxUrl}/xendit`
  const connectionId = await createConnection(shop.app, {
    accountId,
    connector: 'xendit',
    mode: 'test',
    label: 'Xendit',
    credentials: { secret_key, webhook_token, base_url },
  })
  const type = (credentials: object) =>
    replaceCredentials(shop.app, accountId, { connectionId, credentials, isFromForm: true })
  const stored = async () => {
    const connection = await shop.app.em('installation').findOneOrFail(Connection, { id: connectionId })
    return openLine(shop.app, connection).call.credentials
  }
  const rotated = `${secret_key}.2`
  await type({ secret_key: rotated })
  expect(await stored()).toMatchObject({ secret_key: rotated, webhook_token, base_url })
  await type({ webhook_token: 'another' })
  expect(await stored()).toMatchObject({ secret_key: rotated, webhook_token: 'another', base_url })
})
