import { z } from 'zod'
import { failureKinds } from '../../connections/connection.ts'
import type { Explanation, PaymentStep } from '../../doctor/explain-payment.ts'
import type { MoneySource } from '../../doctor/find-sources.ts'
import { formatExplanation } from '../../doctor/format-explanation.ts'
import { verdicts } from '../../doctor/judge-payment.ts'
import { paymentStatuses } from '../../payments/payment.ts'
import type { Dialect } from './dialect.ts'
import { foreignCodeFields, presentForeign } from './payment.ts'
import { makeShape, rupiahSchema, type ShapeNeeds, successSchema, timeSchema, urlSchema } from './shape.ts'
import { presentTransfer, TransferShape } from './transfer.ts'

const Source = z
  .object({
    payment_method: z.string(),
    connection: z.string().nullable().describe('Your name for the connection; null if it is the operator’s'),
    matched_by: z.enum(['amount', 'reference']),
    state: z.enum(['offered', 'preparing', 'failed', 'open', 'closed']),
    checked_at: timeSchema.nullable().describe('Money that arrived before this time would have been seen'),
    reported_at: timeSchema
      .nullable()
      .optional()
      .describe('The last report of a phone that forwards notifications; null if it has never reported'),
    witnesses: z
      .array(z.object({ name: z.string(), last_word_at: timeSchema }))
      .describe('The phones that report its money: the name or model that each reports, and when it last reported'),
    failures: z.int().min(0).describe('Number of consecutive requests that the provider did not answer'),
    problem: z.string().nullable().describe("The provider's last error message, for your own connections"),
    problem_code: z.enum(failureKinds).nullable().meta({ title: 'FailureKind', description: 'The kind of that error' }),
  })
  .meta({ id: 'MoneySource' })

const UnreadNotification = z
  .object({
    id: z.int().min(1),
    package_name: z.string().describe('The Android app that displayed it'),
    amount: rupiahSchema.nullable().describe('The amount that the forwarder app on the phone read'),
    received_at: timeSchema,
    page: urlSchema.describe(
      'The page that shows its text to the owner and finance, where they can create a rule for its wording',
    ),
    reason: z.string().meta({ examples: ['sentence', 'amounts_differ', 'no_amount'] }),
  })
  .meta({ id: 'UnreadNotification' })

const Step = z
  .object({
    at: timeSchema,
    what: z
      .string()
      .meta({ examples: ['payment.created', 'code.made', 'transfer.seen', 'transfer.refunded', 'callback.answered'] }),
    detail: z.string().nullable(),
  })
  .meta({ id: 'PaymentStep' })

const Explained = z.object({
  success: successSchema,
  data: z.object({
    invoice_id: z.string(),
    status: z.enum(paymentStatuses),
    ...foreignCodeFields,
    verdict: z.enum(verdicts),
    explanation: z.string(),
    next_step: z.string(),
    amounts: z.array(rupiahSchema).describe('The amounts that the verdict is about'),
    checked_at: timeSchema.nullable().describe('The time up to which every source of its money has been checked'),
    sources: z.array(Source),
    unread: z
      .array(UnreadNotification)
      .describe('Unreadable notifications that may report its money, newest first, without their text'),
    other_apps: z
      .array(z.object({ package_name: z.string(), count: z.int().min(1) }))
      .describe(
        'Other apps on that phone, which the connection does not read, and how many notifications each has shown ' +
          'since then',
      ),
    transfers: z.array(TransferShape),
    timeline: z.array(Step).describe('Oldest first'),
  }),
})

/** The answer about an explanation, identical in both dialects. */
export const explanationAnswers: Pick<Dialect, 'paymentExplained'> = {
  paymentExplained: makeShape(Explained, (explanation, app) => {
    const { payment, verdict, amounts, checkedAt, sources, unread, transfers, steps } = explanation
    const moment = (date: Date) => app.calendar.format(date)
    const told = formatExplanation(explanation, { who: 'merchant', language: 'en', moment, merchant: '' })
    return {
      success: true,
      data: {
        invoice_id: payment.invoiceId,
        status: payment.status,
        ...presentForeign(payment),
        verdict,
        amounts,
        explanation: told.is,
        next_step: told.next,
        checked_at: checkedAt && moment(checkedAt),
        sources: sources.map(source => presentSource(source, app)),
        unread: unread.fitting.map(({ id, packageName, amount, receivedAt, reason, connection }) => {
          const page = `${app.config.baseUrl}/dashboard/connections/${connection.id}/unread/${id}`
          return { id, package_name: packageName, amount, received_at: moment(receivedAt), page, reason }
        }),
        other_apps: unread.otherApps.map(({ packageName, count }) => ({ package_name: packageName, count })),
        transfers: transfers.map(transfer => presentTransfer(transfer, app)),
        timeline: steps.map(step => presentStep(step, app)),
      },
    }
  }),
}

function presentSource(source: MoneySource, { calendar }: ShapeNeeds): z.output<typeof Source> {
  const { method, label, matchedBy, state, checkedAt, failures, problem, phone, witnesses } = source
  return {
    payment_method: method,
    connection: label,
    matched_by: matchedBy,
    state,
    failures,
    problem: problem?.sentence ?? null,
    problem_code: problem?.kind ?? null,
    checked_at: checkedAt && calendar.format(checkedAt),
    witnesses: witnesses.map(({ name, lastWordAt }) => ({ name, last_word_at: calendar.format(lastWordAt) })),
    ...(phone && { reported_at: phone.reportedAt && calendar.format(phone.reportedAt) }),
  }
}

function presentStep(step: Explanation['steps'][number], { calendar }: ShapeNeeds): z.output<typeof Step> {
  return { at: calendar.format(step.at), ...describeStep(step) }
}

function describeStep(step: PaymentStep): { what: string; detail: string | null } {
  switch (step.kind) {
    case 'event':
      return { what: step.type, detail: null }
    case 'code':
      return { what: 'code.made', detail: step.method }
    case 'transfer':
      return { what: 'transfer.seen', detail: [step.transfer.amount, step.transfer.reason].filter(Boolean).join(' ') }
    case 'decision':
      return { what: `transfer.${step.transfer.state}`, detail: step.transfer.resolvedBy }
    case 'callback':
      return { what: 'callback.answered', detail: `${step.status ?? step.error ?? ''} in ${step.durationMs} ms` }
    case 'notice':
      return { what: `notice.${step.state}`, detail: step.notice }
  }
}
