import { type Word, wordsOf } from './sql-words.ts'

/** A mistake in a text, counted from its beginning. */
export interface Change {
  start: number
  end: number
  instead: string
  what: string
}

/** Every mistake that is put into an SQL text: conditions, comparisons, locks, conflicts, orders, what is set. */
export function mutateSql(text: string): Change[] {
  const words = wordsOf(text)
  return [
    ...conditions(text, words),
    ...settings(text, words),
    ...swaps(words),
    ...clauses(text, words),
    ...literals(words),
  ]
}

/** What ends a condition at its own depth. */
const ends = new Set(
  `where group order limit offset for returning union except intersect having window join left right inner cross full
   on set when then else end do values from using , ;`.split(/\s+/),
)
const starts = new Set(['where', 'on', 'having', 'when', '('])

// A condition that is taken away stays in the text beside `true`: its parameters keep their use and their types.
function conditions(text: string, words: Word[]): Change[] {
  const changes: Change[] = []
  for (const [at, word] of words.entries()) {
    const isFirst = at === 0 && !isStatement(words)
    if (!isFirst && !starts.has(word.text)) continue
    if (word.text === 'on' && words[at + 1]?.text === 'conflict') continue
    if (word.text === '(' && !holdsCondition(words, at)) continue
    changes.push(...partsOf(text, words, isFirst ? at : at + 1))
  }
  return changes
}

