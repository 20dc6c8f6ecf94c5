import { expect, test } from 'vitest'
import {
  createSoundboxStreams,
  streamsPerAccountMax,
} from '../../../../src/modules/counter/web/soundbox/soundbox-streams.ts'

test('each account has its own limit of streams', () => {
  // No rows are read: the counts are only in this process.
  const streams = createSoundboxStreams({} as never)
  const words = { announced: () => ({ amount: '', time: '', clips: [], text: '' }), trouble: () => null }
  const open = (accountId: number, id: number) => streams.open({ id, accountId, mode: 'test' }, new Date(), words)
  const opened = Array.from({ length: streamsPerAccountMax }, (_, id) => open(1, id))
  expect(opened).not.toContain(null)
  expect(open(1, 99)).toBeNull()
  opened.push(open(2, 100))
  // The device takes over its own place.
  opened.push(open(1, 1))
  expect(opened).not.toContain(null)
  streams.close()
  for (const stream of opened) stream!.destroy()
})
