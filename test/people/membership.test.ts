import { expect, test } from 'vitest'
import { mayDo, roles } from '../../src/people/membership.ts'

test('the owner can do everything, finance the money, support the orders, and all of them can read', () => {
  const allowed = roles.map(role => [
    role,
    ...(['read', 'orders', 'money', 'settings'] as const).filter(act => mayDo(role, act)),
  ])
  expect(allowed).toEqual([
    ['owner', 'read', 'orders', 'money', 'settings'],
    ['finance', 'read', 'money'],
    ['support', 'read', 'orders'],
    ['read_only', 'read'],
  ])
})
