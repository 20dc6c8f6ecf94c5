import { defineEntity, p } from '@mikro-orm/core'
import { owner, ownerId } from '../accounts/account.ts'
import { atMostSql } from '../database/checks.ts'
import { identity } from '../database/identity.ts'
import { accountAndModeFilter, modes } from '../database/scope.ts'
import { Payment } from '../payments/payment.ts'

export const refundStates = ['requested', 'sent', 'succeeded', 'failed'] as const

/** The states in which the provider has yet to send the money; these amounts cannot be refunded again. */
export const openRefundStates = ['requested', 'sent'] as const

export const refundReasonMax = 200

/** Units of an order line that the payment paid. */
export interface RefundLine {
  itemId: number
  quantity: number
}

const forEachRow = 'for each row execute function'
// The refund amounts shown on a payment. The payment is locked first, so that each of two concurrent refunds counts the
// other.
const markRefunded = `
  create function mark_refunded() returns trigger language plpgsql as $$
  begin
    perform from payment where invoice_id = new.invoice_id for no key update;
    update payment set refunds = r.refunds, refunded_amount = nullif(r.refunded, 0),
      refunded_at = case when r.refunded > 0 then r.refunded_at end
    from (
      select coalesce(sum(amount) filter (where state = 'succeeded'), 0)::bigint as refunded,
        coalesce(sum(amount) filter (where state <> 'failed'), 0)::bigint as taken,
        max(ended_at) filter (where state = 'succeeded') as refunded_at,
        jsonb_agg(jsonb_build_object('key', key, 'amount', amount, 'state', state, 'isByProvider', is_by_provider,
          'isCorrection', corrects_id is not null, 'reason', reason, 'returnedAt', returned_at,
          'createdAt', created_at, 'isRestocked', is_restocked, 'proof', proof) order by id) as refunds
      from refund where invoice_id = new.invoice_id) r
    where payment.invoice_id = new.invoice_id and r.refunded >= 0
      and r.taken <= coalesce(payment.paid_amount, payment.final_amount);
    if not found then
      raise exception 'more would be returned of % than was paid', new.invoice_id using errcode = 'check_violation';
    end if;
    return null;
  end $$;
  create trigger refund_marks after insert or update on refund ${forEachRow} mark_refunded()`

const RefundSchema = defineEntity({
  name: 'Refund',
  tableName: 'refund',
  comment: 'A refund that was made or requested. A correction is a separate row with a negative amount.',
  filters: accountAndModeFilter,
  uniques: [{ name: 'refund_corrected_once', properties: ['corrects'], where: 'corrects_id is not null' }],
  indexes: [
    { name: 'refund_of_payment', properties: ['payment', 'id'] },
    { name: 'refund_due', properties: ['retryAt'], where: "state in ('requested', 'sent')" },
  ],
  checks: [
    { name: 'refund_amount', expression: '(amount < 0) = (corrects_id is not null) and amount <> 0' },
    { name: 'refund_ended', expression: "(state in ('requested', 'sent')) = (ended_at is null)" },
  ],
  triggers: [{ name: 'refund_marks', timing: 'after', events: ['insert', 'update'], expression: markRefunded }],
  properties: {
    id: identity(),
    account: owner,
    accountId: ownerId(),
    mode: p.enum(modes),
    payment: () => p.manyToOne(Payment).lazyRef().fieldName('invoice_id'),
    amount: p.bigint('number').comment('Whole rupiah; negative for a correction.'),
    key: p
      .uuid()
      .comment('Its public id, and the key that makes the provider execute it once.')
      .unique()
      .defaultRaw('gen_random_uuid()'),
    state: p
      .enum(refundStates)
      .comment('requested and sent: the provider has yet to return it. succeeded: it is in the books.')
      .default('succeeded'),
    isByProvider: p
      .boolean()
      .comment('Whether the provider returns the money; otherwise the merchant has returned it.')
      .default(false),
    corrects: () => p.manyToOne(Refund).lazyRef().strictNullable(),
    reason: p.text().strictNullable().check(atMostSql('reason', refundReasonMax)),
    returnedAt: p.datetime().comment('When the money was returned, according to the merchant.'),
    proof: p.text().comment('The name of the picture that proves it.').strictNullable().check(atMostSql('proof', 200)),
    lines: p.json<RefundLine[]>().comment('The refunded units; null for a refund of an amount.').strictNullable(),
    isRestocked: p.boolean().comment('Whether these units were restocked.').default(false),
    restocked: p
      .json<RefundLine[]>()
      .comment('The restocked units by item; null if none, or if the previous version recorded the refund.')
      .strictNullable(),
    actor: p
      .text()
      .comment('The person or key that recorded or requested it.')
      .strictNullable()
      .check(atMostSql('actor', 100)),
    providerReference: p.text().comment("The provider's own id.").strictNullable(),
    failure: p.text().comment("The provider's message.").strictNullable().check(atMostSql('failure', 500)),
    failures: p.integer().comment('The number of consecutive failed requests to the provider.').default(0),
    retryAt: p.datetime().comment('When the provider is called, or called again.').strictNullable(),
    createdAt: p.datetime(),
    endedAt: p.datetime().comment('When it succeeded or failed.').strictNullable(),
  },
})

/** Money of a payment that was returned or will be. */
export class Refund extends RefundSchema.class {}
RefundSchema.setClass(Refund)
