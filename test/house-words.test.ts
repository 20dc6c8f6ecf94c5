import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Comment, parseSync, Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/** A comment with such a beginning has no subject, or its subject comes only at the end. */
const riddle = /^(?:(?:What|Of|Whom?|Said|Told)\b|Kept as|Asked (?!for)|(?:By|In|To|From|With) (?:whom|which|what)\b)/
/** Not ours: among others the comments of the SDK's types, which are the descriptions of the API's fields. */
const isNotOurs = /(^|\/)(vendor|node_modules|dist|vectors)\/|^packages\/sdk-typescript\/src\/api-types\.ts$/

/** Phrases that read as translated, each with the plain English for it. */
const phrases: Record<string, RegExp> = {
  'where: if, when':
    /\b(?:null|empty|absent|unset|undefined|false|nothing|none|else)\b[^.;:]{0,14}\bwhere\b|\bwhere (?:it|there|that|this|they|nobody|somebody|one|none|its|no)\b/gi,
  'nobody: the name of the actor': /\b(?:nobody|somebody|anybody|whoever)\b/gi,
  'tell: report, return, notify, show': /\b(?:told|tells?|telling)\b(?! apart)/gi,
  'stands: is, is stored, is listed': /\bstands?\b(?! (?:in for|for|beside))/gi,
  'is no x: is not an x, does not exist': /\b(?:is|are|be|was) (?:none|no (?!longer)[a-z]+)\b/gi,
  'anew: again': /\b(?:anew|meanwhile|any more|all the same|also (?:where|when|if)|would else)\b/gi,
  'by itself: automatically': /\b(?:so (?:many|much|long|often)(?! (?:as|that))|by (?:itself|themselves))\b/gi,
  'the same: its noun': /^(?:The same|One (?:that|of|whose)|Those|The other)\b/g,
}
const longSentence = /^[^.]{140,}\./
/** The maximum hits of each phrase above, in their order, and of long sentences. These numbers may only fall. */
const phrasesMax = {
  comments: [0, 3, 2, 0, 0, 2, 1, 0, 4],
  'comments of tests': [1, 0, 0, 2, 1, 2, 2, 4, 16],
  'test titles': [2, 0, 2, 0, 0, 0, 0, 0, 0],
  documents: [4, 6, 6, 0, 2, 0, 0, 0, 0],
}

const participles = new Set('asked told given said wanted known kept found made taken shown held seen'.split(' '))
/** The maximum number of names of each kind. These numbers may only fall. */
const namesMax = {
  'parameters that are participles': 2,
  'types that are participles': 0,
  'functions that end in Of': 15,
  'functions of one word': 40,
}

const files = ['src', 'bot', 'drills', 'packages', 'test', 'migrations', 'release']
  .flatMap(folder =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map(
      name => `${folder}/${name.replaceAll(path.sep, '/')}`,
    ),
  )
  .filter(file => /\.[jt]s$/.test(file) && !isNotOurs.test(file))
const words = files.map(file => wordsOf(file, readFileSync(path.join(root, file), 'utf8')))
const isTest = /^drills\/|(^|\/)test\//

describe('comments', () => {
  test('comments of every file are read, because a check that reads nothing always passes', () => {
    expect(words.flatMap(({ comments }) => comments).length).toBeGreaterThan(3000)
    const samples = "/** What it is. */\nconst text = '// Of'\n// Whatever it is,\n// Of two lines the second\n"
    expect(wordsOf('sample.ts', samples).comments).toEqual(['What it is.', 'Whatever it is, Of two lines the second'])
  })

  test('comments begin with a subject or a verb, not with "What", "Of", "Who", "Told" or "By which"', () => {
    const riddles = words.flatMap(({ file, comments }) =>
      comments.filter(text => riddle.test(text)).map(text => `${file}: ${text}`),
    )
    expect(riddles).toEqual([])
  })
})

describe('plain English', () => {
  const documents = [...markdownOf('.', false), ...['docs', 'deploy', 'packages', 'src'].flatMap(at => markdownOf(at))]
  const texts: Record<keyof typeof phrasesMax, Located[]> = {
    comments: locate(({ comments }) => comments, false),
    'comments of tests': locate(({ comments }) => comments, true),
    'test titles': locate(({ titles }) => titles, true),
    documents,
  }

  test('titles, names and documents are read, because a check that reads nothing always passes', () => {
    expect(texts['test titles'].length).toBeGreaterThan(3000)
    expect(documents.length).toBeGreaterThan(80)
    const sample =
      "function of(asked: Told) {}\ninterface Told {}\nfunction termsOf() {}\ntest.each([])('%s stands', of)"
    expect(wordsOf('sample.ts', sample)).toMatchObject({
      titles: ['%s stands'],
      names: {
        'parameters that are participles': ['asked'],
        'types that are participles': ['Told'],
        'functions that end in Of': ['termsOf'],
        'functions of one word': ['of'],
      },
    })
    const hits = hitsIn([{ file: 'a.md', text: 'It stands where it is told by nobody.' }])
    expect(hits.map(({ length }) => length)).toEqual([1, 1, 1, 1, 0, 0, 0, 0, 0])
  })

  test.each(Object.entries(phrasesMax))('%s contain few phrases that read as translated', (kind, most) => {
    const hits = hitsIn(texts[kind as keyof typeof phrasesMax])
    const tooMany = hits.filter((found, index) => found.length > most[index]!)
    expect(tooMany, `${hits.map(({ length }) => length)} instead of ${most}`).toEqual([])
  })

  test.each(Object.entries(namesMax))('names have few %s', (kind, most) => {
    const names = words.flatMap(({ file, names: all }) =>
      isTest.test(file) ? [] : all[kind as keyof typeof namesMax].map(name => `${file}: ${name}`),
    )
    expect(names.length).toBeLessThanOrEqual(most)
  })
})

