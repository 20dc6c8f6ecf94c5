import { expect } from 'vitest'

/**
 * The refusals of the month: their codes, their words and, for a field, its problem with the bounds. A `#` is a number
 * that differs from case to case; all others have to be these.
 */
const refusals = `
already_paid | The order is paid
already_paid | The order is paid: only the shop can cancel it now
already_paid | INV is paid: this money is to be returned
amount_out_of_range | amount: is Rp 1.000 to Rp # | out_of_range min=1000 max=#
amount_out_of_range | amount: is Rp 1.000 to Rp 500.000 for qris | out_of_range min=1000 max=500000
amount_out_of_range | cart: comes to at least Rp # | out_of_range min=#
coupon | The coupon cannot be used: used_by_you
coupon | The coupon cannot be used: used_up
expired | The bill cannot be paid any more
expired | The order was cancelled
idempotency_mismatch | This Idempotency-Key was used before with another request
insufficient_balance | The balance is Rp #, and not Rp #
invalid_request | action: is one of accept, assign, refund, ignore
invalid_request | address: has 500 characters at most | too_long max=500
invalid_request | amount: is a whole number of rupiah, written as a number: 15000
invalid_request | amount: is from Rp 1 to Rp #, which is left of it | out_of_range min=1 max=#
invalid_request | amount: is whole rupiah, at least Rp 10.000
invalid_request | available: is a whole number from 0 to 1000000 | out_of_range min=0 max=1000000
invalid_request | available: is given, or delta instead of it | missing
invalid_request | cart: is empty | empty
invalid_request | courier: is one of jne, jnt, sicepat, anteraja, ninja, pos, gosend, grabexpress, own | not_one_of
invalid_request | customer_email: is an e-mail address, such as sari@example.id
invalid_request | delta: changes a number, and none is known yet: send available first | not_allowed
invalid_request | delta: comes to more than 1000000 | out_of_range max=1000000
invalid_request | delta: is a whole number from -1000000 to 1000000 | out_of_range min=-1000000 max=1000000
invalid_request | delta: is a whole number, not 0, of 1000000 at most | out_of_range min=-1000000 max=1000000
invalid_request | delta: takes away more than is available | conflicting
invalid_request | discount: is a whole number from 0 to # | out_of_range min=0 max=#
invalid_request | file_id: is not one of your active ones
invalid_request | invoice: is given with assign alone
invalid_request | invoice: is required
invalid_request | invoice: there is no such payment
invalid_request | invoice: was not payable where this money landed
invalid_request | lines: have no more units than were ordered | out_of_range min=1 max=#
invalid_request | lines: name lines of the order that the payment is for | not_found
invalid_request | note: has 1 to 500 characters | wrong_length min=1 max=500
invalid_request | note: has 500 characters at most | too_long max=500
invalid_request | note: has at most 500 characters
invalid_request | options: need at least 1 of Susu for Latte | missing
invalid_request | payment_method: is one of qris, qris_platform, qris_user, wallet_qris, wallet_direct
invalid_request | phone: has 32 characters at most | too_long max=32
invalid_request | phone: is a phone number: 0812-3456-7890 | not_a_phone
invalid_request | quantity: is 1 to 99 | out_of_range min=1 max=99
invalid_request | reason: is required for a refund that was noted more than a day ago | missing
invalid_request | receiving: is no choice of these goods | not_allowed
invalid_request | reference: has at most 100 characters
invalid_request | reference: is required with reuse
invalid_request | restock: is not possible: no counted goods can go back | not_allowed
invalid_request | restock: is not possible: the payment is not for goods | not_allowed
invalid_request | stars: are 1 to 5 | out_of_range min=1 max=5
invalid_request | table: is a number from 1 to # | out_of_range min=1 max=#
invalid_request | text: has 1 to 10000 lines | too_many max=10000
invalid_request | text: has lines of 500 characters at most | too_long max=500
invalid_request | tracking_number: has at most 40 characters
invalid_request | tracking_number: has letters, digits, dots, slashes and dashes
invalid_request | tracking_url: has at most 500 characters
invalid_request | tracking_url: is an address that starts with https://
invalid_request | variant: is not counted | not_allowed
invalid_request | variant: is not kept by number | not_allowed
invalid_request | variant: is not sold by serial lines | not_allowed
invalid_request | variant: is one of small, large | not_one_of small,large
not_found | There is no such customer
not_found | There is no such order
not_found | There is no such payment
not_found | There is no such product
not_found | There is no such refund
not_found | There is no such transfer
not_found | There is no such variant
price_changed | The price changed from Rp # to Rp #
reference_taken | reference: belongs to INV
reference_taken | reference: belongs to INV, which has another amount
reference_taken | reference: belongs to INV, which has another method
reference_taken | reference: belongs to INV, whose money waits for a decision
refused_transition | A completed order cannot be cancelled
refused_transition | INV was cancelled, and is never paid: return the money
refused_transition | It is not paid: there is nothing to return
refused_transition | It was noted more than a day ago: take it back and note it again
refused_transition | Nothing is left of it that could be returned
refused_transition | Only a completed order is reviewed
refused_transition | Only a refund that you noted yourself can be corrected
refused_transition | Somebody has already decided about this money
refused_transition | The order cannot be changed any more
refused_transition | The order is not on its way
refused_transition | There is nothing that could be taken back
too_many_open_orders | Pay or cancel one of your 3 open orders first
`
  .trim()
  .split('\n')

interface Refused {
  code: string
  message: string
  fields?: { code: string; min?: number; max?: number; values?: readonly string[] }[] | undefined
}

/** Checks the words of a refusal, and the problem of its field; one that is not listed may say anything. */
export function checkRefusal({ code, message, fields = [] }: Refused): void {
  const words = message.replace(/INV-[0-9A-Z]{20}/g, 'INV').replace(/ of this account in (test|live) mode$/, '')
  const problems = fields.map(({ code, min, max, values }) => {
    const bounds = [
      min === undefined ? '' : ` min=${min}`,
      max === undefined ? '' : ` max=${max}`,
      values ? ` ${values}` : '',
    ]
    return `${code}${code === 'not_one_of' && values!.length > 2 ? '' : bounds.join('')}`
  })
  const text = [code, words, ...problems].join(' | ')
  // The API does not name the problem of a field.
  const like = refusals.filter(one => withoutNumbers(one.split(' | ')[1]!) === withoutNumbers(words))
  if (like.length === 0) return
  const alike = like.map(one => (fields.length === 0 ? one.split(' | ').slice(0, 2).join(' | ') : one))
  expect(
    alike.some(one => matches(one, text)),
    `a refusal: ${text} instead of ${alike}`,
  ).toBe(true)
  expectBounds(words, fields)
}

const numbers = /-?\d[\d.]*/g

const withoutNumbers = (text: string) => text.replace(numbers, '#')

function matches(pattern: string, text: string): boolean {
  const escaped = pattern.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('#', '-?\\d[\\d.]*')
  return new RegExp(`^${escaped}$`).test(text.replaceAll('\u00a0', ' '))
}

/** Checks that the words name the bounds of the field. */
function expectBounds(words: string, fields: NonNullable<Refused['fields']>): void {
  const named = (words.match(numbers) ?? []).map(number => Number(number.replaceAll('.', '')))
  for (const { min, max } of fields.length === 1 ? fields : []) {
    if (max !== undefined && named.length > 0) expect(named, words).toContain(max)
    if (min !== undefined && min > 0 && named.length > 1) expect(named, words).toContain(min)
  }
}
