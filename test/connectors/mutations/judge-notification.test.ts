import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  type JudgingSettings,
  judgeNotification,
  type NotificationProof,
} from '../../../src/connectors/mutations/judge-notification.ts'
import type { PhoneNotification } from '../../../src/connectors/mutations/read-forwarded-request.ts'

// Each fact of a notification alone decides whether its money pays, waits for a person, or is only stored.

const wallet = 'id.dana'
const messenger = 'org.telegram.messenger'
const sentence = 'kamu menerima Rp47.213 dari BUDI'
const amount = 47_213

const blank: PhoneNotification = {
  is: 'notification',
  reference: 'N-4721',
  isIdentified: true,
  device: 'oppo-4721',
  packageName: wallet,
  title: '',
  text: '',
  isCut: false,
  hasPlainFields: false,
  key: null,
  amount: null,
  occurredAt: new Date('2026-11-22T10:00:00Z'),
  isWithheld: false,
  isHidden: false,
  isSummary: false,
}
const known = { ...blank, title: 'Dana masuk', text: sentence }

const settings: JudgingSettings = {
  apps: [wallet, messenger],
  sentences: [{ app: 'Kedai', packages: [wallet], sentences: ['kamu menerima {amount} dari {payer}'] }],
}
const signed: NotificationProof = { isSigned: true, signedTime: '1795341780', nonce: 'once' }
const unsigned: NotificationProof = { isSigned: false, signedTime: null, nonce: 'once' }
const byWords: NotificationProof = { ...unsigned, paysByWords: true }

/** Summarises a judgement: its money, whether it is proved, and why it is stored for a person. */
function judge(changes: Partial<PhoneNotification>, sent = signed, choices: Partial<JudgingSettings> = {}) {
  const { transfers, unread } = judgeNotification({ ...blank, ...changes }, { ...settings, ...choices }, sent)
  const money = transfers.map(({ amount, isUnproved }) => `${isUnproved ? 'waits' : 'pays'} ${amount}`)
  return [...money, ...unread!.map(({ reason }) => reason)].join(', ') || 'nothing'
}

describe('a notification without a readable amount', () => {
  test.each<[facts: Partial<PhoneNotification>, result: string]>([
    [{}, 'no_amount'],
    [{ title: 'Promo' }, 'sentence'],
    [{ text: 'Promo' }, 'sentence'],
    [{ isCut: true }, 'sentence'],
    [{ isWithheld: true }, 'sentence'],
    [{ isHidden: true }, 'hidden'],
    [{ isHidden: true, isWithheld: true, title: 'Promo', text: 'Promo', isCut: true }, 'hidden'],
    [{ isSummary: true }, 'nothing'],
    [{ isSummary: true, title: 'Promo' }, 'sentence'],
    [{ isSummary: true, text: 'Promo' }, 'sentence'],
    [{ isSummary: true, isCut: true }, 'sentence'],
    [{ isSummary: true, isWithheld: true }, 'sentence'],
    [{ isSummary: true, isHidden: true }, 'nothing'],
    [{ packageName: 'com.lain' }, 'not_chosen'],
    [{ packageName: 'com.lain', isSummary: true }, 'not_chosen'],
    [{ packageName: '' }, 'not_chosen'],
    [{ packageName: '', text: 'Rp kosong' }, 'not_chosen'],
    [{ packageName: '', text: 'korp 5' }, 'not_chosen'],
    [{ packageName: '', text: 'saldo rp. 5' }, 'sentence'],
    [{ packageName: '', text: 'IDR 5 masuk' }, 'sentence'],
    [{ packageName: '', text: 'IDR5' }, 'sentence'],
    [{ packageName: '', title: 'Rp5' }, 'not_chosen'],
  ])('a notification with %j is: %s', (facts, result) => {
    for (const sent of [signed, unsigned, byWords]) expect(judge(facts, sent)).toBe(result)
  })
})

describe("a notification with the forwarder's amount", () => {
  test.each<[facts: Partial<PhoneNotification>, signed: string, byWords: string, unsigned: string]>([
    [{}, `pays ${amount}`, `waits ${amount}`, 'no_amount'],
    [{ isSummary: true }, `pays ${amount}`, `waits ${amount}`, 'no_amount'],
    [{ title: 'Promo' }, `waits ${amount}, in_review`, `waits ${amount}, in_review`, 'sentence'],
    [{ text: 'Promo' }, `waits ${amount}, in_review`, `waits ${amount}, in_review`, 'sentence'],
    [{ isCut: true }, `waits ${amount}, in_review`, `waits ${amount}, in_review`, 'sentence'],
    [{ packageName: '' }, `waits ${amount}`, `waits ${amount}`, 'no_amount'],
    [{ packageName: messenger }, `waits ${amount}`, `waits ${amount}`, 'no_amount'],
    [{ packageName: 'com.lain' }, 'not_chosen', 'not_chosen', 'not_chosen'],
  ])(
    'an amount with %j: %s if signed, %s if words are proof, otherwise %s',
    (facts, bySignature, byText, byNothing) => {
      expect([signed, byWords, unsigned].map(sent => judge({ amount, ...facts }, sent))).toEqual([
        bySignature,
        byText,
        byNothing,
      ])
    },
  )
})

