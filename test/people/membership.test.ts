import { expect, test } from 'vitest'
import { mayDo, roles } from '../../src/people/membership.ts'

test('the owner does everything, finance the money, support the orders, and everybody reads', () => {
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
