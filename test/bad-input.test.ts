import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/*
 * Mistakes and attacks of providers, forwarders and receivers of callbacks, with the tests for them. A test is named by
 * its file and a part of its title.
 */
const snapHook = 'hooks/snap.slow.test.ts'
const phone = 'connectors/mutations/mutations.slow.test.ts'
const bridge = 'connectors/bridge/bridge.test.ts'
const delivering = 'callbacks/delivering.slow.test.ts'
const lying = 'callbacks/lying-receivers.slow.test.ts'

const overview: Record<string, [file: string, name: string][]> = {
  'forged notifications': [
    [snapHook, 'a forged push is 401 and triggers nothing'],
    [snapHook, 'a push is never trusted: if the provider then reports unpaid, the payment stays pending'],
    [phone, "['forged', "],
    [phone, 'an unsigned forwarder is read and never trusted'],
  ],
  'replayed notifications': [
    [snapHook, 'a push that is replayed a hundred times simultaneously settles once'],
    [phone, 'once, even if it is sent repeatedly'],
  ],
  're-timed notifications': [
    [snapHook, 'a push whose time was changed after signing is refused'],
    [snapHook, 'from eleven minutes ago or ahead is refused, even with a valid signature'],
    [phone, "['re-timed', "],
  ],
  're-ordered notifications': [
    [snapHook, 'pushes out of order change nothing'],
    [phone, 'notifications in any order pay by the time of the money'],
  ],
  'notifications across accounts': [
    [snapHook, "a push for one connection is not accepted at another's address"],
    [phone, 'signed for one connection is refused by another'],
  ],
  'rows without a reference': [
    [bridge, "['no reference', "],
    ['connectors/snap/snap.test.ts', 'a row that names no payment is ignored, and does no harm'],
  ],
  'negative amounts': [
    [bridge, "['a negative amount', "],
    ['connectors/mutations/forwarders.slow.test.ts', "['a negative amount', "],
    ['connectors/snap/snap.test.ts', "['a negative amount', "],
  ],
  'another currency': [
    [bridge, 'rows in another currency do not count as rupiah'],
    ['connectors/snap/snap.test.ts', 'books skip other currencies, refunds and top-ups'],
    ['connectors/mutations/read-sentence.test.ts', 'menerima USD 10.017'],
  ],
  'a clock seven hours off': [
    ['money/hostile-clocks.slow.test.ts', 'a provider whose clock is %i hours off'],
    [phone, 'seven hours off, either way, waits for a person'],
  ],
  'texts that only look like money': [
    ['connectors/mutations/read-sentence.test.ts', 'only looks like money'],
    [phone, "['that only looks like money', "],
    [phone, 'a notification whose amount the forwarder read from %s waits for a person'],
  ],
  'receivers that hang': [
    [delivering, 'a missing response or a broken connection is a failure'],
    [lying, 'a receiver that hangs %s is a failure'],
    ['callbacks/endpoints.slow.test.ts', 'a hanging endpoint does not delay the healthy one beside it'],
  ],
  'receivers that redirect': [[delivering, 'is a failure, and is not followed']],
  'receivers that answer 1 GB': [
    [lying, 'a response of 1 GB is abandoned after its first bytes'],
    ['lib/outbound.slow.test.ts', 'an endless body is cut off at the limit'],
  ],
  'receivers that answer 410': [[delivering, 'a response of 410 ends the delivery']],
  'receivers that answer 429 with Retry-After': [
    [delivering, 'with Retry-After waits as long as requested, up to a day'],
  ],
  'receivers that lie about TLS': [
    [lying, "['is self-signed', "],
    [lying, "['is for the wrong host', "],
    [lying, "['has expired', "],
    [lying, 'a receiver that speaks http at an https address gets nothing'],
  ],
  'addresses that are private only at the second lookup': [
    ['lib/outbound.slow.test.ts', 'the checked address is the one connected to'],
    ['lib/outbound.slow.test.ts', 'kept connections are not reused if the name now leads elsewhere or inside'],
    ['lib/outbound.slow.test.ts', 'at 50 second lookups of 50'],
  ],
}

const read = (file: string) => readFileSync(path.join(import.meta.dirname, file), 'utf8')

describe('bad input', () => {
  test.each(Object.entries(overview))('the tests of bad input cover %s', (_what, tries) => {
    expect(tries.filter(([file, name]) => !read(file).includes(name))).toEqual([])
  })
})