describe('a notification with a known sentence', () => {
  const pays = `pays ${amount}`
  const waits = `waits ${amount}`
  const reviewed = `${waits}, in_review`

  test.each<[facts: Partial<PhoneNotification>, signed: string, byWords: string, unsigned: string]>([
    [{}, pays, reviewed, reviewed],
    [{ hasPlainFields: true }, pays, pays, waits],
    [{ hasPlainFields: true, isCut: true }, reviewed, reviewed, reviewed],
    [{ isCut: true }, reviewed, reviewed, reviewed],
    [{ amount }, pays, reviewed, reviewed],
    [{ amount: amount + 1 }, 'amounts_differ', 'amounts_differ', 'amounts_differ'],
    [{ amount: amount - 1 }, 'amounts_differ', 'amounts_differ', 'amounts_differ'],
    [{ packageName: '' }, reviewed, reviewed, reviewed],
    [{ isSummary: true }, pays, reviewed, reviewed],
    [{ text: `${sentence}\u200b`, hasPlainFields: true }, reviewed, reviewed, reviewed],
  ])(
    'a sentence with %j: %s if signed, %s if words are proof, otherwise %s',
    (facts, bySignature, byText, byNothing) => {
      const judged = [signed, byWords, unsigned].map(sent => judge({ ...known, ...facts }, sent))
      expect(judged).toEqual([bySignature, byText, byNothing])
    },
  )

  test('money above the limit waits, at the limit it pays', () => {
    expect(judge(known, signed, { amount_max: amount })).toBe(pays)
    expect(judge(known, signed, { amount_max: amount - 1 })).toBe(waits)
    expect(judge({ ...known, hasPlainFields: true }, byWords, { amount_max: amount })).toBe(pays)
    expect(judge({ ...known, hasPlainFields: true }, byWords, { amount_max: amount - 1 })).toBe(waits)
  })

  test('without the name of its app, any chosen app may have sent it, and no other', () => {
    expect(judge({ ...known, packageName: '' }, signed, { apps: [messenger, wallet] })).toBe(reviewed)
    expect(judge({ ...known, packageName: '' }, signed, { apps: [messenger] })).toBe('sentence')
    expect(judge(known, signed, { apps: [messenger] })).toBe('not_chosen')
  })
})

