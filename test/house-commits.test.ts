import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
/** The first words allowed for a commit's subject: imperatives that say what the commit does. */
const verbs = new Set(
  (
    'Accept Add Allow Announce Answer Apply Ask Bound Bump Cache Change Check Clean Clear Close Collect ' +
    'Comment Compare Compress Copy Correct Count Cover Create Cut Declare Delete Deprecate Describe Detect ' +
    'Disable Document Draw Drop Enable Encrypt Exclude Explain Export Extend Extract Fetch Fill Filter Find ' +
    'Fix Fold Forbid Format Generate Group Handle Hide Import Improve Include Index Inline Install Join ' +
    'Limit Link List Load Lock Log Lower Make Mark Measure Mention Merge Migrate Move Name Notify Offer ' +
    'Omit Open Order Pass Pause Pin Prevent Print Protect Publish Raise Read Record Reduce Refuse Regenerate ' +
    'Reject Release Remove Rename Reorder Repeat Replace Report Require Reset Resolve Restore Restrict Retry ' +
    'Return Reuse Revert Reword Rewrite Round Run Seal Search Send Separate Serve Set Share Shorten Show ' +
    'Shrink Sign Simplify Skip Sort Speed Split Start Stop Store Stream Strip Support Test Tighten Translate ' +
    'Trim Turn Type Undo Unify Update Upgrade Use Validate Verify Wait Walk Warn Widen Wrap Write'
  ).split(' '),
)
/** Two subjects from before the verbs Give, Keep and Let were removed. */
const earlier = new Set([
  'Give the tests of repeated orders the time that a busy machine needs',
  'Keep a receipt good after a refund in part',
])
const isPlain = (subject: string) => verbs.has(subject.split(' ', 1)[0]!) || earlier.has(subject)

test('commit subjects without a plain verb are detected, because a check that accepts everything always passes', () => {
  const samples = ['Fix the list of customers', 'Hold that a press makes one order', 'Give it more time', 'wip']
  expect(samples.filter(isPlain)).toEqual(['Fix the list of customers'])
})

test('commit subjects begin with a plain verb', () => {
  expect(subjects().filter(subject => !isPlain(subject))).toEqual([])
})

/**
 * Returns the subjects of the commits that build on the one that added this check. Without git's history, as in an
 * archive of the sources, the list is empty; in a shallow clone the oldest commit counts as that one.
 */
function subjects(): string[] {
  try {
    const added = git('log', '--diff-filter=A', '--format=%H', '--', import.meta.filename).at(-1)
    return added ? git('log', '--no-merges', '--ancestry-path', '--format=%s', `${added}..HEAD`) : []
  } catch {
    return []
  }
}

function git(...options: string[]): string[] {
  const output = execFileSync('git', options, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  return output.split('\n').filter(line => line !== '')
}
