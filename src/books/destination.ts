import { defineEntity, p } from '@mikro-orm/core'
import { owner } from '../accounts/account.ts'
import { charactersBetweenSql } from '../database/checks.ts'
import { accountFilter } from '../database/scope.ts'

const DestinationSchema = defineEntity({
  name: 'Destination',
  tableName: 'destination',
  comment: "The bank account that a merchant's money is sent to.",
  filters: accountFilter,
  properties: {
    account: () => owner().primary(),
    bank: p.text().check(charactersBetweenSql('bank', 2, 50)),
    number: p.text().comment('The bank account number.').check("number ~ '^[0-9]{5,30}$'"),
    holder: p.text().check(charactersBetweenSql('holder', 1, 100)),
    usableFrom: p
      .datetime()
      .comment('No money is sent to it earlier, because a person who takes over an account would change it first.'),
  },
})

/**
 * The bank account to which a merchant's money is sent. Withdrawals of the account lock its row, so they run one after
 * another.
 */
export class Destination extends DestinationSchema.class {}
DestinationSchema.setClass(Destination)

export type BankAccount = Pick<Destination, 'bank' | 'number' | 'holder'>

/** Returns whether two bank accounts are the same. Only a changed one makes a withdrawal wait for a day. */
export function isSameBankAccount(one: BankAccount, other: BankAccount): boolean {
  return one.bank === other.bank && one.number === other.number && one.holder === other.holder
}
