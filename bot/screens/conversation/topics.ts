import { orderPatterns } from './order-topics.ts'
import { shopPatterns } from './shop-topics.ts'
import type { Topic } from './topic.ts'

// The first match wins: a customer who asks for a refund may also say that it was paid.
const topics = [...orderPatterns, ...shopPatterns]

/** Returns the topic of a sentence whose words are spelled out; null if it has none. */
export function findTopic(sentence: string): Topic | null {
  return topics.find(([, pattern]) => pattern.test(sentence))?.[0] ?? null
}
