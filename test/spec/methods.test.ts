import { describe, expect } from 'vitest'
import { grantPlatform } from '../../src/accounts/grant-platform.ts'
import { setPlatformFee } from '../../src/accounts/set-platform-fee.ts'
import { storeOwnCode } from '../../src/connections/store-own-code.ts'
import { demoMerchant } from '../../src/connectors/simulator/demo-merchant.ts'
import { makeStaticCode } from '../../src/connectors/simulator/qris-code.ts'
import { setMaintenance } from '../../src/methods/set-maintenance.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { demoAccounts } from '../kit/demo-accounts.ts'
import { type Check, openShops, row, subscriptionOnly, type Variant, verificationOnly } from './spec.ts'

openShops()

const methods = ['qris', 'qris_platform', 'qris_user', 'wallet_qris', 'wallet_direct']
const limit = 750_000

/** Allows the account to use `qris_platform`, with its own merchant id. */
async function grant({ shop }: Variant, feeBps = 0): Promise<void> {
  await grantPlatform(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    merchantId: demoMerchant.id,
    maxAmount: limit,
    staticQris: demoMerchant.staticQris,
  })
  await setPlatformFee(shop.app, shop.demo.accountId, feeBps)
  shop.forgetKeys()
}

// biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
async function item({ api }: Variant, id: string, key?: string): Promise<any> {
  const { body } = await api('/get-payment-methods', key ? { key } : {})
  return body.data.payment_methods.find((method: { id: string }) => method.id === id)
}

describe('the ids', () => {
  const lists =
    (id: string): Check =>
    async variant =>
      expect((await item(variant, id)).id).toBe(id)
  row('2.2', 'Method id `qris`', lists('qris'))
  row('2.2', 'Method id `qris_platform`', lists('qris_platform'))
  row('2.2', 'Method id `qris_user`', lists('qris_user'))
  row('2.2', 'Method id `wallet_qris`', lists('wallet_qris'))
  row('2.2', 'Method id `wallet_direct`', lists('wallet_direct'))

  row('2.2', 'wallet_qris marked recommended', async variant => {
    for (const id of methods) expect((await item(variant, id)).recommended).toBe(id === 'wallet_qris')
  })
})

describe('an item of get-payment-methods', () => {
  const has =
    (fields: Record<string, unknown>, ids = methods): Check =>
    async variant => {
      for (const id of ids) expect(await item(variant, id)).toMatchObject(fields)
    }
  const text = expect.any(String)
  const boolean = expect.any(Boolean)
  row('2.2', 'Method item: id, name, description', has({ id: text, name: text, description: text }))
  row(
    '2.2',
    'Method item: enabled / available / maintenance',
    has({ enabled: boolean, available: boolean, maintenance: boolean }),
  )
  row('2.2', 'Method item: requirements array', has({ requirements: expect.any(Array) }))
  row('2.2', 'Method item: icon', has({ icon: text }))
  row(
    '2.2',
    'Method item: verified_only / subscription_required',
    has({ verified_only: boolean, subscription_required: boolean }),
  )
  row('2.2', 'Method item: has_grant / has_mid', has({ has_grant: boolean, has_mid: boolean }, ['qris_platform']))
  row('2.2', 'Method item: max_amount', async variant => {
    expect((await item(variant, 'qris')).max_amount).toBe(500_000)
    expect((await item(variant, 'wallet_qris')).max_amount).toBeNull()
  })
  row('2.2', 'Method item: has_bank_configured / has_qris_image / has_wallet_direct_connected', async variant => {
    expect(await item(variant, 'qris_user')).toMatchObject({ has_bank_configured: true, has_qris_image: true })
    expect(await item(variant, 'wallet_qris')).toMatchObject({ has_qris_image: true })
    expect(await item(variant, 'wallet_direct')).toMatchObject({ has_wallet_direct_connected: true })
  })

  row('4.2', 'get-payment-methods: payment_methods, user_status, feature_status', async ({ api }) => {
    const { data } = (await api('/get-payment-methods')).body
    expect(data.payment_methods).toHaveLength(5)
    expect(data.user_status).toMatchObject({
      is_verified: boolean,
      has_active_subscription: boolean,
      has_qris_platform_grant: boolean,
      has_wallet_qris_connected: boolean,
      has_wallet_direct_connected: boolean,
      has_bank_configured: boolean,
      has_qris_image: boolean,
    })
    for (const id of methods) expect(data.feature_status[id]).toBe(true)
  })
})