describe('what a judgement stores', () => {
  const key = '0|id.dana|7|null|10213'
  const keyAndWords = createHash('sha256')
    .update(JSON.stringify([key, known.title, known.text]))
    .digest('hex')
  const notification = {
    packageName: wallet,
    device: 'oppo-4721',
    isIdentified: true,
    signedTime: '1795341780',
    nonce: 'once',
    keyAndWords,
    pairedPackages: [],
  }
  const all = (changes: Partial<PhoneNotification>, sent: NotificationProof = signed) =>
    judgeNotification({ ...blank, ...changes }, settings, sent)
  const occurredAt = blank.occurredAt
  const transfer = { reference: 'N-4721', amount, occurredAt, payerName: 'BUDI', payerApp: 'Kedai', notification }
  const again = {
    reference: 'N-4721',
    isIdentified: true,
    isCut: false,
    hasPlainFields: false,
    key: null,
    device: 'oppo-4721',
  }
  const unread = {
    packageName: wallet,
    isChosen: true,
    title: '',
    text: '',
    isWithheld: false,
    amount: null,
    occurredAt,
  }

  test('proved money has its payer, its app and how it was recognised, and nothing is left unread', () => {
    expect(all({ ...known, key })).toEqual({ transfers: [transfer], unread: [] })
  })

  test('money that waits is marked, and its text is stored under the same reference without its amount', () => {
    expect(all({ ...known, amount, key }, unsigned)).toEqual({
      transfers: [
        { ...transfer, isUnproved: true, notification: { ...notification, signedTime: null, nonce: 'once' } },
      ],
      unread: [
        {
          ...unread,
          reference: 'N-4721',
          title: 'Dana masuk',
          text: sentence,
          reason: 'in_review',
          again: { ...again, ...unsigned, key },
        },
      ],
    })
  })

  test('an app that was not chosen is stored without its words, amount and time', () => {
    expect(all({ ...known, amount, packageName: 'com.lain' })).toEqual({
      transfers: [],
      unread: [
        {
          ...unread,
          reference: `N-4721#${amount}`,
          packageName: 'com.lain',
          isChosen: false,
          occurredAt: null,
          reason: 'not_chosen',
        },
      ],
    })
    const code = all({ packageName: 'com.lain', text: 'Kode OTP 482913', isWithheld: true })
    expect(code.unread).toMatchObject([{ isWithheld: false, text: '' }])
  })

  test.each<[facts: Partial<PhoneNotification>, isWithheld: boolean]>([
    [{ title: 'Promo', text: 'Kode OTP Anda 482913' }, true],
    [{ title: 'Kode OTP Anda 482913', text: 'Promo' }, true],
    [{ title: 'Promo', text: 'Diskon', isWithheld: true }, true],
    [{ title: 'Promo', text: 'Diskon' }, false],
  ])('a notification with %j has its words and facts withheld: %s', (facts, isWithheld) => {
    const words = { title: facts.title, text: facts.text, again: { ...again, ...signed } }
    const stored = { ...unread, isWithheld, reference: 'N-4721#null', reason: 'sentence' }
    expect(all(facts)).toEqual({ transfers: [], unread: [isWithheld ? stored : { ...stored, ...words }] })
  })

  test('without the name of its app a text cannot be judged again', () => {
    const text = 'saldo rp 5'
    expect(all({ text, packageName: '' }).unread).toEqual([
      { ...unread, packageName: '', text, reference: 'N-4721#null', reason: 'sentence' },
    ])
  })

  test("a payer's name has at most two hundred characters, without those that cannot be stored", () => {
    const own = [{ app: 'Kedai', packages: [wallet], sentences: ['{amount} dari {payer}'] }]
    const nameOf = (name: string) => {
      const text = `Rp47.213 dari ${name}`
      return judgeNotification({ ...blank, text }, { ...settings, sentences: own }, signed).transfers[0]?.payerName
    }
    expect(nameOf('BUDI')).toBe('BUDI')
    const long = 'A'.repeat(200)
    expect([nameOf(long), nameOf(`${long}B`)]).toEqual([long, long])
  })

  test('a text without an id and a time is another notification with each request', () => {
    const referenceOf = (sent: NotificationProof, isIdentified = false) =>
      all({ text: 'Promo', isIdentified }, sent).unread![0]!.reference
    expect(referenceOf(signed)).toBe('N-4721:once')
    expect(referenceOf({ ...signed, nonce: null })).toBe('N-4721:1795341780')
    const bare = { isSigned: false, signedTime: null, nonce: null }
    expect(referenceOf(bare)).toMatch(/^N-4721:[0-9a-f-]{36}$/)
    expect(referenceOf(bare)).not.toBe(referenceOf(bare))
    expect(referenceOf(bare, true)).toBe('N-4721#null')
  })

  test('money that a rule of the merchant read names the rule only if it is proved', () => {
    const lesson = { packageName: wallet, title: 'Info', sentence: 'Cuan {amount} dari {payer}' }
    const rules = [{ id: 473, isMoney: true, ...lesson }]
    const words = { title: 'Info', text: 'Cuan Rp47.214 dari BUDI' }
    const read = (sent: NotificationProof) => {
      const choices = { ...settings, rules, amount_max: 47_214 }
      return judgeNotification({ ...blank, ...words }, choices, sent)
    }
    expect(read(signed)).toEqual({
      transfers: [{ ...transfer, amount: 47_214, payerApp: 'DANA', taughtBy: 473, notification: expect.anything() }],
      unread: [],
    })
    const [waiting] = read(unsigned).transfers
    expect(waiting).toMatchObject({ amount: 47_214, isUnproved: true })
    expect(waiting).not.toHaveProperty('taughtBy')
    expect(judge(words)).toBe('sentence')
  })

  test("the packages of the other apps of a company are named for the company's transfers", () => {
    const packageName = 'com.gojek.gopay'
    const text = 'kamu menerima Rp47.215 dari BUDI'
    const found = judgeNotification(
      { ...blank, packageName, title: 'GoPay', text },
      { apps: [packageName], sentences: [] },
      signed,
    )
    expect(found.transfers).toMatchObject([
      { notification: { keyAndWords: null, pairedPackages: ['com.gojek.gopaymerchant', 'com.gojek.resto'] } },
    ])
  })
})
