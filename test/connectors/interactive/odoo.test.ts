import { afterAll, beforeAll, expect, test } from 'vitest'
import { interactive } from '../../../src/connectors/interactive/interactive.ts'
import { makeInteractiveCredentials } from '../../../src/connectors/interactive/simulator.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'
import { startProvider } from '../provider.ts'

/**
 * The requests and answers of Odoo's own client of this provider: https://github.com/odoo/odoo,
 * addons/l10n_id/models/res_bank.py for the requests and addons/l10n_id/tests/test_qris.py for the answers.
 */
const odoo = {
  host: 'https://qris.online',
  charge: {
    path: '/restapi/qris/show_qris.php',
    action: 'create-invoice',
    fields: ['do', 'apikey', 'mID', 'cliTrxNumber', 'cliTrxAmount'],
  },
  status: {
    path: '/restapi/qris/checkpaid_qris.php',
    action: 'checkStatus',
    fields: ['do', 'apikey', 'mID', 'invid', 'trxvalue', 'trxdate'],
  },
  answers: {
    charged: ['qris_content', 'qris_request_date', 'qris_invoiceid', 'qris_nmid'],
    unpaid: { status: 'failed', data: { qris_status: 'unpaid' } },
    paid: {
      status: 'success',
      data: { qris_status: 'paid', qris_payment_customername: 'Budi Santoso', qris_payment_methodby: 'Sakuku' },
      qris_api_version_code: '2206091709',
    },
  },
}

let provider: Awaited<ReturnType<typeof startProvider>>
let sandbox: Sandbox
let call: Parameters<NonNullable<typeof interactive.charge>>[0]

beforeAll(async () => {
  provider = await startProvider()
  sandbox = await startSandbox()
  const credentials = interactive.credentials.parse({ base_url: provider.url, api_key: 'key', mid: '195255685725' })
  call = { credentials, outbound: provider.outbound }
})
afterAll(async () => {
  await sandbox.stop()
  await provider.stop()
})

const requestedAt = new Date('2024-02-27T04:13:42Z')
const request = { reference: 'INV-1', amount: 12_345, requestedAt, expiresAt: new Date('2024-02-27T04:43:42Z') }
const charge = {
  reference: 'INV-1',
  providerInvoiceId: '413255111',
  amount: 12_345,
  requestDate: requestedAt,
  askedAt: new Date('2024-02-27T04:15:00Z'),
  payableUntil: new Date('2024-02-27T04:48:42Z'),
}

test.each(['charge', 'status'] as const)('a %s uses the path and the fields of Odoo', async act => {
  provider.answer(odoo.answers.unpaid)
  await (act === 'charge' ? interactive.charge!(call, request) : interactive.status!(call, charge)).catch(() => {})
  const { url, method } = provider.requests.at(-1)!
  expect([method, url.pathname, url.searchParams.get('do')]).toEqual(['GET', odoo[act].path, odoo[act].action])
  const fields = [...url.searchParams.keys()].filter(name => name !== 'useTip')
  expect(fields.sort()).toEqual(odoo[act].fields.toSorted())
})

test("the provider is called at Odoo's host unless the credentials name another", () => {
  const { base_url } = interactive.credentials.parse({ api_key: 'key', mid: '1' }) as { base_url: string }
  expect(base_url).toBe(odoo.host)
})

test("the responses in Odoo's tests are read with their meaning", async () => {
  provider.answer(odoo.answers.unpaid)
  expect(await interactive.status!(call, charge)).toEqual({ paid: false })
  provider.answer(odoo.answers.paid)
  expect(await interactive.status!(call, charge)).toMatchObject({
    paid: true,
    transfer: { reference: '413255111', amount: 12_345, payerName: 'Budi Santoso', payerApp: 'Sakuku' },
  })
})

test('the simulator answers the requests of Odoo with the fields that Odoo reads', async () => {
  const { base_url, api_key, mid } = makeInteractiveCredentials(sandbox.url, 'WARUNG')
  const ask = async (path: string, fields: Record<string, string>) => {
    const query = new URLSearchParams({ apikey: api_key, mID: mid, ...fields })
    const { body } = await sandbox.outbound.fetch(`${base_url}${path}?${query}`)
    return JSON.parse(body.toString('utf8'))
  }
  const made = { do: odoo.charge.action, cliTrxNumber: 'INV-ODOO', cliTrxAmount: '12345' }
  const charged = await ask(odoo.charge.path, made)
  expect(Object.keys(charged.data).sort()).toEqual(odoo.answers.charged.toSorted())
  const { qris_invoiceid: invid, qris_request_date } = charged.data
  const asked = { do: odoo.status.action, invid, trxvalue: '12345', trxdate: qris_request_date.slice(0, 10) }
  expect(await ask(odoo.status.path, asked)).toEqual(odoo.answers.unpaid)
})
