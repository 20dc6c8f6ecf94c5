import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../../src/accounts/audit-entry.ts'
import { deleteOldRows } from '../../../src/jobs/delete-old-rows.ts'
import { answerForm } from '../../../src/modules/notification-rules/answer-form.ts'
import { confirmPayment } from '../../../src/modules/notification-rules/confirm-payment.ts'
import { examineForm } from '../../../src/modules/notification-rules/examine-form.ts'
import { findRule, listRules } from '../../../src/modules/notification-rules/list-rules.ts'
import { fingerprintSentence, makeRule } from '../../../src/modules/notification-rules/make-rule.ts'
import { revokeRule } from '../../../src/modules/notification-rules/revoke-rule.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { dots, transfersOf, unreadOf } from '../../connectors/mutations/phone.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { statusOf } from '../../payments/scenario.ts'
import { connectPhoneOfBank } from './phone-of-bank.ts'
import { worded } from './words-of-bank.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

type BankPhone = Awaited<ReturnType<typeof connectPhoneOfBank>>

interface FormRow {
  id: number
  times: number
  state: string
  is_asked: boolean
}

const formsOf = ({ connectionId }: BankPhone) =>
  shop.app.sql.query<FormRow>(
    'select id, times, state, is_asked from notification_form where connection_id = $1 order by id',
    [connectionId],
  )

/** Presses "yes" twice, the second time to confirm. */
async function teach(phone: BankPhone, formId: number): Promise<number> {
  return makeRule(shop.app, phone.ofAccount, { formId, seen: await seenOf(phone, formId) })
}

/** Returns the rule that "yes" would create, as shown to the person. */
async function seenOf({ ofAccount }: BankPhone, formId: number): Promise<string> {
  const { rule } = await examineForm(shop.app, ofAccount, formId)
  return rule?.drawn.lesson ? fingerprintSentence(rule.drawn.lesson) : ''
}

async function taughtPhone(credentials: object = {}) {
  const phone = await connectPhoneOfBank(shop, credentials)
  await phone.show(worded(19_017))
  const [form] = await formsOf(phone)
  const ruleId = await teach(phone, form!.id)
  return { ...phone, ruleId, formId: form!.id }
}

/** Expires open payments as if the phone had reported since then: only this wording was not recognized. */
async function expire({ connectionId }: BankPhone) {
  const dayMs = 86_400_000
  const reported = `update reading set (reported_at, watermark) = (now() + interval '2 days', now() + interval '2 days')
     where connection_id = $1`
  await shop.app.sql.write(reported, [connectionId])
  await expirePayments({ ...shop.app, now: () => new Date(shop.app.now().getTime() + dayMs) })
}

describe('an unknown wording', () => {
  test('an unknown wording is one form, even if it comes repeatedly with other names and amounts', async () => {
    const phone = await connectPhoneOfBank(shop)
    await Promise.all([
      phone.show(worded(31_001)),
      phone.show(worded(31_002, 'BUDI')),
      phone.show(worded(31_003, 'Andi Wijaya')),
    ])
    await phone.show(worded(31_004), { event_id: 'twice' })
    await phone.show(worded(31_004), { event_id: 'twice' })
    expect(await formsOf(phone)).toMatchObject([{ times: 4, state: 'open', is_asked: true }])
  })

  test('an unknown wording is asked about together with the payment that waited for its amount', async () => {
    const phone = await connectPhoneOfBank(shop)
    const payment = await phone.order()
    await phone.show(worded(payment.final_amount))
    const [form] = await formsOf(phone)
    const looked = await examineForm(shop.app, phone.ofAccount, form!.id)
    expect(looked.open).toMatchObject([{ invoiceId: payment.invoice_id, finalAmount: payment.final_amount }])
    expect(looked.rule?.drawn.lesson).toMatchObject({
      title: 'Bank Contoh',
      sentence: 'Hore! Duit {amount} dari {payer} nyampe ke kantongmu.',
    })
    expect(looked.rule?.shadow).toMatchObject([{ amount: payment.final_amount, invoiceId: payment.invoice_id }])
    expect(looked.rule?.trial?.believed).toEqual([])
  })

  test('wordings of apps in which strangers write, and promises, are not asked about', async () => {
    const phone = await connectPhoneOfBank(shop)
    await phone.show('sudah saya transfer Rp31.017 ya', { package_name: 'com.whatsapp', title: 'BUDI' })
    await phone.show('Rp31.018 dari SITI akan masuk ke kantongmu')
    expect(await formsOf(phone)).toMatchObject([{ is_asked: false }])
  })
})

