import { type SqlWord, splitSqlWords } from './sql-words.ts'

/** A change in a text, with positions counted from its beginning. */
export interface TextChange {
  start: number
  end: number
  instead: string
  what: string
}

/** Returns every mutant of an SQL text: of conditions, comparisons, locks, conflicts, orders and assignments. */
export function mutateSql(text: string): TextChange[] {
  const words = splitSqlWords(text)
  return [
    ...conditions(text, words),
    ...settings(text, words),
    ...swaps(words),
    ...clauses(text, words),
    ...literals(words),
  ]
}

/** The words that end a condition at its own depth. */
const ends = new Set(
  `where group order limit offset for returning union except intersect having window join left right inner cross full
   on set when then else end do values from using , ;`.split(/\s+/),
)
const starts = new Set(['where', 'on', 'having', 'when', '('])

// A removed condition stays in the text beside `true`, so that its parameters keep their use and their types.
function conditions(text: string, words: SqlWord[]): TextChange[] {
  const changes: TextChange[] = []
  for (const [at, word] of words.entries()) {
    const isFirst = at === 0 && !isStatement(words)
    if (!isFirst && !starts.has(word.text)) continue
    if (word.text === 'on' && words[at + 1]?.text === 'conflict') continue
    if (word.text === '(' && !holdsCondition(words, at)) continue
    changes.push(...partsOf(text, words, isFirst ? at : at + 1))
  }
  return changes
}

