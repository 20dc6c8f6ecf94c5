import { findAccountByName } from '../accounts/find-account-by-name.ts'
import { grantPlatform } from '../accounts/grant-platform.ts'
import { revokePlatform } from '../accounts/revoke-platform.ts'
import { setPlatformFee, surchargeWarning } from '../accounts/set-platform-fee.ts'
import type { App } from '../needs.ts'
import { accountOption, type CommandArgs, type Commands, readNumber } from './command.ts'

export const platformCommands = {
  'platform grant': {
    usage:
      'platform grant --account NAME --max-amount RUPIAH [--merchant-id ID] [--connector interactive|snap] ' +
      '[--static-qris CODE]',
    options: {
      ...accountOption,
      'max-amount': { type: 'string' },
      'merchant-id': { type: 'string' },
      connector: { type: 'string' },
      'static-qris': { type: 'string' },
    },
    run: grantByCommand,
  },
  'platform revoke': { usage: 'platform revoke --account NAME', options: accountOption, run: revokeByCommand },
  'platform fee': {
    usage: 'platform fee BASIS_POINTS --account NAME   - what customers pay on top; 100 are 1 %, 0 is none',
    options: accountOption,
    run: setFee,
  },
} satisfies Commands

async function grantByCommand(app: App, { options }: CommandArgs): Promise<string[]> {
  const isNew = await grantPlatform(app, {
    accountId: await findAccountByName(app, options.account),
    connector: String(options.connector ?? 'interactive'),
    merchantId: optionalText(options['merchant-id']),
    maxAmount: readNumber('--max-amount', options['max-amount']),
    staticQris: optionalText(options['static-qris']),
  })
  return [`${options.account} ${isNew ? 'may charge by qris_platform now' : 'has its grant changed'}.`]
}

async function revokeByCommand(app: App, { options }: CommandArgs): Promise<string[]> {
  const wasGranted = await revokePlatform(app, await findAccountByName(app, options.account))
  return [wasGranted ? `${options.account} charges by qris_platform no more.` : `${options.account} had no grant.`]
}

async function setFee(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const feeBps = readNumber('BASIS_POINTS', words[0])
  await setPlatformFee(app, await findAccountByName(app, options.account), feeBps)
  return feeBps === 0
    ? ['Customers pay no fee.']
    : [`Customers pay ${feeBps / 100} % on top with qris_platform.`, surchargeWarning]
}

const optionalText = (value: unknown) => (typeof value === 'string' ? value : null)
