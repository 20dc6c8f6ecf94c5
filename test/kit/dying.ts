import pg from 'pg'

/** A statement, or the commit that follows it, at which this process dies. */
export interface DyingAt {
  statement: RegExp
  when: 'before' | 'under way' | 'after' | 'before its commit' | 'after its commit'
}

export function killProcess(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Makes this process die at a statement; ignores other points. */
export function killAtStatements(point: DyingAt | object): void {
  if (!('statement' in point)) return
  const armed = new WeakSet<object>()
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
    const text = textOf(given[0])
    const isIt = point.statement.test(text)
    const isItsCommit = /^commit\b/i.test(text) && armed.has(this)
    if (isIt && point.when.endsWith('commit')) armed.add(this)
    const isHere = point.when.endsWith('commit') ? isItsCommit : isIt
    if (isHere && point.when.startsWith('before')) killProcess()
    if (isHere && point.when === 'under way') return dieMeanwhile(this, query, given)
    return isHere && point.when.startsWith('after') ? dieAfter(this, query, given) : query.apply(this, given)
  } as never
}

function textOf(first: unknown): string {
  return typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')
}

// The database executes a statement whose client has died.
function dieMeanwhile(client: object, query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
  const result = query.apply(client, given)
  killProcess()
  return result
}

function dieAfter(client: object, query: (...given: unknown[]) => unknown, given: unknown[]): unknown {
  if (typeof given.at(-1) === 'function') return query.apply(client, [...given.slice(0, -1), killProcess])
  const result = query.apply(client, given)
  void (result as Promise<unknown>).then(killProcess)
  return result
}