describe('a rule', () => {
  test('a rule pays waiting and later notifications of its form, and reads no others', async () => {
    const phone = await connectPhoneOfBank(shop)
    const waiting = await phone.order()
    await phone.show(worded(waiting.final_amount))
    const [form] = await formsOf(phone)
    await teach(phone, form!.id)
    expect(await statusOf(shop, waiting, phone.key)).toBe('paid')
    expect(await unreadOf(shop, phone)).toEqual([])
    const next = await phone.order()
    await phone.show(worded(next.final_amount, 'Budi Santoso'))
    expect(await statusOf(shop, next, phone.key)).toBe('paid')
    const other = await phone.order()
    await phone.show(`${worded(other.final_amount)} Transaksi dibatalkan.`)
    await phone.show(worded(other.final_amount, 'BUDI (dibatalkan)'))
    await phone.show(worded(other.final_amount), { title: 'BUDI' })
    expect(await statusOf(shop, other, phone.key)).toBe('pending')
  })

  test('a rule pays a payment that expired before the rule existed, because its money came in time', async () => {
    const phone = await connectPhoneOfBank(shop)
    const waiting = await phone.order()
    await phone.show(worded(waiting.final_amount))
    await expire(phone)
    expect(await statusOf(shop, waiting, phone.key)).toBe('expired')
    const [form] = await formsOf(phone)
    await teach(phone, form!.id)
    expect(await statusOf(shop, waiting, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'settled', invoice_id: waiting.invoice_id }])
  })

  test('a rule reads a notification whose amount was waiting in review', async () => {
    const phone = await connectPhoneOfBank(shop)
    const waiting = await phone.order()
    await phone.show(worded(waiting.final_amount), { amount: waiting.final_amount })
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'review', reason: 'unproved' }])
    const [form] = await formsOf(phone)
    await teach(phone, form!.id)
    expect(await statusOf(shop, waiting, phone.key)).toBe('paid')
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'settled' }])
  })

  test('a rule does not count a resent notification again', async () => {
    const phone = await connectPhoneOfBank(shop)
    const payment = await phone.order()
    await phone.show(worded(payment.final_amount), { event_id: 'again' })
    const [form] = await formsOf(phone)
    await teach(phone, form!.id)
    await phone.show(worded(payment.final_amount), { event_id: 'again' })
    expect(await transfersOf(shop, phone)).toMatchObject([{ state: 'settled', invoice_id: payment.invoice_id }])
  })

  test('a rule is created once for several simultaneous presses, and for a later one', async () => {
    const phone = await connectPhoneOfBank(shop)
    await phone.show(worded(19_017))
    const [form] = await formsOf(phone)
    const shown = { formId: form!.id, seen: await seenOf(phone, form!.id) }
    const press = () => makeRule(shop.app, phone.ofAccount, shown)
    const rules = await Promise.all([press(), press(), press()])
    rules.push(await press())
    expect(new Set(rules).size).toBe(1)
    const found = await findRule(shop.app, phone.ofAccount, rules[0]!)
    expect(found.versions).toHaveLength(1)
    const made = await shop.app.em('installation').find(AuditEntry, { act: 'rule.made', subject: `rule ${rules[0]}` })
    expect(made).toHaveLength(1)
  })

  test('a rule that matches everything, or reads known non-money, is refused', async () => {
    const phone = await connectPhoneOfBank(shop)
    await phone.show('Rp19.017', { title: '' })
    await phone.show('Rp19.017 akan masuk dari SITI')
    for (const { id } of await formsOf(phone)) {
      await expect(teach(phone, id)).rejects.toMatchObject({ code: 'refused_transition' })
    }
  })

  test('a rule does not pay if another one reads another amount', async () => {
    const phone = await taughtPhone()
    const disagreeing = { id: 0, account: phone.accountId, connection: phone.connectionId, form: phone.formId }
    expect(disagreeing.form).toBeGreaterThan(0)
    await shop.app.sql.write(
      `insert into notification_form (account_id, connection_id, form_hash, package_name, sealed_form, state, is_asked,
         times, first_seen_at, last_seen_at)
       select account_id, connection_id, 'other', package_name, sealed_form, 'yes', false, 0, now(), now()
       from notification_form where id = $1`,
      [phone.formId],
    )
    await shop.app.sql.write(
      `insert into notification_rule (account_id, connection_id, form_id, version, package_name, title, sentence,
         made_at, made_by)
       select account_id, connection_id, id, 1, package_name, 'Bank Contoh',
         'Hore! Duit {money} dari {payer} nyampe ke kantongmu. Sisa {amount}', now(), 'user 1'
       from notification_form where form_hash = 'other' and connection_id = $1`,
      [phone.connectionId],
    )
    await shop.app.sql.write(
      `update notification_rule set sentence = 'Hore! Duit {amount} dari {payer} nyampe ke kantongmu. Sisa {money}'
       where id = $1`,
      [phone.ruleId],
    )
    const payment = await phone.order()
    await phone.show(`${worded(payment.final_amount)} Sisa Rp99.100`)
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
    expect((await transfersOf(shop, phone)).every(({ state }) => state === 'review')).toBe(true)
  })

  test('a rule does not pay a form that was answered with no', async () => {
    const phone = await taughtPhone()
    await shop.app.sql.write(`update notification_form set state = 'no' where id = $1`, [phone.formId])
    const payment = await phone.order()
    await phone.show(worded(payment.final_amount))
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })
})

