import { testCutOffBodies } from './cut-off-bodies.ts'

// At every byte, and at every door: cut-off-bodies.slow.test.ts.
testCutOffBodies({ everyNth: 23, everyDoor: false })
