import type { Window } from '../window.ts'

/** The sandbox is quick and its clock is ours, so a person who watches the page sees it turn. */
export const sandboxWindow: Partial<Window> = {
  graceS: 1,
  lateS: 3600,
  lagS: 1,
  skewS: 0,
  resolutionS: 1,
  intervalS: 3,
  requestsPerS: 50,
}
