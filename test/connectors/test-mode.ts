import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox/harness.ts'
import { startProvider } from './provider.ts'

export interface TestMode {
  sandbox: Sandbox
  /** Receives the callbacks of a provider. */
  receiver: Awaited<ReturnType<typeof startProvider>>
  fault(mode: string, operation?: string): ReturnType<Sandbox['call']>
}

/**
 * Starts the providers of test mode for all tests of a file. Each test begins without faults and callbacks, and with a
 * receiver that gives this answer.
 */
export function useTestMode(connector: string, answer: unknown = ''): TestMode {
  const stand = {
    fault: (mode, operation = 'any') => stand.sandbox.call('POST', '/faults', { connector, operation, mode }),
  } as TestMode
  beforeAll(async () => {
    stand.sandbox = await startSandbox()
    stand.receiver = await startProvider()
  })
  afterAll(async () => {
    await stand.sandbox.stop()
    await stand.receiver.stop()
  })
  beforeEach(async () => {
    await stand.fault('off')
    stand.receiver.answer(answer)
    stand.receiver.requests.splice(0)
  })
  return stand
}
