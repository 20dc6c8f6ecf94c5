import { type BotCall, problemsOfCall } from './bot-api-schema.ts'

/**
 * Looks at every call that a bot makes. A wrong one fails the test that closes its Bot API: the bot itself would go on.
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
