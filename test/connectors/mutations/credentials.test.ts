import { describe, expect, test } from 'vitest'
import { mutations } from '../../../src/connectors/mutations/mutations.ts'

const secret = 'a-secret-of-16-c'
const good = { method: 'wallet_direct', dialect: 'native', apps: ['id.dana'], account: '081234567890', secret }
const taught = { app: 'Bank Baru', packages: ['id.baru'], sentences: ['masuk {amount}'] }
const pathsOf = (changes: object) =>
  mutations.credentials.safeParse({ ...good, ...changes }).error?.issues.map(({ path }) => path.join('.')) ?? []
const many = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

describe('the settings of a forwarding phone', () => {
  test.each<[string, object[], object[]]>([
    ['method', [{ method: 'qris_user' }, { method: 'wallet_qris' }], [{ method: 'qris' }]],
    [
      'dialect',
      [{ dialect: 'payhook' }, { dialect: 'plain' }, { dialect: 'forwarder' }],
      [{ dialect: 'other' }, { dialect: undefined }],
    ],
    ['apps', [{ apps: many(100, 'x'.repeat(100)) }], [{ apps: [] }, { apps: many(101, 'id.dana') }]],
    ['account', [{ account: '123' }, { account: 'x'.repeat(50) }], [{ account: '12' }, { account: 'x'.repeat(51) }]],
    [
      'heartbeat_s',
      [{ heartbeat_s: 10 }, { heartbeat_s: 3_600 }],
      [{ heartbeat_s: 9 }, { heartbeat_s: 3_601 }, { heartbeat_s: 10.5 }],
    ],
    ['amount_max', [{ amount_max: 1 }], [{ amount_max: 0 }, { amount_max: 1.5 }]],
    [
      'secret',
      [{ secret: '!'.repeat(16) }, { secret: '~'.repeat(200) }],
      [
        { secret: 'x'.repeat(15) },
        { secret: 'x'.repeat(201) },
        { secret: 'a secret with blanks' },
        { secret: 'é'.repeat(16) },
      ],
    ],
    ['others', [{ others: many(3, secret) }], [{ others: many(4, secret) }]],
    ['retired', [{ retired: many(5, secret) }], [{ retired: many(6, secret) }]],
    ['sentences', [{ sentences: many(20, taught) }], [{ sentences: many(21, taught) }]],
  ])('%s has its limits', (field, accepted, refused) => {
    for (const changes of accepted) expect(pathsOf(changes), JSON.stringify(changes)).toEqual([])
    for (const changes of refused) expect(pathsOf(changes), JSON.stringify(changes)).toEqual([field])
  })

  test.each<[string, object, object]>([
    ['app', { app: 'x'.repeat(50) }, { app: 'x'.repeat(51) }],
    ['packages', { packages: many(20, 'x'.repeat(100)) }, { packages: many(21, 'id.baru') }],
    ['titles', { titles: many(20, 'x'.repeat(100)) }, { titles: many(21, 'Bank') }],
    ['sentences', { sentences: many(50, '{amount}'.padEnd(300, 'x')) }, { sentences: many(51, '{amount}') }],
  ])('the %s of a taught app have their limits', (field, accepted, refused) => {
    expect(pathsOf({ sentences: [{ ...taught, ...accepted }] })).toEqual([])
    expect(pathsOf({ sentences: [{ ...taught, ...refused }] })).toEqual([`sentences.0.${field}`])
  })

  test('a taught sentence contains an amount, in at most three hundred characters', () => {
    for (const sentence of ['masuk', '{amount}'.padEnd(301, 'x')]) {
      expect(pathsOf({ sentences: [{ ...taught, sentences: [sentence] }] })).toEqual(['sentences.0.sentences.0'])
    }
    for (const changes of [{ app: '' }, { packages: [] }, { sentences: [] }]) {
      expect(pathsOf({ sentences: [{ ...taught, ...changes }] })).toHaveLength(1)
    }
  })

  test('only fadzPay needs a token and a PIN', () => {
    const fadzpay = { dialect: 'fadzpay', token: 't', pin: '123456' }
    expect(pathsOf(fadzpay)).toEqual([])
    expect(pathsOf({ ...fadzpay, pin: undefined })).toEqual(['token'])
    expect(pathsOf({ ...fadzpay, token: undefined })).toEqual(['token'])
    expect(pathsOf({ token: 'x'.repeat(201) })).toEqual(['token'])
    expect(pathsOf({ pin: 'x'.repeat(51) })).toEqual(['pin'])
  })
})

