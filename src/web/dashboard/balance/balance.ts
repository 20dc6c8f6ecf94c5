import { z } from 'zod'
import { checkWithdrawal, insufficientBalanceRefusal } from '../../../books/check-withdrawal.ts'
import { type BankAccount, Destination, isSameBankAccount } from '../../../books/destination.ts'
import { type Balance, findBalance } from '../../../books/find-balance.ts'
import { listMovements } from '../../../books/list-movements.ts'
import { listWithdrawals } from '../../../books/list-withdrawals.ts'
import type { Movement } from '../../../books/movement.ts'
import { requestWithdrawal } from '../../../books/request-withdrawal.ts'
import { type Withdrawal, type WithdrawalStatus, withdrawalMin } from '../../../books/withdrawal.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { listAdditions } from '../../../slots.ts'
import { type ChipLook, card, chip } from '../../parts/card.ts'
import { actButton, banner, emptyState, field, refusedBanner } from '../../parts/forms.ts'
import { PageNumber } from '../../parts/inputs.ts'
import type { Language } from '../../parts/language.ts'
import { formatMoment, timeElement } from '../../parts/moment.ts'
import { makeIdempotencyKey, Once, renderOnceField } from '../../parts/once.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { pager } from '../../parts/pager.ts'
import { type ColumnDefinition, table } from '../../parts/table.ts'
import { lenientRupiahSchema } from '../../parts/typed-rupiah.ts'
import { makeUserActor, type Visit } from '../../parts/visit.ts'
import { paymentLink } from '../payments/payments.ts'
import { type BalanceTexts, balanceTexts } from './balance-texts.ts'

declare module '../../../slots.ts' {
  interface Slots {
    /** Sheets of a merchant's money over time, to which the pages of balance and statistics link. */
    moneySheets: { path: string; text: Record<Language, string> }
  }
}

const movementsPerPage = 25
const withdrawalsShown = 10

const Input = z.object({ page: PageNumber })

interface Loaded {
  balance: Balance
  movements: Movement[]
  total: number
  withdrawals: Withdrawal[]
  destination: BankAccount | null
}
type ShownBalance = ViewContext<Visit, z.infer<typeof Input>, Loaded>

const Request = z.object({
  amount: lenientRupiahSchema,
  bank: z.string().trim().max(100).optional(),
  number: z
    .string()
    .transform(text => text.replace(/[\s.-]/g, ''))
    .pipe(z.string().max(60))
    .optional(),
  holder: z.string().trim().max(200).optional(),
  once: Once,
})

/** The balance, the form to withdraw it, and its movements. */
export const balancePage = definePage({
  path: '/dashboard/balance',
  role: 'read',
  input: Input,
  async load(app, { scope, account }, { page }): Promise<Loaded> {
    const { movements, total } = await listMovements(app, scope, { page, limit: movementsPerPage })
    const { withdrawals } = await listWithdrawals(app, scope, { page: 1, limit: withdrawalsShown })
    const destination = await findDestination(app, account.id)
    return { balance: await findBalance(app, scope), movements, total, withdrawals, destination }
  },
  view(view: ShownBalance) {
    const { language, loaded, refusal, visit, input, to } = view
    const say = balanceTexts[language]
    const labels = { amount: say.amount, bank: say.bank, account_number: say.number, account_holder: say.holder }
    const hasMore = input.page * movementsPerPage < loaded.total
    const address = (page: number) => to('/dashboard/balance', { page: String(page) })
    return {
      title: say.title,
      body: html`
        <h1>${say.title}</h1>
        <p class="lead">${say.intro}</p>
        ${refusedBanner({ language, refusal, labels })}
        <dl class="figures">
          <div class="main"><dt>${say.available}</dt><dd>${formatRupiah(loaded.balance.available)}</dd></div>
          <div><dt>${say.underway}</dt><dd>${formatRupiah(loaded.balance.underway)}</dd></div>
        </dl>
        ${mayDo(visit.account.role, 'money') && withdrawalForm(view, say)}
        ${card(say.withdrawals, withdrawalTable(view, say))}
        ${card(
          say.movements,
          html`${loaded.movements.some(({ isWithdrawable }) => !isWithdrawable) && html`<p>${say.explained}</p>`}
            ${movementTable(view, say)}
            ${reconciliationForm(view, say)}
            ${pager({ language, page: input.page, hasMore, address })}
            <p class="beside">
              <a href="${to('/dashboard/movements.csv')}">${say.allMovements}</a>
              ${sheetLinks(view)}
            </p>`,
        )}`,
    }
  },
  act: {
    withdraw: {
      role: 'money',
      isSecret: true,
      fields: Request,
      async confirm(app, { account, scope, language }, values) {
        const say = balanceTexts[language]
        const { amount } = values
        const current = await findDestination(app, account.id)
        const next = readDestination(values)
        const where = next ?? current
        checkWithdrawal(scope, { amount, destination: where ?? { bank: '', number: '', holder: '' } })
        const { available } = await findBalance(app, scope)
        if (amount > available) throw insufficientBalanceRefusal(available)
        const { bank, number, holder } = where!
        const text = say.sureText(formatRupiah(amount), `${bank} ${number}, ${holder}`)
        return {
          title: say.sure,
          text: mustWait(app, current, next) ? `${text} ${say.elsewhereText}` : text,
          button: say.yes,
        }
      },
      async run(app, visit, values) {
        const { amount, once } = values
        const destination = readDestination(values)
        const idempotencyKey = makeIdempotencyKey(once, { amount, destination })
        await requestWithdrawal(app, visit.scope, { amount, destination, idempotencyKey, by: makeUserActor(visit) })
        return { done: 'requested' }
      },
    },
  },
})

