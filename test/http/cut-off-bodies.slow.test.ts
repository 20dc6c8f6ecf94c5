import { testCutOffBodies } from './cut-off-bodies.ts'

testCutOffBodies({ everyNth: 1, everyDoor: true })
