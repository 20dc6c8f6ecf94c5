import { testCutOffBodies } from './cut-off-bodies.ts'

// cut-off-bodies.slow.test.ts tests every byte and every door.
testCutOffBodies({ everyNth: 23, everyDoor: false })
