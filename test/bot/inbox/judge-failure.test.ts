import { GrammyError, HttpError } from 'grammy'
import { describe, expect, test } from 'vitest'
import { judgeFailure } from '../../../bot/inbox/judge-failure.ts'

const ours = new Error('the shop failed')
const away = Object.assign(new Error('the database system is shutting down'), { code: '57P03' })
const unreachable = new HttpError('network', new Error('ECONNREFUSED'))
const limited = refusal(429, 'Too Many Requests', { retry_after: 90 })
const revoked = refusal(401, 'Unauthorized')

describe('an update whose handling failed', () => {
  test.each([
    ['its first failure', ours, { attempts: 0, age: 0 }, { is: 'delayed', waitS: 1, attempts: 1 }],
    ['its second failure', ours, { attempts: 1, age: 2 }, { is: 'delayed', waitS: 4, attempts: 2 }],
    ['its third failure', ours, { attempts: 2, age: 9 }, { is: 'dead' }],
    [
      'Telegram is down, and no attempt counts',
      unreachable,
      { attempts: 2, age: 8 },
      { is: 'delayed', waitS: 3, attempts: 2 },
    ],
    ['Telegram is down for long', unreachable, { attempts: 0, age: 7200 }, { is: 'delayed', waitS: 60, attempts: 0 }],
    ['Telegram is down for a day', unreachable, { attempts: 0, age: 86_401 }, { is: 'dead' }],
    ['Telegram asks to wait', limited, { attempts: 1, age: 0 }, { is: 'delayed', waitS: 90, attempts: 1 }],
    ['the database is down', away, { attempts: 2, age: 8 }, { is: 'delayed', waitS: 0, attempts: 2 }],
    ['its bot is revoked', revoked, { attempts: 0, age: 0 }, { is: 'delayed', waitS: 1, attempts: 0 }],
  ])('a failed update is retried, delayed or given up as appropriate: %s', (_name, thrown, stored, expected) => {
    expect(judgeFailure(stored, thrown)).toMatchObject(expected)
  })
})

function refusal(error_code: number, description: string, parameters = {}): GrammyError {
  return new GrammyError(description, { ok: false, error_code, description, parameters }, 'sendMessage', {})
}
