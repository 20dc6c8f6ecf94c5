import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Everything that can be wrong with an account or a provider, with a test of the result for each provider. A cell names
 * a test by its file and words of its title, or explains why the case does not exist there. A missing cell does not
 * compile, and one that matches no test fails.
 */
const ids = ['midtrans', 'xendit', 'duitku', 'tripay', 'ipaymu'] as const
type Id = (typeof ids)[number]
type Cell = { file: string; title: string } | { no: string }

/** Names a test of `by-key.ts`, which the file `payments.slow.test.ts` of each provider runs. */
const shared = (title: string) => each(() => ({ file: 'by-key.ts', title }))
/** Names a test that a single file runs for every provider. */
const common = (file: string, title: string) => each(() => ({ file, title }))
const own = (titles: Record<Id, string | { no: string }>) =>
  each(id => {
    const title = titles[id]
    return typeof title === 'string' ? { file: `${id}/${id}.test.ts`, title } : title
  })

function each(cellOf: (id: Id) => Cell): Record<Id, Cell> {
  return Object.fromEntries(ids.map(id => [id, cellOf(id)])) as Record<Id, Cell>
}

const inKey = 'a paste into %s that is another key is recognised'
const elsewhere = 'a key of the $home host is accepted there, and pointed out elsewhere'
const others = (midtrans: string, xendit: string): Record<Id, Cell> => ({
  ...common('other-environment.test.ts', elsewhere),
  midtrans: { file: 'midtrans/midtrans.test.ts', title: midtrans },
  xendit: { file: 'xendit/xendit.test.ts', title: xendit },
})