/** Renders the form for the books of one day, to compare with a bank statement. */
function sheetLinks({ app, language, to }: ShownBalance): Html[] {
  return listAdditions(app, 'moneySheets').map(({ path, text }) => html`<a href="${to(path)}">${text[language]}</a>`)
}

function reconciliationForm({ app, to }: ShownBalance, say: BalanceTexts): Html {
  const today = app.calendar.formatDay(app.now())
  return html`<form class="inline" method="get" action="${to('/dashboard/reconciliation.csv')}">
    ${field({ name: 'day', label: say.day, type: 'date', value: today })}
    <button class="button quiet">${say.reconcile}</button>
  </form>`
}

// Follows the rule of `requestWithdrawal`: the very first bank account can receive money immediately.
function mustWait({ now }: Pick<App, 'now'>, current: Destination | null, next: BankAccount | undefined): boolean {
  if (!current) return false
  return (next !== undefined && !isSameBankAccount(current, next)) || current.usableFrom > now()
}

function findDestination(app: Pick<App, 'em'>, accountId: number): Promise<Destination | null> {
  return app.em({ accountId }).findOne(Destination, { account: accountId })
}

function readDestination({ bank, number, holder }: z.infer<typeof Request>): BankAccount | undefined {
  return bank || number || holder ? { bank: bank ?? '', number: number ?? '', holder: holder ?? '' } : undefined
}

function withdrawalForm(view: ShownBalance, say: BalanceTexts): Html {
  const { visit, loaded, given, fieldErrors: errors } = view
  if (visit.mode !== 'live') return banner('warn', say.testOnly)
  const { destination } = loaded
  const amount = field({
    name: 'amount',
    label: say.amount,
    hint: say.amountHint(formatRupiah(withdrawalMin)),
    value: given.amount,
    inputmode: 'numeric',
    maxlength: 20,
    errors,
  })
  const where = bankFields(view, say, destination === null)
  const toBank = destination
    ? html`<p><b>${say.to(destination.bank, destination.number, destination.holder)}</b></p>
      <details${given.bank && html` open`}>
        <summary>${say.elsewhere}</summary>
        <p><small>${say.elsewhereText}</small></p>
        ${where}
      </details>`
    : where
  const button = actButton('withdraw', say.ask)
  return card(
    say.withdraw,
    html`<form method="post" novalidate>${amount}${toBank}${renderOnceField(given)}${button}</form>`,
  )
}

function bankFields({ given, fieldErrors }: ShownBalance, say: BalanceTexts, isRequired: boolean): Html {
  const names: Record<string, string> = { account_number: 'number', account_holder: 'holder' }
  const errors = fieldErrors.map(one => ({ ...one, path: names[one.path] ?? one.path }))
  const shared = { errors, isOptional: !isRequired, maxlength: 100 }
  return html`<div class="side-by-side">
    ${field({ name: 'bank', label: say.bank, value: given.bank, ...shared })}
    ${field({ name: 'number', label: say.number, value: given.number, inputmode: 'numeric', ...shared })}
    ${field({ name: 'holder', label: say.holder, value: given.holder, ...shared })}
  </div>`
}

const looks: Record<WithdrawalStatus, ChipLook> = {
  requested: 'wait',
  approved: 'wait',
  sent: 'good',
  rejected: 'bad',
  failed: 'bad',
}

function withdrawalTable({ app, language, loaded }: ShownBalance, say: BalanceTexts): Html {
  if (loaded.withdrawals.length === 0) return emptyState(say.noWithdrawals)
  const columns: ColumnDefinition<Withdrawal>[] = [
    {
      title: say.what,
      place: 'lead',
      cell: ({ id, bank, number, status, waitsUntil, note }) => [
        html`<b>${bank} ${number}</b><small>${id}</small>`,
        status === 'requested' &&
          waitsUntil &&
          html`<small>${say.waits(formatMoment(app, language, waitsUntil))}</small>`,
        note && html`<small>${note}</small>`,
      ],
    },
    { title: say.status, place: 'state', cell: ({ status }) => chip(looks[status], say.statuses[status]) },
    { title: say.gross, isMoney: true, place: 'side', cell: ({ amount }) => formatRupiah(amount) },
    { title: say.time, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt) },
  ]
  return table(columns, loaded.withdrawals)
}

function movementTable({ app, language, loaded, to }: ShownBalance, say: BalanceTexts): Html {
  if (loaded.movements.length === 0) return emptyState(say.noMovements)
  const columns: ColumnDefinition<Movement>[] = [
    { title: say.what, place: 'lead', cell: movement => describeMovement(movement, to, say) },
    { title: say.gross, isMoney: true, place: 'wide', cell: ({ amount }) => formatRupiah(amount) },
    { title: say.fee, isMoney: true, place: 'wide', cell: ({ fee }) => fee !== 0 && formatRupiah(fee) },
    { title: say.net, isMoney: true, place: 'side', cell: ({ net }) => html`<b>${formatRupiah(net)}</b>` },
    { title: say.time, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt) },
  ]
  return table(columns, loaded.movements)
}

function describeMovement(movement: Movement, to: ShownBalance['to'], say: BalanceTexts): Html {
  const { kind, net, payment, withdrawal, isWithdrawable } = movement
  const isReturned = kind === 'withdrawal' && net > 0
  const about = payment ? paymentLink(payment.invoiceId, to) : withdrawal?.id
  return html`<b>${isReturned ? say.returned : say.kinds[kind]}</b>
    <small>${about}</small>
    ${kind !== 'withdrawal' && !isWithdrawable && html`<small>${kind === 'sale' ? say.own : say.ownRefund}</small>`}`
}