describe('a method is not available', () => {
  /** Checks that the list and the refusal agree. */
  async function refused(variant: Variant, method: string, key: string, words: RegExp): Promise<void> {
    const listed = await item(variant, method, key)
    expect(listed.available).toBe(false)
    expect(listed.requirements.join(' ')).toMatch(words)
    const { status, body } = await variant.api('/create-payment', {
      key,
      body: { amount: 20_000, payment_method: method },
    })
    expect(status).toBe(400)
    for (const requirement of listed.requirements) expect(JSON.stringify(body)).toContain(requirement)
  }

  row('2.2', 'Availability fails: operator maintenance', async variant => {
    const { shop } = variant
    await setMaintenance(shop.app, 'wallet_direct', 'moving house')
    shop.forgetKeys()
    await refused(variant, 'wallet_direct', shop.keys.demo, /moving house/)
    await setMaintenance(shop.app, 'wallet_direct', null)
    shop.forgetKeys()
  })

  row(
    '2.2',
    'Availability fails: not verified (verification)',
    async variant => {
      const { shop } = variant
      await shop.app.sql.write('update account set is_verified = false where id = $1', [shop.second.accountId])
      shop.forgetKeys()
      await refused(variant, 'wallet_direct', shop.keys.second, /verified/)
      await shop.app.sql.write('update account set is_verified = true where id = $1', [shop.second.accountId])
      shop.forgetKeys()
    },
    verificationOnly,
  )

  const withoutPlan: Check = async variant => {
    const { shop } = variant
    const plans = await shop.app.sql.query<{ id: number; ends_at: Date }>(
      "update subscription set ends_at = '2020-02-01', starts_at = '2020-01-01' where account_id = $1 returning id",
      [shop.second.accountId],
    )
    shop.forgetKeys()
    await refused(variant, 'wallet_direct', shop.keys.second, /subscription/)
    await refused(variant, 'qris', shop.keys.second, /subscription/)
    for (const plan of ['trial', 'paid']) {
      await shop.app.sql.write("update subscription set plan = $2, ends_at = 'infinity' where id = $1", [
        plans[0]!.id,
        plan,
      ])
      shop.forgetKeys()
      expect((await item(variant, 'wallet_direct', shop.keys.second)).available).toBe(true)
    }
    await shop.app.sql.write("update subscription set plan = 'premium' where id = $1", [plans[0]!.id])
    shop.forgetKeys()
  }
  row('2.2', 'Availability fails: no active subscription', withoutPlan, subscriptionOnly)
  row('4.1 r3', 'Active subscription (trial or paid) required to create', withoutPlan, subscriptionOnly)

  row('2.2', 'Availability fails: configuration incomplete', async variant => {
    await refused(variant, 'qris_user', variant.shop.keys.second, /bank/i)
    await refused(variant, 'wallet_qris', variant.shop.keys.second, /wallet/i)
  })

  row(
    '4.1 r3',
    'qris_platform: premium, approval, MID, provider key',
    async variant => {
      await refused(variant, 'qris_platform', variant.shop.keys.second, /Approval.*merchant id/)
      await grant(variant)
      expect(await item(variant, 'qris_platform')).toMatchObject({ available: true, has_grant: true, has_mid: true })
    },
    subscriptionOnly,
  )

  row(
    '4.1 r4',
    'Verification: wallet_direct needs verified account and e-wallet',
    async variant => {
      await refused(variant, 'wallet_direct', variant.shop.keys.live, /e-wallet/)
      expect((await item(variant, 'wallet_direct')).available).toBe(true)
    },
    verificationOnly,
  )

  row(
    '4.1 r4',
    'Verification: qris_user bank config; wallet_qris OTP wallet',
    async variant => {
      await refused(variant, 'qris_user', variant.shop.keys.second, /Bank QRIS/)
      await refused(variant, 'wallet_qris', variant.shop.keys.live, /No wallet is connected by OTP/)
      await refused(variant, 'wallet_qris', variant.shop.keys.second, /The QRIS image of the wallet/)
    },
    verificationOnly,
  )

  row(
    '4.1',
    'rule 4: `wallet_qris` is opened by a wallet connected by OTP',
    async variant => {
      const { shop } = variant
      const { id } = shop.second.connections.find(({ connector }) => connector === 'wallet')!
      const owner = { accountId: shop.second.accountId, mode: 'test' as const }
      await storeOwnCode(shop.app, owner, id, { qris: makeStaticCode(demoAccounts.wallet, 'SITI RAHMA') })
      shop.forgetKeys()
      expect(await item(variant, 'wallet_qris', shop.keys.second)).toMatchObject({ available: true, requirements: [] })
      const payment = await variant.create({ payment_method: 'wallet_qris' }, shop.keys.second)
      expect(payment.payment_method).toBe('wallet_qris')
      await shop.app.sql.write('update connection set static_qris = null where id = $1', [id])
      shop.forgetKeys()
    },
    verificationOnly,
  )
})