describe('the keys of phones', () => {
  const credentials = mutations.credentials.parse(good)

  test('a phone gets a key that strangers cannot guess, and fadzPay a token and a PIN', () => {
    const { secret: made, ...filled } = mutations.complete!({ ...good, secret: undefined })
    expect(filled).toEqual({ ...good, secret: undefined } satisfies object as object)
    expect(String(made).length).toBeGreaterThanOrEqual(40)
    expect(mutations.complete!(good).secret).not.toBe(made)
    expect(mutations.complete!({ ...good, dialect: 'fadzpay' })).toMatchObject({
      token: expect.stringMatching(/^.{16,}$/),
      pin: expect.stringMatching(/^\d{6}$/),
    })
  })

  test('a new key retires all earlier ones, and the last five are remembered', () => {
    const old = {
      ...credentials,
      others: ['o1', 'o2'],
      retired: ['r1', 'r2', 'r3'],
      heartbeat_s: 60,
      token: 't',
      pin: 'p',
    }
    const renewed = mutations.renewKey!({ ...old, dialect: 'plain', token_in_address: true })
    expect(renewed).toEqual({
      method: good.method,
      apps: good.apps,
      account: good.account,
      sentences: [],
      dialect: 'native',
      secret: expect.stringMatching(/^.{40,}$/),
      retired: [secret, 'o1', 'o2', 'r1', 'r2'],
    })
    expect(renewed.secret).not.toBe(secret)
    expect(mutations.renewKey!(credentials)).toMatchObject({ retired: [secret] })
  })

  test('up to three additional phones have keys of their own', () => {
    const first = mutations.addKey!(credentials)!
    expect(first).toEqual({ ...credentials, others: [expect.stringMatching(/^.{40,}$/)] })
    const third = mutations.addKey!(mutations.addKey!(first)!)!
    expect(new Set(third.others).size).toBe(3)
    expect(mutations.addKey!(third)).toBeNull()
  })

  test('all keys are removed from a text', () => {
    const all = { ...credentials, token: 't0ken', pin: '987654', others: ['0ther'], retired: ['ret1red'] }
    expect(mutations.scrub(all, `${secret} t0ken 987654 0ther ret1red`)).toBe(Array(5).fill('[secret]').join(' '))
  })

  test('the setup page shows what the phone needs, each app once', () => {
    const apps = ['com.bca', 'com.bca.myBCA', 'id.baru']
    expect(mutations.forwarder!({ ...credentials, apps, heartbeat_s: 60 })).toEqual({
      dialect: 'native',
      secret,
      others: [],
      token: null,
      pin: null,
      apps: ['BCA', 'id.baru'],
      heartbeatS: 60,
      packages: apps,
    })
    const more = { others: ['o'], token: 't', pin: 'p' }
    expect(mutations.forwarder!({ ...credentials, ...more })).toMatchObject({ ...more, heartbeatS: null })
  })
})

test('an account is a phone number in its local form, or the id of a merchant', () => {
  const accountOf = (account: string, method = 'wallet_direct') =>
    mutations.receivingAccount({
      ...mutations.credentials.parse({ ...good, account }),
      method: method as 'wallet_qris',
    })
  expect([accountOf('+62 812-3456-7890'), accountOf('81234567890')]).toEqual(['081234567890', '081234567890'])
  // The id of a merchant may begin with the same digit.
  expect(accountOf('81234567890', 'wallet_qris')).toBe('81234567890')
  expect(accountOf('081234567890', 'wallet_qris')).toBe('081234567890')
  expect(accountOf('TOKO-1')).toBe('TOKO-1')
})

test('the answer to a refused request has its reason and the time of the shop', () => {
  const receivedAt = new Date('2026-11-22T10:00:00Z')
  const answerTo = (kind: Parameters<NonNullable<typeof mutations.refusePush>>[0]) => {
    const { status, body } = mutations.refusePush!(kind, { receivedAt } as never)
    expect(body).toEqual({ success: false, error: expect.any(String), server_time: '2026-11-22T10:00:00.000Z' })
    return status
  }
  expect((['unauthorized', 'refused', 'unreachable', 'unexpected'] as const).map(answerTo)).toEqual([
    401, 410, 503, 400,
  ])
})
