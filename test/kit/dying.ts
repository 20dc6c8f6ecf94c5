import pg from 'pg'

/** A statement, or the commit that follows it, at which this process dies. */
export interface DyingAt {
  statement: RegExp
  when: 'before' | 'after' | 'before its commit' | 'after its commit'
}

export function die(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** Lets this process die at a statement; other points are not its business. */
export function dieAtStatements(at: DyingAt | object): void {
  if (!('statement' in at)) return
  const armed = new WeakSet<object>()
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: object, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '')
    const isIt = at.statement.test(text)
    const isItsCommit = /^commit\b/i.test(text) && armed.has(this)
    if (isIt && at.when.endsWith('commit')) armed.add(this)
    if ((isIt && at.when === 'before') || (isItsCommit && at.when === 'before its commit')) die()
    const diesAfter = (isIt && at.when === 'after') || (isItsCommit && at.when === 'after its commit')
    const callback = given.at(-1)
    if (diesAfter && typeof callback === 'function') given[given.length - 1] = die
    const result = query.apply(this, given)
    if (diesAfter && typeof callback !== 'function') void (result as Promise<unknown>).then(die)
    return result
  } as never
}
