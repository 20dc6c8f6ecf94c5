import { describe, expect, test } from 'vitest'
import { AbandonedError, type GatherOptions, gatherWork } from '../../src/lib/gather.ts'

interface Batch {
  pieces: string[]
  end(): Promise<void>
  fail(error: Error): Promise<void>
}

/** Creates work whose batches end when the test decides. */
function open(options: GatherOptions<string> = {}) {
  const batches: Batch[] = []
  const ask = gatherWork<string, string>(pieces => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const after = async (settle: () => void) => {
      settle()
      await turn()
    }
    const end = () => after(() => resolve(pieces.map(piece => `did ${piece}`)))
    batches.push({ pieces, end, fail: error => after(() => reject(error)) })
    return promise
  }, options)
  return { batches, ask, sent: () => batches.map(({ pieces }) => pieces.join(' ')) }
}

const turn = () => new Promise(resolve => setImmediate(resolve))
const numbered = (count: number, name = 'p') => Array.from({ length: count }, (_, at) => `${name}${at}`)

describe('gathered work', () => {
  test('gathered work starts immediately with a single piece', async () => {
    const { ask, sent, batches } = open()
    const answer = ask('a')
    expect(sent()).toEqual(['a'])
    await batches[0]!.end()
    expect(await answer).toBe('did a')
  })

  test('gathered work takes waiting pieces together, and answers each with its own result', async () => {
    const { ask, sent, batches } = open()
    const answers = ['a', 'b', 'c'].map(ask)
    await batches[0]!.end()
    expect(sent()).toEqual(['a', 'b c'])
    await batches[1]!.end()
    expect(await Promise.all(answers)).toEqual(['did a', 'did b', 'did c'])
  })

  test('gathered work can take all pieces of one turn of the event loop together', async () => {
    const { ask, sent } = open({ waitsForTurn: true })
    for (const piece of ['a', 'b', 'c']) void ask(piece)
    expect(sent()).toEqual([])
    await turn()
    expect(sent()).toEqual(['a b c'])
  })

  test('gathered work respects the limits of batches and of their sizes', async () => {
    const { ask, sent, batches } = open({ flights: 2, piecesMax: 3, waitsForTurn: true })
    for (const piece of numbered(8)) void ask(piece)
    await turn()
    expect(sent()).toEqual(['p0 p1 p2', 'p3 p4 p5'])
    await batches[1]!.end()
    expect(sent()[2]).toBe('p6 p7')
  })

  test('gathered work takes turns between owners, so that many pieces of one delay another by one batch', async () => {
    const { ask, sent } = open({ piecesMax: 4, waitsForTurn: true, ownerOf: piece => piece[0] })
    for (const piece of [...numbered(10, 'big'), 'small0', 'tiny0', 'tiny1']) void ask(piece)
    await turn()
    expect(sent()).toEqual(['big0 small0 tiny0 big1'])
  })

  test('gathered work never puts two pieces with the same key together, and keeps their order', async () => {
    const { ask, sent, batches } = open({ wants: piece => [piece[0]!], waitsForTurn: true })
    for (const piece of ['a1', 'a2', 'b1', 'a3']) void ask(piece)
    await turn()
    for (const at of [0, 1, 2]) await batches[at]!.end()
    expect(sent()).toEqual(['a1 b1', 'a2', 'a3'])
  })

  test('gathered work does not start a piece without a caller', async () => {
    const gone = new Set<string>()
    const { ask, sent, batches } = open({ isGone: piece => gone.has(piece) })
    void ask('a')
    const [left, stays] = [ask('left'), ask('stays')]
    const failed = expect(left).rejects.toThrow(AbandonedError)
    gone.add('left')
    await batches[0]!.end()
    expect(sent()).toEqual(['a', 'stays'])
    await failed
    await batches[1]!.end()
    expect(await stays).toBe('did stays')
  })

  test('gathered work does not repeat a piece without a caller after a failed batch', async () => {
    const gone = new Set<string>()
    const { ask, sent, batches } = open({ isGone: piece => gone.has(piece) })
    const first = ask('a')
    const [stays, leaves] = ['b', 'c'].map(ask) as [Promise<unknown>, Promise<unknown>]
    await batches[0]!.end()
    const failed = expect(leaves).rejects.toThrow(AbandonedError)
    gone.add('c')
    await batches[1]!.fail(new Error('a lock is held'))
    await batches[2]!.end()
    await failed
    expect(await Promise.all([first, stays])).toEqual(['did a', 'did b'])
    expect(sent()).toEqual(['a', 'b c', 'b'])
  })

  test('gathered work repeats a failed batch piece by piece, so that the bad one fails alone', async () => {
    const { ask, sent, batches } = open({ waitsForTurn: true, aloneMax: 2 })
    const answers = ['good', 'bad', 'fine'].map(ask)
    const failed = expect(answers[1]).rejects.toThrow('bad')
    await turn()
    await batches[0]!.fail(new Error('one of them'))
    expect(sent()).toEqual(['good bad fine', 'good', 'bad'])
    await batches[2]!.fail(new Error('bad'))
    await batches[1]!.end()
    await batches[3]!.end()
    expect(await answers[0]).toBe('did good')
    expect(await answers[2]).toBe('did fine')
    await failed
  })

  test('gathered work repeats nothing with an unknown outcome', async () => {
    const { ask, sent, batches } = open({ waitsForTurn: true, didNothing: () => false })
    const failed = ['a', 'b'].map(piece => expect(ask(piece)).rejects.toThrow('unknown'))
    await turn()
    await batches[0]!.fail(new Error('unknown'))
    await Promise.all(failed)
    expect(sent()).toEqual(['a b'])
    void ask('c')
    await turn()
    expect(sent()).toEqual(['a b', 'c'])
  })

  test('gathered work fails all waiting pieces with a shared error, and starts over afterwards', async () => {
    const { ask, sent, batches } = open({ piecesMax: 2, endsAll: error => (error as Error).message === 'silent' })
    const failed = ['a', 'b', 'c', 'd'].map(piece => expect(ask(piece)).rejects.toThrow('silent'))
    await batches[0]!.fail(new Error('silent'))
    await Promise.all(failed)
    expect(sent()).toEqual(['a'])
    const later = expect(ask('e')).rejects.toThrow('its own')
    await batches[1]!.fail(new Error('its own'))
    await later
  })

  test('gathered work continues behind an error that concerns only its own batch', async () => {
    const { ask, sent, batches } = open({ piecesMax: 2, endsAll: error => (error as Error).message === 'silent' })
    const failed = expect(ask('a')).rejects.toThrow('its own')
    const answer = ask('b')
    await batches[0]!.fail(new Error('its own'))
    await failed
    await batches[1]!.end()
    expect(await answer).toBe('did b')
    expect(sent()).toEqual(['a', 'b'])
  })
})
