import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'

export interface Said {
  packageName: string
  title: string
  text: string
}

/** Returns the amount that is settled without a person, or null. */
export function believed(said: Said): number | null {
  const read = readSentence(said, [])
  return read && !read.isDoubtful ? read.amount : null
}