test('Indonesian texts call the dashboard "dasbor", as its own pages do', () => {
  const texts = files
    .filter(file => /(?:texts|\/id)\.ts$/.test(file) && !file.startsWith('test/'))
    .map(file => [file, indonesianOf(readFileSync(path.join(root, file), 'utf8'))] as const)
  expect(texts.filter(([, text]) => text.includes('dasbor')).length).toBeGreaterThan(8)
  expect(texts.filter(([, text]) => /(?<![\w/'])dashboard(?![\w:'/])/.test(text)).map(([file]) => file)).toEqual([])
})

/** Returns a file of texts without its English part, which comes last, and without its comments. */
function indonesianOf(text: string): string {
  return text.split(/^(?:const| {2}) ?(?:en|merchantEn)\b/m)[0]!.replaceAll(/^ *\/?\*.*$/gm, '')
}

interface Located {
  file: string
  text: string
}

interface Words {
  file: string
  /** The texts of the comments; consecutive lines of `//` are one comment. */
  comments: string[]
  titles: string[]
  names: Record<keyof typeof namesMax, string[]>
}

/** Returns the English of a file: its comments, the titles of its tests, and its names of the counted kinds. */
function wordsOf(file: string, text: string): Words {
  const { comments, program } = parseSync(file, text)
  const titles: string[] = []
  const names = Object.fromEntries(Object.keys(namesMax).map(kind => [kind, [] as string[]])) as Words['names']
  const addParameters = ({ params }: { params: object[] }) => {
    const named = params.map(one => nameOf(one)).filter(name => participles.has(name))
    names['parameters that are participles'].push(...named)
  }
  const addType = ({ id: { name } }: { id: { name: string } }) => {
    if (participles.has(name.toLowerCase())) names['types that are participles'].push(name)
  }
  new Visitor({
    FunctionDeclaration(node) {
      addParameters(node)
      const { name = '' } = node.id ?? {}
      if (/[a-z]Of$/.test(name)) names['functions that end in Of'].push(name)
      if (/^[a-z]+$/.test(name)) names['functions of one word'].push(name)
    },
    FunctionExpression: addParameters,
    ArrowFunctionExpression: addParameters,
    TSInterfaceDeclaration: addType,
    TSTypeAliasDeclaration: addType,
    CallExpression({ callee, arguments: [title] }) {
      if (!/^(?:test|it)\b/.test(text.slice(callee.start, callee.start + 5))) return
      if (title?.type === 'Literal' && typeof title.value === 'string') titles.push(title.value)
      if (title?.type === 'TemplateLiteral') titles.push(text.slice(title.start + 1, title.end - 1))
    },
  }).visit(program)
  return { file, comments: commentsIn(text, comments), titles, names }
}

/** Returns the name of a parameter, with or without a default; empty if it is destructured. */
function nameOf(parameter: { name?: string; left?: { name?: string } }): string {
  return parameter.name ?? parameter.left?.name ?? ''
}

function commentsIn(text: string, comments: Comment[]): string[] {
  const joined: { words: string; end: number; isLine: boolean }[] = []
  for (const { type, value, start, end } of comments) {
    const line = value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim()
    const last = joined.at(-1)
    const continues = type === 'Line' && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))
    if (continues) Object.assign(last, { words: `${last.words} ${line}`, end })
    else joined.push({ words: line, end, isLine: type === 'Line' })
  }
  return joined.map(one => one.words)
}

function locate(textsOf: (words: Words) => string[], ofTests: boolean): Located[] {
  return words
    .filter(({ file }) => isTest.test(file) === ofTests)
    .flatMap(one => textsOf(one).map(text => ({ file: one.file, text })))
}

/** Returns the documents of a folder without their samples, and without the change log, which is history. */
function markdownOf(folder: string, isDeep = true): Located[] {
  return readdirSync(path.join(root, folder), { recursive: isDeep, encoding: 'utf8' })
    .map(name => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter(file => file.endsWith('.md') && !isNotOurs.test(file) && file !== 'CHANGELOG.md')
    .map(file => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .map(({ file, text }) => ({ file, text: text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '').replaceAll(/\s+/g, ' ') }))
}

/** Returns the hits of each phrase; the last list has the texts whose first sentence is too long. */
function hitsIn(texts: Located[]): string[][] {
  const inText = (pattern: RegExp) =>
    texts.flatMap(({ file, text }) => Array.from(text.matchAll(pattern), ([hit]) => `${file}: ${hit}`))
  const long = texts.filter(({ file, text }) => !file.endsWith('.md') && longSentence.test(text))
  return [...Object.values(phrases).map(inText), long.map(({ file, text }) => `${file}: ${text.slice(0, 100)}`)]
}