describe('a new rule', () => {
  test('a new rule pays at most Rp 500.000 at once until the owner confirms five payments', async () => {
    const phone = await taughtPhone()
    const large = await phone.order(600_000)
    await phone.show(worded(large.final_amount))
    expect(await statusOf(shop, large, phone.key)).toBe('pending')
    expect(await transfersOf(shop, phone)).toContainEqual(
      expect.objectContaining({ invoice_id: large.invoice_id, state: 'review', reason: 'unproved' }),
    )
    for (let count = 0; count < 5; count++) {
      const small = await phone.order()
      await phone.show(worded(small.final_amount))
      expect(await statusOf(shop, small, phone.key)).toBe('paid')
    }
    const { paid } = await findRule(shop.app, phone.ofAccount, phone.ruleId)
    expect(paid).toHaveLength(5)
    const counts = async () => {
      const { rules } = await listRules(shop.app, phone.ofAccount)
      return rules.flatMap(({ rule, paid, confirmed }) => (rule.id === phone.ruleId ? [{ paid, confirmed }] : []))
    }
    await confirmPayment(shop.app, phone.ofAccount, paid[0]!.id)
    expect(await counts()).toEqual([{ paid: 5, confirmed: 1 }])
    for (const { id } of paid.slice(1)) await confirmPayment(shop.app, phone.ofAccount, id)
    expect(await counts()).toEqual([{ paid: 5, confirmed: 5 }])
    expect((await findRule(shop.app, phone.ofAccount, phone.ruleId)).lacks).toBe(0)
    const larger = await phone.order(700_000)
    await phone.show(worded(larger.final_amount))
    expect(await statusOf(shop, larger, phone.key)).toBe('paid')
  })

  test('a new rule pays at most Rp 2.000.000 a day, even for six simultaneous payments, and resumes the next day', async () => {
    const phone = await taughtPhone()
    const orders = []
    for (let count = 0; count < 6; count++) orders.push(await phone.order(400_000 + count))
    await Promise.all(orders.map(order => phone.show(worded(order.final_amount))))
    const states = (await transfersOf(shop, phone)).filter(({ amount }) => amount >= 400_000).map(({ state }) => state)
    const sum = orders.reduce((total, { final_amount: amount }) => total + amount, 0)
    expect(sum).toBeGreaterThan(2_000_000)
    expect(states.toSorted()).toEqual(['review', 'review', ...Array(4).fill('settled')].toSorted())
    shop.advance(86_400)
    const next = await phone.order()
    await phone.show(worded(next.final_amount))
    expect(await statusOf(shop, next, phone.key)).toBe('paid')
  })

  test('a new rule shares its daily limit with its earlier versions', async () => {
    const phone = await taughtPhone()
    const first = await Promise.all([1, 2, 3, 4].map(() => phone.order(480_000)))
    await Promise.all(first.map(order => phone.show(worded(order.final_amount))))
    for (const order of first) expect(await statusOf(shop, order, phone.key)).toBe('paid')
    await revokeRule(shop.app, phone.ofAccount, phone.ruleId)
    await phone.show(worded(29_017))
    const again = await teach(phone, phone.formId)
    const order = await phone.order(480_000)
    await phone.show(worded(order.final_amount))
    expect(await statusOf(shop, order, phone.key)).toBe('pending')
    const small = await phone.order(20_000)
    await phone.show(worded(small.final_amount))
    expect(await statusOf(shop, small, phone.key)).toBe('paid')
    const { versions, paid } = await findRule(shop.app, phone.ofAccount, again)
    expect(versions.map(({ version, endedAt }) => [version, endedAt === null])).toEqual([
      [2, true],
      [1, false],
    ])
    expect(paid).toHaveLength(5)
  })

  test('a withdrawn rule pays nothing more, and its payments stay paid', async () => {
    const phone = await taughtPhone()
    const paid = await phone.order()
    await phone.show(worded(paid.final_amount))
    await revokeRule(shop.app, phone.ofAccount, phone.ruleId)
    await revokeRule(shop.app, phone.ofAccount, phone.ruleId)
    const later = await phone.order()
    await phone.show(worded(later.final_amount))
    expect(await statusOf(shop, paid, phone.key)).toBe('paid')
    expect(await statusOf(shop, later, phone.key)).toBe('pending')
    expect((await findRule(shop.app, phone.ofAccount, phone.ruleId)).paid).toHaveLength(1)
  })

  test('another merchant can neither see nor undo a rule', async () => {
    const phone = await taughtPhone()
    const stranger = await connectPhoneOfBank(shop)
    await expect(findRule(shop.app, stranger.ofAccount, phone.ruleId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeRule(shop.app, stranger.ofAccount, phone.ruleId)).rejects.toMatchObject({ code: 'not_found' })
    await expect(examineForm(shop.app, stranger.ofAccount, phone.formId)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('forms answered with no', () => {
  const forget = async () => {
    shop.advance(100 * 86_400)
    await deleteOldRows(shop.app, new AbortController().signal)
    shop.advance(-100 * 86_400)
  }

  test('forms answered with no are deleted after 90 days unseen, but never the last "never" of an app', async () => {
    const phone = await connectPhoneOfBank(shop)
    const answers = ['no', 'never', 'never', 'later'] as const
    for (const [index, answer] of answers.entries()) {
      await phone.show(`${['Hore', 'Asik', 'Mantap', 'Sip'][index]}! Duit Rp19.017 dari SITI nyampe ke kantongmu.`)
      const forms = await formsOf(phone)
      await answerForm(shop.app, phone.ofAccount, { formId: forms.at(-1)!.id, answer })
    }
    const [, , newest] = await formsOf(phone)
    await forget()
    expect(await formsOf(phone)).toMatchObject([{ id: newest!.id, state: 'never' }])
    expect(await unreadOf(shop, phone)).toEqual([])
  })

  test('forms answered with no stay as long as a rule of their app is active', async () => {
    const phone = await taughtPhone()
    await phone.show('Asik! Duit Rp19.018 dari SITI nyampe ke kantongmu.')
    const forms = await formsOf(phone)
    await answerForm(shop.app, phone.ofAccount, { formId: forms.at(-1)!.id, answer: 'no' })
    await forget()
    expect(await formsOf(phone)).toMatchObject([{ state: 'yes' }, { state: 'no' }])
  })
})

describe('an answer', () => {
  test('an answer other than yes creates no rule, and the app is not asked about again', async () => {
    const phone = await connectPhoneOfBank(shop)
    await phone.show(worded(19_017))
    const [form] = await formsOf(phone)
    await answerForm(shop.app, phone.ofAccount, { formId: form!.id, answer: 'never' })
    await phone.show(`Cair Rp${dots(19_018)} masuk dari SITI`)
    expect(await formsOf(phone)).toMatchObject([{ state: 'never' }, { state: 'open' }])
    const payment = await phone.order()
    await phone.show(worded(payment.final_amount))
    expect(await statusOf(shop, payment, phone.key)).toBe('pending')
  })
})
