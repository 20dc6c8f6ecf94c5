import { type BotCall, problemsOfCall } from './bot-api-schema.ts'

/**
 * Checks every call of a bot. A wrong one fails the test when it closes its Bot API, because the bot itself would
 * continue.
 */
export function rightCalls(): { onCall(call: BotCall): void; assertRight(): void } {
  const problems = new Set<string>()
  return {
    onCall(call) {
      for (const problem of problemsOfCall(call)) problems.add(problem)
    },
    assertRight() {
      if (problems.size > 0) throw new Error(`calls that the Bot API does not have: ${[...problems].join('; ')}`)
    },
  }
}
