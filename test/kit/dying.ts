import pg from 'pg'

/** A statement, or the commit that follows it, at which this process dies. */
export interface DyingAt {
  statement: RegExp
  when: 'before' | 'under way' | 'after' | 'before its commit' | 'after its commit'
}

export function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Makes this process die at a statement; ignores other points. */
export function dieAtStatements(at: DyingAt | object): void {
  if (!('statement' in at)) return
  const armed = new WeakSet<object>()
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
    const text = textOf(given[0])
    const isIt = at.statement.test(text)
    const isItsCommit = /^commit\b/i.test(text) && armed.has(this)
    if (isIt && at.when.endsWith('commit')) armed.add(this)
    const isHere = at.when.endsWith('commit') ? isItsCommit : isIt
    if (isHere && at.when.startsWith('before')) die()
    if (isHere && at.when === 'under way') return dieMeanwhile(this, query, given)
    return isHere && at.when.startsWith('after') ? dieAfter(this, query, given) : query.apply(this, given)
  } as never
}

function textOf(first: unknown): string {
  return typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')
}

// The database executes a statement whose client has died.
function dieMeanwhile(client: object, query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
  const result = query.apply(client, given)
  die()
  return result
}

function dieAfter(client: object, query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
  if (typeof given.at(-1) === 'function') return query.apply(client, [...given.slice(0, -1), die])
  const result = query.apply(client, given)
  void (result as Promise<unknown>).then(die)
  return result
}
