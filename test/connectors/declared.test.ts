import { expect, test } from 'vitest'
import { type ConnectorId, connectors } from '../../src/connectors/index.ts'
import type { Window } from '../../src/connectors/window.ts'

// docs/connectors states these limits for each provider. The kinds of the fields decide whether a page shows a secret.

const day = 86_400
const minute = { graceS: 300, lagS: 60, skewS: 60, resolutionS: 1 }
const gateway = { ...minute, intervalS: 15, freshS: 1_800 }
const bridged = {
  chargeLifeS: Infinity,
  graceS: 60,
  lateS: 0,
  lagS: 60,
  skewS: 5,
  resolutionS: 1,
  intervalS: 5,
}
const windows = {
  interactive: { ...minute, chargeLifeS: 1_800, lateS: 600, intervalS: 15, requestsPerS: 2 },
  snap: { ...minute, chargeLifeS: day, lateS: 600, intervalS: 20, requestsPerS: 10 },
  midtrans: { ...gateway, chargeLifeS: 7 * day, lateS: day, requestsPerS: 2, amountMax: 10_000_000 },
  xendit: { ...gateway, chargeLifeS: 2 * day, lateS: 2 * day, requestsPerS: 2, amountMax: 10_000_000 },
  duitku: {
    ...minute,
    chargeLifeS: day,
    lateS: day,
    intervalS: 60,
    requestsPerS: 1,
    amountMin: 10_000,
    amountMax: 10_000_000,
  },
  tripay: { ...gateway, chargeLifeS: day, lateS: day, requestsPerS: 1, amountMin: 1_000, amountMax: 5_000_000 },
  ipaymu: { ...gateway, chargeLifeS: 300, lateS: day, requestsPerS: 1, amountMin: 1_000, amountMax: 10_000_000 },
  mutations: {
    chargeLifeS: Infinity,
    graceS: 120,
    lateS: 0,
    lagS: 300,
    skewS: 60,
    resolutionS: 60,
    intervalS: Infinity,
  },
  bank: bridged,
  'merchant-wallet': bridged,
  wallet: bridged,
} satisfies Partial<Record<ConnectorId, Window>>
const ids = Object.keys(connectors) as ConnectorId[]

test.each(Object.keys(windows) as (keyof typeof windows)[])(
  '%s has the documented time limits, pace and amounts',
  id => {
    expect(connectors[id].window).toEqual(windows[id])
  },
)

/** The fields of a form; `?` marks an optional one, `+` one that is hidden at first. */
const forms = {
  interactive: 'api_key:password mid:text nmid:text? base_url:url?',
  snap: `profile:choice? client_id:text partner_id:text? client_secret:password? private_key:area
    provider_public_key:area? merchant_id:text store_id:text? terminal_id:text? postal_code:text? channel_id:text?
    acquirer:choice? channel_code:text? nmid:text? base_url:url? mcc:text?+ sub_merchant_id:text?+ notify_path:text?+
    overrides:area?+`,
  midtrans: 'server_key:password base_url:url?+',
  xendit: 'secret_key:password webhook_token:password? base_url:url?+',
  duitku: 'merchant_code:text api_key:password base_url:url?+',
  tripay: 'merchant_code:text api_key:password private_key:password base_url:url?+',
  ipaymu: 'va:text api_key:password base_url:url?+',
  mutations: 'method:choice dialect:choice apps:ticks account:text heartbeat_s:number? amount_max:number?',
  bank: 'host:text username:text password:password merchant_id:text terminal_id:text',
  'merchant-wallet': 'token:area device:area',
  wallet: 'phone:tel',
} satisfies Partial<Record<ConnectorId, string>>
const formIds = Object.keys(forms) as (keyof typeof forms)[]

test.each(formIds)('the form of %s has its fields in order, hides secrets, and folds what few people need', id => {
  const fields = connectors[id].form.map(
    ({ name, kind, isOptional, isAdvanced }) => `${name}:${kind}${isOptional ? '?' : ''}${isAdvanced ? '+' : ''}`,
  )
  expect(fields).toEqual(forms[id].split(/\s+/))
})

test('only these providers must be polled rarely, know the address of a shop, or sign with a public number', () => {
  const having = (trait: keyof (typeof connectors)[ConnectorId]['traits']) =>
    ids.filter(id => connectors[id].traits[trait])
  expect(having('isAskedRarely')).toEqual(['duitku'])
  expect(having('registersCallers')).toEqual(['ipaymu'])
  expect(having('isSignedByAnybody')).toEqual(['ipaymu'])
  expect(having('isOpenedByOtp')).toEqual(['wallet'])
  expect(having('needsForwarder')).toEqual(['mutations'])
  expect(having('makesCodes').toSorted()).toEqual([
    'duitku',
    'interactive',
    'ipaymu',
    'midtrans',
    'snap',
    'tripay',
    'xendit',
  ])
  expect(having('hookPath')).toEqual(['snap'])
  expect(ids.filter(id => connectors[id].matches === 'amount').toSorted()).toEqual([
    'bank',
    'merchant-wallet',
    'mutations',
    'wallet',
  ])
  const brought = ids.flatMap(id => connectors[id].traits.brings.map(method => `${id} ${method}`))
  expect(brought.toSorted()).toEqual([
    'bank qris_user',
    'merchant-wallet wallet_qris',
    'mutations qris_user',
    'mutations wallet_direct',
    'mutations wallet_qris',
    'wallet wallet_direct',
  ])
})
