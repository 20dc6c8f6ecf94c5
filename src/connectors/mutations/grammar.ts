import type { Token } from './tokens.ts'

/** A part of a form: a literal token, a slot, or a choice between sequences. */
type Part = { is: 'word'; word: string } | { is: 'slot'; slot: string } | { is: 'choice'; of: Part[][]; most: number }

/** A form of a sentence, ready to be matched against tokens. */
export interface SentenceForm {
  parts: Part[]
  /** Sets of words; a matching text contains at least one word of each. */
  needs: ReadonlySet<string>[]
}

/** The part of a text that a form has matched so far. */
export interface MatchProgress {
  /** The index of the next token. */
  at: number
  amount: number | null
  payer: string | null
}

/** Returns the matches of a slot starting at `taken.at`: one result for each possible length. */
export type SlotMatcher = (progress: MatchProgress) => MatchProgress[]

/**
 * Reads the notation of forms: words, `{slot}`, `(one|another)`, `[optional]`, `<macro>`, and `(...)*` for up to eight
 * repetitions. Punctuation is a token of its own.
 */
export function parseForm(notation: string, macros: Macros): SentenceForm {
  const parts = readParts(notation, macros)
  return { parts, needs: parts.flatMap(findNeeds) }
}

/** Returns the parts of a macro by its name. */
export type Macros = (name: string) => Part[]

/** Reads macros, which may contain one another. Each is parsed once, however many forms contain it. */
export function readMacros(notations: Record<string, string>): Macros {
  const parsed = new Map<string, Part[]>()
  const partsOf: Macros = name => {
    const notation = notations[name]
    if (notation === undefined) throw new Error(`There is no macro "${name}"`)
    const parts = parsed.get(name) ?? readParts(notation, partsOf)
    parsed.set(name, parts)
    return parts
  }
  return partsOf
}

function readParts(notation: string, macros: Macros): Part[] {
  const pieces = notation.match(/[()[\]|]|\{\w+\}|<\w+>|[^()[\]|{}<\s]+/g) ?? []
  const reader = { pieces, at: 0, macros }
  const sequences = readSequences(reader)
  if (reader.at !== pieces.length) throw new Error(`The form "${notation}" has a bracket too many`)
  return sequences.length === 1 ? sequences[0]! : [{ is: 'choice', of: sequences, most: 1 }]
}

interface Reader {
  pieces: string[]
  at: number
  macros: Macros
}

function readSequences(reader: Reader): Part[][] {
  const sequences: Part[][] = [[]]
  for (let piece = reader.pieces[reader.at]; isInside(piece); piece = reader.pieces[reader.at]) {
    reader.at++
    if (piece === '|') sequences.push([])
    else if (piece.startsWith('<')) sequences.at(-1)!.push(...reader.macros(piece.slice(1, -1)))
    else sequences.at(-1)!.push(readPart(reader, piece))
  }
  return sequences
}

const isInside = (piece: string | undefined): piece is string => piece !== undefined && piece !== ')' && piece !== ']'

const repeats = 8

function readPart(reader: Reader, piece: string): Part {
  if (piece.startsWith('{')) return { is: 'slot', slot: piece.slice(1, -1) }
  if (piece !== '(' && piece !== '[') return { is: 'word', word: piece.toLowerCase() }
  const of = readSequences(reader)
  reader.at++
  const isRepeated = reader.pieces[reader.at] === '*'
  if (isRepeated) reader.at++
  return { is: 'choice', of: piece === '[' || isRepeated ? [...of, []] : of, most: isRepeated ? repeats : 1 }
}

function findNeeds(part: Part): ReadonlySet<string>[] {
  if (part.is === 'slot') return []
  if (part.is === 'word') return [new Set([part.word])]
  const firsts = part.of.map(findFirstNeed)
  return firsts.every(first => first !== undefined) ? [new Set(firsts.flatMap(first => [...first]))] : []
}

/** Returns what the first part of a sequence that needs something needs; undefined if no part does. */
function findFirstNeed(sequence: Part[]): ReadonlySet<string> | undefined {
  for (const part of sequence) {
    const [first] = findNeeds(part)
    if (first !== undefined) return first
  }
  return undefined
}

/** Returns every way in which the form matches a prefix of the tokens; `at` is the end of the match. */
export function matchForm(form: SentenceForm, tokens: Token[], slots: Record<string, SlotMatcher>): MatchProgress[] {
  const start: MatchProgress = { at: 0, amount: null, payer: null }
  return followParts(form.parts, [start], tokens, slots)
}

function followParts(
  parts: Part[],
  from: MatchProgress[],
  tokens: Token[],
  slots: Record<string, SlotMatcher>,
): MatchProgress[] {
  let taken = from
  for (const part of parts) {
    if (taken.length === 0) return []
    taken = filterDistinct(takePart(part, taken, tokens, slots))
  }
  return taken
}

function takePart(
  part: Part,
  from: MatchProgress[],
  tokens: Token[],
  slots: Record<string, SlotMatcher>,
): MatchProgress[] {
  if (part.is === 'word') {
    return from.flatMap(progress =>
      tokens[progress.at]?.lower === part.word ? [{ ...progress, at: progress.at + 1 }] : [],
    )
  }
  if (part.is === 'slot') return from.flatMap(progress => slots[part.slot]!(progress))
  const all = new Map<string, MatchProgress>()
  let last = from
  for (let turn = 0; turn < part.most && last.length > 0; turn++) {
    const next = filterDistinct(part.of.flatMap(sequence => followParts(sequence, last, tokens, slots)))
    last = next.filter(one => !all.has(keyOf(one)))
    for (const one of last) all.set(keyOf(one), one)
  }
  return [...all.values()]
}

const keyOf = ({ at, amount, payer }: MatchProgress) => `${at} ${amount} ${payer}`

function filterDistinct(progresses: MatchProgress[]): MatchProgress[] {
  return progresses.length < 2 ? progresses : [...new Map(progresses.map(one => [keyOf(one), one])).values()]
}