function isStatement(words: SqlWord[]): boolean {
  return /^(select|with|insert|update|delete|from|join|left|cross|order|values|set|for|returning|on|where|\()$/.test(
    words[0]?.text ?? '',
  )
}

// `(a and b) or c`, but neither arguments nor a list of columns nor another statement.
function holdsCondition(words: SqlWord[], at: number): boolean {
  const before = words[at - 1]?.text ?? ''
  if (!/^(and|or|not|where|on|when|\()$/.test(before)) return false
  return !/^(select|with|values)$/.test(words[at + 1]?.text ?? '')
}

function partsOf(text: string, words: SqlWord[], first: number): TextChange[] {
  const parts = joinedParts(words, first)
  return parts.flatMap((part, place) => {
    const [start, end] = [words[part.from]!.start, words[part.to - 1]!.end]
    const own = text.slice(start, end)
    // An alternative is skipped if it never holds.
    const isAlternative = part.by === 'or' || (place === 0 && parts[1]?.by === 'or')
    const change = isAlternative
      ? { start, end, instead: `(${own} and false)`, what: 'sql: an alternative that never holds' }
      : { start, end, instead: `(${own} or true)`, what: 'sql: a condition that always holds' }
    return own.trim() === 'true' ? [] : [change]
  })
}

/** Returns the parts of a condition, and the word that joins each to the previous part. */
function joinedParts(words: SqlWord[], first: number): { from: number; to: number; by: string }[] {
  const { own, end } = conditionAt(words, first)
  const parts: { from: number; to: number; by: string }[] = []
  let from = first
  let by = 'and'
  let isBetween = false
  const close = (to: number) => {
    if (to > from) parts.push({ from, to, by })
  }
  for (const at of own) {
    const { text } = words[at]!
    if (text === 'between') isBetween = true
    else if (text === 'and' && isBetween) isBetween = false
    else if (text === 'and' || text === 'or') {
      close(at)
      from = at + 1
      by = text
    }
  }
  close(end)
  return parts
}

/**
 * Returns the positions of a condition's words at its own depth, without those inside a `case`, and the position after
 * it.
 */
function conditionAt(words: SqlWord[], first: number): { own: number[]; end: number } {
  const { depth } = words[first] ?? { depth: 0 }
  const own: number[] = []
  let cases = 0
  for (const [at, { text, depth: here }] of words.entries()) {
    if (at < first || here > depth) continue
    if (here < depth || (cases === 0 && endsHere(words, at))) return { own, end: at }
    if (text === 'case') cases++
    else if (cases === 0) own.push(at)
    else if (text === 'end') cases--
  }
  return { own, end: words.length }
}

function endsHere(words: SqlWord[], at: number): boolean {
  const { text } = words[at]!
  if (!ends.has(text)) return false
  if (text === 'from') return words[at - 1]?.text !== 'distinct'
  if (text === 'left' || text === 'right') return words[at + 1]?.text !== '('
  return true
}

// `set a = 1, b = 2`: one column keeps its value.
function settings(text: string, words: SqlWord[]): TextChange[] {
  const changes: TextChange[] = []
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

function assignments(words: SqlWord[], first: number): [number, number][] {
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

function swaps(words: SqlWord[]): TextChange[] {
  const isSetting = settingSigns(words)
  return words.flatMap(({ text }, at) => {
    if (text === 'is') return [negation(words, at)]
    if (text === 'exists') return existence(words, at)
    return isSetting.has(at) ? [] : exchange(words, at)
  })
}

function exchange(words: SqlWord[], at: number): TextChange[] {
  const { text, start, end } = words[at]!
  if (text === '=') return [{ start, end, instead: '<>', what: 'sql: a comparison' }]
  if (text === 'and' && isOfBetween(words, at)) return []
  const isSign = text === '-' && /^[(,=<>]/.test(words[at - 1]?.text ?? '')
  const other = others[text]
  if (other === undefined || isSign) return []
  return [{ start, end, instead: other, what: /^[a-z]/.test(text) ? 'sql: a word' : 'sql: a comparison' }]
}

function existence(words: SqlWord[], at: number): TextChange[] {
  const before = words[at - 1]
  const { start, end } = words[at]!
  if (before?.text === 'not') return [{ start: before.start, end, instead: 'exists', what: 'sql: not' }]
  return before?.text === 'if' ? [] : [{ start, end, instead: 'not exists', what: 'sql: not' }]
}

function isOfBetween(words: SqlWord[], at: number): boolean {
  const { depth } = words[at]!
  for (let look = at - 1; look >= 0 && words[look]!.depth >= depth; look--) {
    if (words[look]!.depth > depth) continue
    if (words[look]!.text === 'between') return true
    if (/^(and|or|where|on|when)$/.test(words[look]!.text)) return false
  }
  return false
}

function negation(words: SqlWord[], at: number): TextChange {
  const next = words[at + 1]
  const { start, end } = words[at]!
  if (next?.text === 'not') return { start, end: next.end, instead: 'is', what: 'sql: not' }
  return { start, end, instead: 'is not', what: 'sql: not' }
}

function settingSigns(words: SqlWord[]): Set<number> {
  const signs = new Set<number>()
  for (const [at, word] of words.entries()) {
    if (word.text !== 'set') continue
    for (const [from] of assignments(words, at + 1)) signs.add(from + 1)
  }
  return signs
}

function clauses(text: string, words: SqlWord[]): TextChange[] {
  const changes = words.flatMap(({ text: word, start }, at) => {
    const next = words[at + 1]?.text ?? ''
    const before = words[at - 1]?.text ?? ''
    return droppable
      .filter(clause => clause.word === word && (clause.isIt?.(next, before) ?? true))
      .map(({ what, end }) => ({ start, end: words[end(words, at) - 1]!.end, instead: '', what: `sql: ${what}` }))
  })
  return changes.filter(({ start, end }) => text.slice(start, end).trim() !== '')
}

interface Droppable {
  word: string
  isIt?(next: string, before: string): boolean
  /** Returns the position after it. */
  end(words: SqlWord[], at: number): number
  what: string
}

const after = (count: number) => (_words: SqlWord[], at: number) => at + count

const droppable: Droppable[] = [
  { word: 'for', isIt: next => /^(no|key|update|share)$/.test(next), end: clauseEnd, what: 'no lock' },
  { word: 'skip', isIt: next => next === 'locked', end: after(2), what: 'waiting for a lock' },
  { word: 'on', isIt: next => next === 'conflict', end: conflictEnd, what: 'no conflict clause' },
  { word: 'order', isIt: next => next === 'by', end: clauseEnd, what: 'no order' },
  { word: 'desc', end: after(1), what: 'the other order' },
  { word: 'limit', end: clauseEnd, what: 'no limit' },
  {
    word: 'distinct',
    isIt: (next, before) => before !== 'is' && before !== 'not' && next !== 'on',
    end: after(1),
    what: 'no distinct',
  },
  { word: 'left', isIt: next => next === 'join', end: after(1), what: 'an inner join' },
]

function clauseEnd(words: SqlWord[], first: number): number {
  return endOf(words, first, /^(for|limit|offset|returning|union|on|;)$/)
}

function conflictEnd(words: SqlWord[], first: number): number {
  return endOf(words, first, /^(returning|;)$/)
}

function endOf(words: SqlWord[], first: number, end: RegExp): number {
  const { depth } = words[first]!
  const found = words.findIndex(
    (word, at) => at > first && (word.depth < depth || (word.depth === depth && end.test(word.text))),
  )
  return found < 0 ? words.length : found
}

function literals(words: SqlWord[]): TextChange[] {
  return words.flatMap(({ text, start, end }, at) => {
    if (text === 'true' || text === 'false') {
      return [{ start, end, instead: text === 'true' ? 'false' : 'true', what: 'sql: a truth' }]
    }
    // The columns that `exists` selects do not matter.
    const [first, , last] = words.slice(Math.max(0, at - 3), at)
    if (first?.text === 'exists' && last?.text === 'select') return []
    if (/^\d+$/.test(text)) return [{ start, end, instead: String(Number(text) + 1), what: 'sql: a number' }]
    return []
  })
}