function isStatement(words: Word[]): boolean {
  return /^(select|with|insert|update|delete|from|join|left|cross|order|values|set|for|returning|on|where|\()$/.test(
    words[0]?.text ?? '',
  )
}

// `(a and b) or c`, but neither arguments nor a list of columns nor another statement.
function holdsCondition(words: Word[], at: number): boolean {
  const before = words[at - 1]?.text ?? ''
  if (!/^(and|or|not|where|on|when|\()$/.test(before)) return false
  return !/^(select|with|values)$/.test(words[at + 1]?.text ?? '')
}

function partsOf(text: string, words: Word[], first: number): Change[] {
  const { depth } = words[first] ?? { depth: 0 }
  const parts: { from: number; to: number; by: string }[] = []
  let from = first
  let by = 'and'
  let at = first
  let isBetween = false
  let cases = 0
  const close = (to: number) => {
    if (to > from) parts.push({ from, to, by })
  }
  for (; at < words.length; at++) {
    const word = words[at]!
    if (word.depth < depth) break
    if (word.depth !== depth) continue
    if (word.text === 'case') cases++
    else if (word.text === 'end' && cases > 0) cases--
    else if (cases > 0) continue
    else if (word.text === 'between') isBetween = true
    else if (word.text === 'and' && isBetween) isBetween = false
    else if (word.text === 'and' || word.text === 'or') {
      close(at)
      ;[from, by] = [at + 1, word.text]
    } else if (endsHere(words, at)) break
  }
  close(at)
  return parts.flatMap((part, place) => {
    const [start, end] = [words[part.from]!.start, words[part.to - 1]!.end]
    const own = text.slice(start, end)
    // One of several alternatives goes by never holding.
    const isAlternative = part.by === 'or' || (place === 0 && parts[1]?.by === 'or')
    const change = isAlternative
      ? { start, end, instead: `(${own} and false)`, what: 'sql: an alternative that never holds' }
      : { start, end, instead: `(${own} or true)`, what: 'sql: a condition that always holds' }
    return own.trim() === 'true' ? [] : [change]
  })
}

function endsHere(words: Word[], at: number): boolean {
  const { text } = words[at]!
  if (!ends.has(text)) return false
  if (text === 'from') return words[at - 1]?.text !== 'distinct'
  if (text === 'left' || text === 'right') return words[at + 1]?.text !== '('
  return true
}

// `set a = 1, b = 2`: one of them keeps what it was.
function settings(text: string, words: Word[]): Change[] {
  const changes: Change[] = []
  for (const [at, word] of words.entries()) {
    if (word.text !== 'set') continue
    for (const [from, to] of assignments(words, at + 1)) {
      const [name, sign] = [words[from]!, words[from + 1]]
      if (sign?.text !== '=' || to - from < 3) continue
      const [start, end] = [words[from + 2]!.start, words[to - 1]!.end]
      const instead = `case when true then ${text.slice(name.start, name.end)} else ${text.slice(start, end)} end`
      changes.push({ start, end, instead, what: 'sql: a column that is not set' })
    }
  }
  return changes
}

function assignments(words: Word[], first: number): [number, number][] {
  const found: [number, number][] = []
  const depth = words[first]?.depth ?? 0
  let from = first
  let at = first
  for (; at < words.length; at++) {
    const word = words[at]!
    if (word.depth < depth || word.text === ';') break
    if (word.depth > depth) continue
    if (/^(where|from|returning)$/.test(word.text) && words[at - 1]?.text !== 'distinct') break
    if (word.text === ',') {
      found.push([from, at])
      from = at + 1
    }
  }
  found.push([from, at])
  return found
}

const others: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '<>': '=',
  and: 'or',
  or: 'and',
  greatest: 'least',
  least: 'greatest',
  min: 'max',
  max: 'min',
  '+': '-',
  '-': '+',
}

function swaps(words: Word[]): Change[] {
  const changes: Change[] = []
  const isSetting = settingSigns(words)
  for (const [at, { text, start, end }] of words.entries()) {
    const before = words[at - 1]?.text ?? ''
    if (text === 'and' && isOfBetween(words, at)) continue
    if (text === '=' && !isSetting.has(at)) changes.push({ start, end, instead: '<>', what: 'sql: a comparison' })
    const other = others[text]
    if (other !== undefined && !(text === '-' && /^[(,=<>]/.test(before))) {
      changes.push({ start, end, instead: other, what: /^[a-z]/.test(text) ? 'sql: a word' : 'sql: a comparison' })
    }
    if (text === 'is') changes.push(negation(words, at))
    if (text === 'exists') {
      if (before === 'not') changes.push({ start: words[at - 1]!.start, end, instead: 'exists', what: 'sql: not' })
      else if (!['if', 'not'].includes(before)) changes.push({ start, end, instead: 'not exists', what: 'sql: not' })
    }
  }
  return changes
}

function isOfBetween(words: Word[], at: number): boolean {
  const { depth } = words[at]!
  for (let look = at - 1; look >= 0 && words[look]!.depth >= depth; look--) {
    if (words[look]!.depth > depth) continue
    if (words[look]!.text === 'between') return true
    if (/^(and|or|where|on|when)$/.test(words[look]!.text)) return false
  }
  return false
}

function negation(words: Word[], at: number): Change {
  const next = words[at + 1]
  const { start, end } = words[at]!
  if (next?.text === 'not') return { start, end: next.end, instead: 'is', what: 'sql: not' }
  return { start, end, instead: 'is not', what: 'sql: not' }
}

function settingSigns(words: Word[]): Set<number> {
  const signs = new Set<number>()
  for (const [at, word] of words.entries()) {
    if (word.text !== 'set') continue
    for (const [from] of assignments(words, at + 1)) signs.add(from + 1)
  }
  return signs
}

function clauses(text: string, words: Word[]): Change[] {
  const changes: Change[] = []
  const drop = (from: number, to: number, what: string, instead = '') =>
    changes.push({ start: words[from]!.start, end: words[to - 1]!.end, instead, what: `sql: ${what}` })
  for (const [at, { text: word }] of words.entries()) {
    const next = words[at + 1]?.text
    const to = () => clauseEnd(words, at)
    if (word === 'for' && /^(no|key|update|share)$/.test(next ?? '')) drop(at, to(), 'no lock')
    if (word === 'skip' && next === 'locked') drop(at, at + 2, 'waiting for a lock')
    if (word === 'on' && next === 'conflict') drop(at, conflictEnd(words, at), 'no conflict clause')
    if (word === 'order' && next === 'by') drop(at, to(), 'no order')
    if (word === 'desc') drop(at, at + 1, 'the other order')
    if (word === 'limit') drop(at, to(), 'no limit')
    if (word === 'distinct' && words[at - 1]?.text !== 'is' && words[at - 1]?.text !== 'not' && next !== 'on')
      drop(at, at + 1, 'no distinct')
    if (word === 'left' && next === 'join') drop(at, at + 1, 'an inner join')
  }
  return changes.filter(({ start, end }) => text.slice(start, end).trim() !== '')
}

function clauseEnd(words: Word[], first: number): number {
  return endOf(words, first, /^(for|limit|offset|returning|union|on|;)$/)
}

function conflictEnd(words: Word[], first: number): number {
  return endOf(words, first, /^(returning|;)$/)
}

function endOf(words: Word[], first: number, end: RegExp): number {
  const { depth } = words[first]!
  const found = words.findIndex(
    (word, at) => at > first && (word.depth < depth || (word.depth === depth && end.test(word.text))),
  )
  return found < 0 ? words.length : found
}

function literals(words: Word[]): Change[] {
  return words.flatMap(({ text, start, end }) => {
    if (text === 'true' || text === 'false') {
      return [{ start, end, instead: text === 'true' ? 'false' : 'true', what: 'sql: a truth' }]
    }
    if (/^\d+$/.test(text)) return [{ start, end, instead: String(Number(text) + 1), what: 'sql: a number' }]
    return []
  })
}
