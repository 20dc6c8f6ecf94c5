import type { Window } from '../window.ts'

/** The sandbox is fast and uses our clock, so a person watching the page sees the change quickly. */
export const sandboxWindow: Partial<Window> = {
  graceS: 1,
  lateS: 3600,
  lagS: 1,
  skewS: 0,
  resolutionS: 1,
  intervalS: 3,
  requestsPerS: 50,
}
