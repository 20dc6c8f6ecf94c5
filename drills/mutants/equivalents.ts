/** A mutant without a visible effect, and the reason. It is identified by its lines, because line numbers change. */
export interface EquivalentMutant {
  file: string
  was: string
  is: string
  because: string
}

export const equivalents: EquivalentMutant[] = [
  {
    file: 'src/payments/list-payments.ts',
    was: 'const window = Math.min(total, Math.max(searchWindow, (1.5 * end) / share))',
    is: 'const window = Math.min(total, Math.max(searchWindow, (1.5 * end) * share))',
    because:
      'how many of the newest are looked through first: what is not found there is found by the index, only later',
  },
  {
    file: 'src/money/settle-together.ts',
    was: "if (status !== 'expired' || !accepts_late_money || reference === null) continue",
    is: 'if (!accepts_late_money || reference === null) continue',
    because: 'the reference of one that is pending or paid is taken, and money never pays one that was cancelled',
  },
  {
    file: 'src/callbacks/redeliver-sql.ts',
    was: "where o.invoice_id = d.invoice_id and o.event_id = d.event_id and o.state in ('pending', 'delivered'))",
    is: "where o.invoice_id = d.invoice_id and (o.event_id = d.event_id or true) and o.state in ('pending', 'delivered'))",
    because: 'one event of a payment is called back, that it was paid; the other condition finds the partition',
  },
  {
    file: 'src/callbacks/post-callback.ts',
    was: 'const limits = { timeoutMs, responseBytesMax, cut: true, keep: true, refusesPeer }',
    is: 'const limits = { timeoutMs, responseBytesMax, cut: true, keep: false, refusesPeer }',
    because:
      'the same requests arrive, each by a connection of its own: npm run -w drills bench:callbacks shows what that costs',
  },
  {
    file: 'src/payments/list-payments.ts',
    was: 'if (day < firstDayOfAll) return firstDayOfAll',
    is: 'if (day <= firstDayOfAll) return firstDayOfAll',
    because: 'the first day is the same day either way',
  },
  {
    file: 'src/callbacks/post-unit-request.ts',
    was: 'const timestamp = Math.floor(Date.now() / 1000)',
    is: 'const timestamp = Math.ceil(Date.now() / 1000)',
    because: 'either second is now, and a receiver allows for minutes',
  },
  {
    file: 'src/orders/list-orders.ts',
    was: "return em(scope).find(Order, wanted, { populate, strategy, orderBy: { id: 'desc' }, limit })",
    is: "return em(scope).find(Order, wanted, { populate, orderBy: { id: 'desc' }, limit })",
    because: 'the same rows come by one statement or by two',
  },
  {
    file: 'src/payments/make-code.ts',
    was: 'payableUntil: new Date(endsAt + line.window.graceS * 1000),',
    is: 'payableUntil: new Date(endsAt + line.window.graceS * 1001),',
    because: 'a code is asked about for a third of a second longer',
  },
  {
    file: 'src/callbacks/retry-schedule.ts',
    was: 'const answerMsMax = 15_000',
    is: 'const answerMsMax = 15001',
    because: 'a receiver has a thousandth of a second longer',
  },
  {
    file: 'src/callbacks/leased-sql.ts',
    was: 'from retried where next_at <= :now)`',
    is: 'from retried where next_at < :now)`',
    because: 'one that is due in this very microsecond is taken by the next look',
  },
  {
    file: 'src/callbacks/redeliver.ts',
    was: 'const atOnceMax = 10_000',
    is: 'const atOnceMax = 10001',
    because: 'one more of ten thousand is sent again by one request',
  },
  {
    file: 'src/payments/used-amounts-sql.ts',
    was: 'where receiving_account_id = any(:accounts::bigint[]) and final_amount = :finalAmount and invoice_id = :invoiceId`)',
    is: 'where receiving_account_id <> any(:accounts::bigint[]) and final_amount = :finalAmount and invoice_id = :invoiceId`)',
    because: 'one of several accounts is always another, and the tries of one payment hold amounts at these alone',
  },
  {
    file: 'src/callbacks/redeliver-sql.ts',
    was: 'select 1 from delivery d where d.invoice_id = p.invoice_id and d.event_id = e.id',
    is: 'select 1 from delivery d where d.invoice_id = p.invoice_id and (d.event_id = e.id or true)',
    because: 'one event of a payment is called back, that it was paid',
  },
  {
    file: 'src/callbacks/record-health.ts',
    was: 'type, subject: { $in: failing.map(({ subject }) => subject) },',
    is: 'type,',
    because: 'what was told of others is read too, and looked for in vain',
  },
  {
    file: 'src/payments/is-claimed.ts',
    was: 'where i.account_id = named.account_id and i.mode = named.mode and i.key = named.key offset 0) k on true',
    is: 'where i.account_id = named.account_id and i.mode = named.mode and i.key = named.key offset 0) k on false',
    because:
      'what is not found before is found by the claim itself, which clashes: the same answer, one statement later',
  },
  {
    file: 'src/payments/is-claimed.ts',
    was: 'if (!idempotencyKey && reference === undefined) return false',
    is: 'if (reference === undefined) return false',
    because:
      'what is not found before is found by the claim itself, which clashes: the same answer, one statement later',
  },
  {
    file: 'src/payments/is-claimed.ts',
    was: 'const named = { account_id: accountId, mode, key: idempotencyKey?.key ?? null, reference: reference ?? null }',
    is: 'const named = { mode, key: idempotencyKey?.key ?? null, reference: reference ?? null }',
    because:
      'what is not found before is found by the claim itself, which clashes: the same answer, one statement later',
  },
  {
    file: 'src/payments/is-claimed.ts',
    was: 'left join lateral (',
    is: 'join lateral (',
    because:
      'what is not found before is found by the claim itself, which clashes: the same answer, one statement later',
  },
  {
    file: 'src/modules/webhooks/deliver-events.ts',
    was: 'if (endpoints.length === 0) return []',
    is: 'if (((endpoints.length === 0) && Boolean(0))) return []',
    because: 'what is asked for then is owed to no endpoint, so nothing is found',
  },
  {
    file: 'src/callbacks/redeliver-sql.ts',
    was: 'select d.id, d.month from event e join delivery d on d.invoice_id = e.subject and d.event_id = e.id',
    is: 'select d.id, d.month from event e join delivery d on d.invoice_id = e.subject and (d.event_id = e.id or true)',
    because: 'one event of a payment is called back, that it was paid; the other condition finds the partition',
  },
  {
    file: 'src/orders/cancel-order.ts',
    was: 'for (let attempt = 1; attempt <= triesMax; attempt++) {',
    is: 'for (let attempt = 1; attempt < triesMax; attempt++) {',
    because: 'the fifth time in a row that a new code comes at that moment is refused as the sixth would be',
  },
  {
    file: 'src/callbacks/record-health.ts',
    was: 'if (disabled.length === 0) return',
    is: 'if (((disabled.length === 0) && Boolean(0))) return',
    because: 'what waits for none of the endpoints is paused then, which is nothing',
  },
  {
    file: 'src/callbacks/redeliver-sql.ts',
    was: 'where d.account_id = :accountId and d.mode = :mode and not d.is_test and d.requested_by is null',
    is: 'where d.account_id = :accountId and d.mode = :mode and (not d.is_test or true) and d.requested_by is null',
    because: 'a test is always requested by somebody, so the other condition leaves it out',
  },
  {
    file: 'src/modules/webhooks/deliver-events-sql.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    was: "where w.endpoint_id = p.endpoint_id and ${freshSql('w')} order by w.id limit 300) f",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    is: "where w.endpoint_id = p.endpoint_id and ${freshSql('w')} order by w.id ) f",
    because: 'the first of a few hundred may always be sent: looking further only costs more',
  },
  {
    file: 'src/modules/webhooks/create-webhook.ts',
    was: 'blockedUntil: null, sequence: 0,',
    is: 'sequence: 0,',
    because: 'the column is null without a value, and nothing reads it of the endpoint that was just made',
  },
  {
    file: 'src/callbacks/redeliver.ts',
    was: "{ fields: ['event'], orderBy: { createdAt: 'asc' }, limit: atOnceMax },",
    is: "{ orderBy: { createdAt: 'asc' }, limit: atOnceMax },",
    because: 'only the event is read of what was found: the other columns cost a little',
  },
  {
    file: 'src/orders/order.ts',
    was: "tableName: 'order_item', comment: 'An item of an order, with its name and price at the time of the order.',",
    is: "comment: 'An item of an order, with its name and price at the time of the order.',",
    because: 'the name of the entity makes the same name of its table',
  },
  {
    file: 'src/callbacks/deliver-callbacks-sql.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    was: "where d.id = locked.id and ${perRowSql('locked.id')} and d.month = o.month",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    is: "where d.id = locked.id and ${perRowSql('locked.id')} and (d.month = o.month or true)",
    because: 'no two deliveries have one id: the other condition finds the partition',
  },
  {
    file: 'src/payments/statistics/statistics-sql.ts',
    was: 'where account_id = :accountId::bigint and mode = :mode::text and day >= :firstDay::date and day <= :lastDay::date',
    is: 'where account_id = :accountId::bigint and mode = :mode::text and day >= :firstDay::date and (day <= :lastDay::date or true)',
    because: 'the days are held to their bounds once more around it: without the inner ones only more is read',
  },
  {
    file: 'src/payments/statistics/statistics-sql.ts',
    was: "const counted = filter.status ?? (filter.paidVia === undefined ? 'total' : 'paid')",
    is: "const counted = filter.status ?? (filter.paidVia === undefined ? 'another' : 'paid')",
    because: 'a state that does not exist counts all payments',
  },
  {
    file: 'src/payments/is-claimed.ts',
    was: 'where i.account_id = named.account_id and i.mode = named.mode and i.key = named.key offset 0) k on true',
    is: 'where i.account_id = named.account_id and i.mode = named.mode and i.key = named.key offset 1) k on true',
    because:
      'what is not found before is found by the claim itself, which clashes: the same answer, one statement later',
  },
  {
    file: 'src/payments/create-payment-sql.ts',
    was: 'where case when d.is_whole and t.count < d.holds then 1 / (d.holds - d.holds) = 1',
    is: 'where case when d.is_whole and t.count < d.holds then 2 / (d.holds - d.holds) = 1',
    because: 'the statement fails because it divides by zero, whatever it divides',
  },
  {
    file: 'src/payments/create-payment-sql.ts',
    was: 'where case when d.is_whole and t.count < d.holds then 1 / (d.holds - d.holds) = 1',
    is: 'where case when d.is_whole and t.count < d.holds then 1 / (d.holds - d.holds) = 2',
    because: 'the statement fails because it divides by zero, whatever the quotient is compared with',
  },
  {
    file: 'src/payments/list-payments.ts',
    was: 'payments.length > 0 || values.offset === 0',
    is: 'payments.length > 0',
    because: 'a first page without payments is read again, and is empty again',
  },
  {
    file: 'src/payments/list-payments-sql.ts',
    was: 'limit :matchesMax::bigint + 1),',
    is: '),',
    because: 'whether there are more matches is found out by counting all of them, which only costs more',
  },
  {
    file: 'src/modules/webhooks/webhook-secret.ts',
    was: 'const live = { endpoint: endpointIds, expiresAt: { $gt: app.now() } }',
    is: 'const live = { expiresAt: { $gt: app.now() } }',
    because: 'the secrets of other webhooks are read too, and nobody asks for them',
  },
  {
    file: 'src/callbacks/redeliver-sql.ts',
    was: 'select d.id, d.month from event e join delivery d on d.invoice_id = e.subject and d.event_id = e.id',
    is: 'select d.id, d.month from event e join delivery d on (d.invoice_id = e.subject or true) and d.event_id = e.id',
    because: 'an event is about one payment: the other condition finds the partition',
  },
  {
    file: 'src/connectors/ipaymu/request-ipaymu.ts',
    was: 'const timeoutMs = 15_000',
    is: 'const timeoutMs = 15001',
    because: 'the provider has a thousandth of a second longer to answer',
  },
  {
    file: 'src/orders/cart/making-draft.ts',
    was: "tableName: 'making_draft', comment: 'Options that a customer has chosen for units that are not in the cart yet.',",
    is: "comment: 'Options that a customer has chosen for units that are not in the cart yet.',",
    because: 'the name of the entity makes the same name of its table',
  },
  {
    file: 'src/payments/create-together.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    was: '...(reference === undefined ? [] : [`reference ${account_id} ${mode} ${reference}`]),',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a text of the source
    is: '...(((reference === undefined) && Boolean(0)) ? [] : [`reference ${account_id} ${mode} ${reference}`]),',
    because: 'two requests without a reference are sent by two statements instead of one, with the same result',
  },
  {
    file: 'src/payments/list-payments.ts',
    was: 'if (text.length < trigramsMin || (isFromTop && total <= searchWindow)) return searchNewest(searchWindow)',
    is: 'if (text.length < trigramsMin || (total <= searchWindow)) return searchNewest(searchWindow)',
    because: 'the next pages of a few payments are found among the newest or by the index: the same ones',
  },
  {
    file: 'src/money/poll-charges.ts',
    was: 'const failing = new Set(place.filter(({ failures }) => failures > 0).map(({ connection_id }) => connection_id))',
    is: 'const failing = new Set(place.filter(({ failures }) => failures >= 0).map(({ connection_id }) => connection_id))',
    because: 'a connection that did not fail is marked once more as not failing',
  },
  {
    file: 'src/modules/refunds/find-sender.ts',
    was: "{ populate: ['charge.connection'], orderBy: { id: 'asc' } },",
    is: "{ populate: ['charge.connection'] },",
    because: 'one transfer settles a payment, so there is nothing to put in order',
  },
  {
    file: 'src/modules/refunds/correct-refund.ts',
    was: 'if (refund.isByProvider || refund.amount < 0) {',
    is: 'if (refund.isByProvider || refund.amount <= 0) {',
    because: 'no refund has the amount 0: the database rejects it',
  },
]