const cases: Record<string, Record<Id, Cell>> = {
  'a public or client key': own({
    midtrans: '%s is recognised as %s',
    xendit: '%s is recognised as %s',
    duitku: inKey,
    tripay: inKey,
    ipaymu: inKey,
  }),
  'a key of another product': own({
    midtrans: '%s is recognised as %s',
    xendit: '%s is recognised as %s',
    duitku: inKey,
    tripay: inKey,
    ipaymu: inKey,
  }),
  'a key with quotes and blanks': own({
    midtrans: 'the key is found in %s',
    xendit: 'the key is found in %s',
    duitku: 'the code of a sandbox project is pointed out when a live connection is made',
    tripay: 'a sandbox key is looked up there, and pointed out in a live connection',
    ipaymu: 'an account number is read even with pasted dots and spaces',
  }),
  'a sandbox key in a live connection': others(
    'the key of the other environment is recognised (for real money: %s)',
    'a key with %s is recognised before a request is sent (for real money: %s)',
  ),
  'a live key in test mode': others(
    'the key of the other environment is recognised (for real money: %s)',
    'a key with %s is recognised before a request is sent (for real money: %s)',
  ),
  'a key that is wrong': {
    ...common('other-environment.test.ts', 'a key that neither host accepts is wrong'),
    midtrans: { file: 'midtrans/midtrans.test.ts', title: 'a key unknown to both hosts is wrong' },
    xendit: { file: 'xendit/xendit.test.ts', title: 'a wrong key is refused' },
  },
  'a wrong second key': own({
    midtrans: { no: 'it has one key' },
    xendit: 'with another token',
    duitku: { no: 'it has one key' },
    tripay: 'connecting with a wrong private key or merchant code is refused',
    ipaymu: { no: 'it has one key' },
  }),
  'a missing permission': own({
    midtrans: { no: 'its keys have no permissions' },
    xendit: 'a key without permission to read the balance is accepted with a remark',
    duitku: { no: 'its keys have no permissions' },
    tripay: { no: 'its keys have no permissions' },
    ipaymu: 'an unregistered address or domain is named',
  }),
  'QRIS is not active': shared('an account without QRIS is refused with that reason when it is connected'),
  'a fee for the payer': own({
    midtrans: { no: 'it has no such setting' },
    xendit: { no: 'it has no such setting' },
    duitku: { no: 'it has no such setting; another amount in the code is doubt' },
    tripay: 'a code whose payer pays the fee is refused, naming the setting',
    ipaymu: 'a code whose payer pays the fee is refused, naming the setting',
  }),
  'an amount outside the limits': shared('an amount outside the limits is refused before a code is requested'),
  'a provider that is down for an hour': shared('a provider that is down for an hour loses no payment'),
  'a clock ahead': common('wrong-clock.test.ts', 'a clock that is %i minutes off'),
  'a clock behind': common('wrong-clock.test.ts', 'a clock that is %i minutes off'),
  'two connections of one account': shared('an account is connected once in a shop, with any of its keys'),
  'one key in two shops': shared('two shops with one key each get the money of their own payments'),
  'a key revoked while codes are open': shared('a key that is revoked while codes are open keeps their payments'),
  "a notification of another shop's payment": shared(
    'a payment of another shop settles nothing, in whichever shop the notification arrives',
  ),
  'a notification that is replayed': shared('a notification that is repeated, doubled or late pays once'),
  'notifications in another order': shared(
    'two payments of one amount are distinguished, even if notified in reverse order',
  ),
  'a forged notification': shared('a forged notification and one about an unpaid code pay nothing'),
  'a flood of forged notifications': {
    ...each(() => ({ no: 'strangers cannot sign them: each is refused before a code is looked for' })),
    ipaymu: { file: 'ipaymu/flood.slow.test.ts', title: 'forged notifications do not delay the payment' },
  },
  'pending after settlement': shared('a provider that reports pending after paid revokes nothing'),
  'pending past the end': own({
    midtrans: 'we cancel a code that stays pending past its end',
    xendit: 'we cancel a code after its payment, because it would live for two days',
    duitku: { no: 'it takes no code back' },
    tripay: { no: 'it takes no code back' },
    ipaymu: { no: 'it takes no code back' },
  }),
  'another order in the answer': shared('a response with %s pays nothing'),
  'an error inside of HTTP 200': common('odd-http.test.ts', 'HTTP 200 with %s never counts as paid'),
  'paid inside of an error': common('odd-http.test.ts', 'a response that says paid with HTTP %i never counts as paid'),
  'a redirect': common('odd-http.test.ts', 'a redirect is not followed, wherever it leads'),
  'a code whose answer was lost': own({
    midtrans: 'a retry after a lost response returns the same code',
    xendit: 'a retry after a lost response returns the same code',
    duitku: { no: 'it answers 409 to a used reference, and the next one is taken' },
    tripay: 'a code whose response was lost is found by its reference',
    ipaymu: { no: 'its history holds no code; another is made under the same reference' },
  }),
  'an odd row among its channels': own({
    midtrans: { no: 'it lists no channels' },
    xendit: { no: 'it lists no channels' },
    duitku: 'a code is created by %s of the project',
    tripay: 'connecting learns the fee and the limits of the channel, and a code proves all keys',
    ipaymu: 'a QRIS channel that is %s, beside odd ones',
  }),
  'a page of HTML': common('odd-http.test.ts', 'HTTP 200 with %s never counts as paid'),
  'an empty body': common('odd-http.test.ts', 'HTTP 200 with %s never counts as paid'),
  'a body in gzip': common('odd-http.test.ts', 'a gzip response is read like any other'),
  'a slow body': common('odd-http.test.ts', 'an endless body is not a response'),
}

describe.each(Object.entries(cases))('%s', (_name, cells) => {
  test.each(ids)('%s has a test or an exemption for this bad input', id => {
    const cell = cells[id]
    if ('no' in cell) return expect(cell.no).not.toBe('')
    const text = readFileSync(path.join(import.meta.dirname, cell.file), 'utf8')
    expect(text).toContain(cell.title)
    const isShared = cell.file === 'by-key.ts'
    const runs = isShared ? readFileSync(path.join(import.meta.dirname, id, 'payments.slow.test.ts'), 'utf8') : text
    expect(runs).toContain(isShared ? 'describePayments(' : 'test')
    if (!cell.file.includes('/')) expect(runs).toContain(id)
  })
})