describe('amounts', () => {
  const statusOf = async ({ api }: Variant, payment_method: string, amount: number) =>
    (await api('/create-payment', { body: { amount, payment_method } })).status

  row('8', 'Maximum 500000 for qris or all', async variant => {
    expect(await statusOf(variant, 'qris', 500_000)).toBe(200)
    expect(await statusOf(variant, 'qris', 500_001)).toBe(400)
  })

  const unlimited: Check = async variant => {
    for (const method of ['qris_user', 'wallet_qris']) expect(await statusOf(variant, method, 90_000_000)).toBe(200)
  }
  row('4.1', 'No maximum for qris_user, wallet_qris', unlimited)
  row('8', 'qris_user, wallet_qris no maximum', unlimited)

  const byOperator: Check = async variant => {
    await grant(variant)
    expect((await item(variant, 'qris_platform')).max_amount).toBe(limit)
    expect(await statusOf(variant, 'qris_platform', limit)).toBe(200)
    expect(await statusOf(variant, 'qris_platform', limit + 1)).toBe(400)
  }
  row('4.1', 'qris_platform maximum = operator limit, reported as max_amount', byOperator)
  row('8', 'qris_platform maximum by operator', byOperator)
})

describe('qris_platform', () => {
  row('2.1', 'unique_code 0 for qris_platform', async variant => {
    await grant(variant)
    expect((await variant.create({ payment_method: 'qris_platform' })).unique_code).toBe(0)
  })

  row('2.1', 'final_amount of qris_platform = amount + percentage fee', async variant => {
    await grant(variant, 70)
    const payment = await variant.create({ amount: 33_350, payment_method: 'qris_platform' })
    expect(payment.final_amount).toBe(33_350 + 233)
    await grant(variant, 0)
  })

  row('2.1', 'payment_method_label (qris_platform)', async variant => {
    await grant(variant)
    expect((await variant.create({ payment_method: 'qris_platform' })).payment_method_label).toEqual(expect.any(String))
  })

  const codes: Check = async variant => {
    await grant(variant)
    const payment = await variant.create({ payment_method: 'qris_platform' })
    expect(parseQris(payment.qris_dynamic_string).amount).toBe(payment.final_amount)
    expect(payment.qris_string).toBe(payment.qris_dynamic_string)
    const picture = await fetch(payment.qris_dynamic_image_url)
    expect(picture.headers.get('content-type')).toBe('image/png')
    expect(payment).toHaveProperty('qris_static_image_url')
  }
  row('2.1', 'qris_string, static/dynamic image URLs, dynamic string (qris_platform)', codes)

  row('2.1', 'the static QRIS of `qris_platform` and `provider_nmid` name one merchant', async variant => {
    await grant(variant)
    const payment = await variant.create({ payment_method: 'qris_platform' })
    const picture = Buffer.from(await (await fetch(payment.qris_static_image_url)).arrayBuffer())
    const { body } = await variant.api('/qris-info', {
      body: { image: picture.toString('base64') },
      headers: { 'X-API-Variant': 'detailed' },
    })
    const made = parseQris(payment.qris_string)
    expect(body.data).toMatchObject({ is_static: true, nmid: payment.provider_nmid, merchant_name: made.merchantName })
    expect(made.nmid).toBe(payment.provider_nmid)
  })

  const provider: Check = async variant => {
    await grant(variant)
    expect(await variant.create({ payment_method: 'qris_platform' })).toMatchObject({
      provider_invoiceid: expect.any(String),
      provider_nmid: expect.any(String),
      provider_request_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
  }
  row('2.1', 'provider_invoiceid, provider_nmid, provider_request_date (qris_platform)', provider)
  row('4.1 A', 'Shape A: qris_platform extra fields', async variant => {
    await codes(variant)
    await provider(variant)
  })
})

describe('which method', () => {
  row('4.1', 'payment_method ids accepted; unknown refused', async variant => {
    for (const method of ['qris', 'qris_user', 'wallet_qris', 'wallet_direct']) {
      expect((await variant.create({ payment_method: method })).payment_method).toBe(method)
    }
    const { status, body } = await variant.api('/create-payment', { body: { amount: 20_000, payment_method: 'cash' } })
    expect(status).toBe(400)
    expect(body.fields[0].path).toBe('payment_method')
  })

  row(
    '4.1',
    'Default `qris` in variant without qris_platform',
    async ({ create }) => expect((await create()).payment_method).toBe('qris'),
    verificationOnly,
  )

  row(
    '4.1',
    'Newest: empty → first available method',
    async ({ shop, create }) => {
      expect((await create({ payment_method: '' })).payment_method).toBe('qris')
      await setMaintenance(shop.app, 'qris', 'for a while')
      shop.forgetKeys()
      expect((await create({}, shop.keys.second)).payment_method).toBe('wallet_direct')
      await setMaintenance(shop.app, 'qris', null)
      shop.forgetKeys()
    },
    subscriptionOnly,
  )
})

describe('the converter', () => {
  row('4.1', 'use_qris_converter boolean default false', async ({ api, create }) => {
    expect(await create({ payment_method: 'wallet_qris' })).not.toHaveProperty('qris_converter')
    const wrong = await api('/create-payment', { body: { amount: 20_000, use_qris_converter: 'yes' } })
    expect(wrong.status).toBe(400)
  })

  const converts: Check = async ({ create }) => {
    const payment = await create({ payment_method: 'wallet_qris', use_qris_converter: true })
    expect(payment.qris_converter).toMatchObject({
      enabled: true,
      converted_qris: expect.any(String),
      qr_image_url: expect.stringMatching(/^http/),
    })
    expect(parseQris(payment.qris_converter.converted_qris).amount).toBe(payment.final_amount)
    expect((await fetch(payment.qris_converter.qr_image_url)).headers.get('content-type')).toBe('image/png')
  }
  row('4.1 r1', 'qris_converter {enabled, converted_qris, qr_image_url}', converts, verificationOnly)
  row('4.1', 'When qris_string absent, account QRIS is used', converts, verificationOnly)

  row(
    '4.1 r1',
    'Converted code is the one to pay',
    async variant => {
      const payment = await variant.create({ payment_method: 'wallet_qris', use_qris_converter: true })
      await variant.pay(payment.invoice_id)
      const { body } = await variant.api(`/check-payment?invoice=${payment.invoice_id}`)
      expect(body.status).toBe('paid')
    },
    verificationOnly,
  )

  row(
    '4.1',
    'qris_string (verification only)',
    async ({ shop, api, create }) => {
      const [own] = await shop.app.sql.query<{ static_qris: string }>(
        'select static_qris from connection where account_id = $1 and static_qris is not null',
        [shop.demo.accountId],
      )
      const asked = { use_qris_converter: true, payment_method: 'wallet_qris', qris_string: own!.static_qris }
      expect((await create(asked)).qris_converter.enabled).toBe(true)
      const foreign =
        '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'
      const refused = await api('/create-payment', { body: { amount: 20_000, ...asked, qris_string: foreign } })
      expect(refused).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
    },
    verificationOnly,
  )

  row(
    '4.1 r2',
    'Subscription: qris_converter true for wallet_qris/qris_user',
    async ({ create }) => {
      for (const payment_method of ['wallet_qris', 'qris_user']) {
        expect((await create({ payment_method, use_qris_converter: true })).qris_converter).toBe(true)
      }
    },
    subscriptionOnly,
  )

  row('2.1', 'qris_converter object or boolean', async ({ edition, create }) => {
    const { qris_converter } = await create({ payment_method: 'wallet_qris', use_qris_converter: true })
    expect(typeof qris_converter).toBe(edition === 'subscription' ? 'boolean' : 'object')
  })

  row(
    '4.1 r2',
    'Flag ignored for qris, qris_platform',
    async variant => {
      await grant(variant)
      for (const payment_method of ['qris', 'qris_platform']) {
        expect((await variant.create({ payment_method, use_qris_converter: true })).qris_converter).not.toBe(true)
      }
    },
    subscriptionOnly,
  )
})

describe('the shapes of the answer', () => {
  const base = [
    'invoice_id',
    'amount',
    'unique_code',
    'final_amount',
    'payment_url',
    'expires_at',
    'status',
    'payment_method',
  ]

  row('4.1 A', 'Shape A {success, data} with eight base fields', async ({ api }) => {
    const { body } = await api('/create-payment', { body: { amount: 20_000, payment_method: 'wallet_direct' } })
    expect(body.success).toBe(true)
    expect(Object.keys(body.data)).toEqual(expect.arrayContaining(base))
  })

  row(
    '4.1 A',
    'Shape A extras: redirect_url, has_file, file_id, has_product_image, product_image_id',
    async ({ create }) => {
      expect(Object.keys(await create())).toEqual(
        expect.arrayContaining(['redirect_url', 'has_file', 'file_id', 'has_product_image', 'product_image_id']),
      )
    },
  )

  row(
    '4.1 B',
    'Shape B {success, payment{7}, payment_url}',
    async ({ api }) => {
      const { body } = await api('/create-payment', { body: { amount: 20_000, payment_method: 'wallet_qris' } })
      expect(body).toMatchObject({ success: true, payment_url: expect.any(String) })
      expect(Object.keys(body.payment).sort()).toEqual(
        ['amount', 'expires_at', 'final_amount', 'invoice_id', 'payment_method', 'status', 'unique_code'].sort(),
      )
    },
    { dialects: ['simple'] },
  )

  row('0', 'Both forms (variants) are given', async ({ dialect, api }) => {
    const { body } = await api('/create-payment', { body: { amount: 20_000 } })
    expect('payment' in body).toBe(dialect === 'simple')
  })
})
