/** A chapter of the manual, as it is searched. */
export interface SearchedChapter {
  title: string
  /** All its sentences. */
  words: string
}

/** Words of questions that no chapter is about. */
const questionWords = new Set([
  ...'apa apakah bagaimana gimana cara caranya kenapa mengapa kapan siapa di ke dari yang dan atau untuk'.split(' '),
  ...'saya aku kalau supaya agar bisa mau ingin bikin buat padahal how do does did i can could should'.split(' '),
  ...'what why when where who is are the a an to of in on for my me it'.split(' '),
])

/**
 * Returns the chapters that answer a question, best first. They contain most of its words, in any order and form:
 * "menambah" finds "Tambahkan". One or two words must all occur.
 */
export function findChapters<Chapter extends SearchedChapter>(
  chapters: readonly Chapter[],
  question: string,
): Chapter[] {
  const all = question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const content = all.filter(word => !questionWords.has(word))
  const words = content.length > 0 ? content : all
  const needed = words.length > 2 ? Math.ceil(words.length * 0.6) : words.length
  return chapters
    .map(chapter => {
      const inTitle = words.filter(word => hasWord(chapter.title, word)).length
      const inAll = words.filter(word => hasWord(`${chapter.title} ${chapter.words}`, word)).length
      return { chapter, inAll, score: inTitle + inAll }
    })
    .filter(({ inAll }) => inAll > 0 && inAll >= needed)
    .toSorted((one, other) => other.score - one.score)
    .map(({ chapter }) => chapter)
}

function hasWord(text: string, word: string): boolean {
  const lower = text.toLowerCase()
  return lower.includes(word) || lower.includes(wordStem(word))
}

const stemMin = 4

/** Returns a word without Indonesian prefixes and suffixes and English endings, if enough of it remains. */
function wordStem(word: string): string {
  const stem = word.replace(/^(?:meny|meng|mem|men|me|di|ber|ter)/, '').replace(/(?:kan|nya|an|i|ku|mu|ing|ed|s)$/, '')
  return stem.length < stemMin ? word : stem
}
