import { type BotCall, findCallProblems } from './bot-api-schema.ts'

/**
 * Checks every call of a bot. A wrong one fails the test when it closes its Bot API, because the bot itself would
 * continue.
 */
export function createCallChecker(): { onCall(call: BotCall): void; assertRight(): void } {
  const problems = new Set<string>()
  return {
    onCall(call) {
      for (const problem of findCallProblems(call)) problems.add(problem)
    },
    assertRight() {
      if (problems.size > 0) throw new Error(`calls that the Bot API does not have: ${[...problems].join('; ')}`)
    },
  }
}
