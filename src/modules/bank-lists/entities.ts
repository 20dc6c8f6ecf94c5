import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../../accounts/account.ts'
import { Connection } from '../../connections/connection.ts'
import { ReceivingAccount } from '../../connections/receiving-account.ts'
import { identity } from '../../database/identity.ts'
import { accountFilter } from '../../database/scope.ts'
import { Transfer } from '../../money/transfer.ts'

const BankListSchema = defineEntity({
  name: 'BankList',
  tableName: 'bank_list',
  comment: 'A bank statement of a receiving account, as uploaded by a person.',
  filters: accountFilter,
  indexes: [{ name: 'bank_list_newest', properties: ['account', 'id'] }],
  properties: {
    id: identity(),
    account: owner,
    connection: () => p.manyToOne(Connection).lazyRef().filters({ caller: false }),
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    firstDay: p.text().comment('The first day that it covers, YYYY-MM-DD.'),
    lastDay: p.text().comment('The last day that it covers, YYYY-MM-DD.'),
    hasBalances: p.boolean().comment('Whether its lines have balances, which reveal a changed line.'),
    takenBy: p.text().comment('Who uploaded it: user 12.'),
    takenAt: p.datetime(),
  },
})

/** A bank's own list of the transactions of a receiving account, uploaded by a person. */
export class BankList extends BankListSchema.class {}
BankListSchema.setClass(BankList)

/**
 * `seen`: its money had already been reported. `found`: it had not, and is settled like any other. `doubtful`: other
 * money of this amount arrived some days before or after, so a person decides. `odd`: it has cents, which no payment
 * has.
 */
export const lineStates = ['seen', 'found', 'doubtful', 'odd'] as const
export type LineState = (typeof lineStates)[number]

const BankListLineSchema = defineEntity({
  name: 'BankListLine',
  tableName: 'bank_list_line',
  comment: 'A line of a bank statement about incoming money, stored once even if several statements show it.',
  filters: accountFilter,
  uniques: [{ name: 'bank_list_line_once', properties: ['receivingAccount', 'identity'] }],
  indexes: [
    { name: 'bank_list_line_of_list', properties: ['bankList'] },
    { name: 'bank_list_line_of_transfer', properties: ['transfer'] },
    {
      name: 'bank_list_line_owed',
      properties: ['id'],
      where: "transfer_id is null and state in ('found', 'doubtful')",
    },
  ],
  properties: {
    id: identity(),
    bankList: () => p.manyToOne(BankList).lazyRef().filters({ caller: false }),
    account: owner,
    receivingAccount: () => p.manyToOne(ReceivingAccount).lazyRef().filters({ caller: false }),
    identity: p.text().comment("A hash of the line's content, and its position among identical lines of its day."),
    line: p.integer().comment('Its number in the file.'),
    day: p.text().comment('YYYY-MM-DD.'),
    time: p.text().comment('HH:MM:SS; null if the statement contains only days.').strictNullable(),
    amount: p.bigint('number').comment('Whole rupiah; 0 for an amount with cents.'),
    text: p.text().comment("The bank's description, including the payer's name."),
    state: p
      .enum(lineStates)
      .comment('seen: reported before; found: not reported; doubtful: waits for a person; odd: has cents.'),
    transfer: () => p.manyToOne(Transfer).lazyRef().filters({ caller: false }).strictNullable(),
    likelyTransfer: () =>
      p
        .manyToOne(Transfer)
        .comment('For a doubtful line: the other transfer with its amount.')
        .lazyRef()
        .filters({ caller: false })
        .fieldName('likely_transfer_id')
        .strictNullable(),
  },
})

/** A line with incoming money; stored once, however many lists contain it. */
export class BankListLine extends BankListLineSchema.class {
  declare state: LineState
}
BankListLineSchema.setClass(BankListLine)
