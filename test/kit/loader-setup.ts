// vitest loads this file again for each test file, and what it imports once per worker.
import '../../src/own-imports.ts'
import './stable-urls.ts'
