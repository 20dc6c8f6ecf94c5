/** A migration as the linter reads it. */
export interface LintedMigration {
  name: string
  /** The statements passed to `addSql`. */
  queries: string[]
  isTransactional: boolean
  /** Whether it only creates indexes, by `OnlineMigration`. */
  isOnline: boolean
  /** Rules that it may break, and why: `static allowed = { drops: 'nothing reads it since 1.1.0' }`. */
  allowed?: Partial<Record<Rule, string>>
}

export type Rule =
  | 'index'
  | 'checks'
  | 'validates'
  | 'rewrites'
  | 'requires'
  | 'drops'
  | 'moves rows'
  | 'locks'
  | 'limits'
  | 'no transaction'

/**
 * Returns the statements that would harm a running shop, or processes of the previous version. Each one that breaks a
 * rule without a given reason gets a sentence. Tables created by the same migration are not in use yet.
 */
export function lintMigration(migration: LintedMigration): string[] {
  const statements = migration.queries.flatMap(splitStatements)
  const made = new Set(statements.flatMap(text => /^create table (?:if not exists )?"?(\w+)/.exec(text)?.[1] ?? []))
  const added = new Set(
    statements.flatMap(text => [...text.matchAll(/add constraint "?(\w+)/g)].map(match => match[1]!)),
  )
  const found = statements.flatMap(text => problemsOf(text, made, added).map(([rule, problem]) => ({ rule, problem })))
  if (!migration.isTransactional && !migration.isOnline) {
    found.push({ rule: 'no transaction', problem: 'is no transaction: only OnlineMigration can be cut off anywhere' })
  }
  return found.filter(({ rule }) => !migration.allowed?.[rule]).map(({ problem }) => `${migration.name}: ${problem}`)
}

type Problem = [Rule, string]

function problemsOf(text: string, made: Set<string>, added: Set<string>): Problem[] {
  const index = /^create (?:unique )?index (concurrently )?.*? on (?:only )?"?(\w+)/.exec(text)
  if (index) {
    if (index[1])
      return [['index', `${index[2]} is indexed concurrently by hand: OnlineMigration mends what is cut off`]]
    return made.has(index[2]!) ? [] : [['index', `${index[2]} is indexed while nobody can write: use OnlineMigration`]]
  }
  const altered = /^alter table (?:if exists )?(?:only )?"?(\w+)"? ([\s\S]*)$/.exec(text)
  if (altered)
    return made.has(altered[1]!)
      ? []
      : splitActions(altered[2]!).flatMap(act => problemsOfAction(act, altered[1]!, added))
  for (const [rule, pattern, problem] of whole) {
    const table = pattern.exec(text)
    if (table && !made.has(table[1] ?? '')) return [[rule, `${problem}: ${text.slice(0, 80)}`]]
  }
  return []
}

const whole: [Rule, RegExp, string][] = [
  [
    'drops',
    /^(?:drop table|drop view|drop function|alter type|drop type) (?:if exists )?"?(\w+)/,
    'the version before may still use it',
  ],
  ['moves rows', /^(?:update|delete from|truncate(?: table)?) "?(\w+)/, 'rows are moved while others wait'],
  ['locks', /^(?:lock table|vacuum full|cluster|reindex(?! .*concurrently))\b ?"?(\w+)?/, 'everybody waits'],
  ['limits', /^set (?:local |session )?(?:lock|statement)_timeout/, 'the limits are those of whoever migrates'],
]

function problemsOfAction(action: string, table: string, added: Set<string>): Problem[] {
  const broken = actions.find(([, pattern]) => pattern.test(action))
  if (broken) return [[broken[0], `${table}: ${broken[2]}: ${action.slice(0, 80)}`]]
  const validated = /^validate constraint "?(\w+)/.exec(action)?.[1]
  if (!validated || !added.has(validated)) return []
  return [
    ['validates', `${table}: a constraint is validated under the lock that added it: do so in a migration of its own`],
  ]
}

const actions: [Rule, RegExp, string][] = [
  [
    'checks',
    /^add (?:constraint "?\w+"? )?(?:check|foreign key)\b(?![\s\S]*not valid)/,
    'every row is read under a lock: add it `not valid`',
  ],
  [
    'index',
    /^add (?:constraint "?\w+"? )?(?:unique|primary key)\b(?! using index)/,
    'an index is made while nobody can write',
  ],
  [
    'checks',
    /^add (?:column )?(?!constraint)[\s\S]*\b(?:check \(|references )/,
    'every row is read under a lock: add the check by itself, `not valid`',
  ],
  ['rewrites', /^add (?:column )?(?!constraint)[\s\S]*\b(?:generated|serial|bigserial)\b/, 'every row is written anew'],
  [
    'rewrites',
    /^add (?:column )?(?!constraint)[\s\S]*\bdefault (?!now\(\)|')\S*\(/,
    'every row is written anew for a default that differs by row',
  ],
  [
    'requires',
    /^add (?:column )?(?!constraint)(?=[\s\S]*\bnot null)(?![\s\S]*\bdefault\b)/,
    'rows that are there have no value',
  ],
  ['rewrites', /^alter (?:column )?"?\w+"? (?:set data )?type\b/, 'every row is written anew'],
  [
    'requires',
    /^alter (?:column )?"?\w+"? set not null/,
    'every row is read under a lock, unless a validated check says the same',
  ],
  ['rewrites', /^set (?:logged|unlogged|tablespace|access method)\b/, 'every row is written anew'],
  ['drops', /^(?:drop (?:column|constraint)|rename)\b/, 'the version before may still use it'],
]

/** Splits at semicolons outside of quotes and function bodies. */
export function splitStatements(sql: string): string[] {
  return splitOutside(sql.replaceAll(/--[^\n]*/g, ''), ';')
    .map(text => text.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
}

function splitActions(text: string): string[] {
  return splitOutside(text, ',').map(part => part.trim())
}

function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = []
  let begin = 0
  let depth = 0
  // A function body, a string, a name, a bracket, the separator, or anything else.
  for (const { 0: piece, index } of text.matchAll(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|"[^"]*"|[\s\S]/g)) {
    if (piece === '(') depth++
    else if (piece === ')') depth--
    else if (piece === mark && depth === 0) {
      parts.push(text.slice(begin, index))
      begin = index + 1
    }
  }
  parts.push(text.slice(begin))
  return parts
}
