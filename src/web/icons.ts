import { Html } from '../lib/html.ts'

// Drawn for this project on a grid of 24; decoration only, the words beside them say it.
const icon = (strokes: string) =>
  new Html(
    `<svg class="icon" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${strokes}</svg>`,
  )

export const checkIcon = icon('<path d="M5 12.5l4.5 4.5L19 7.5"/>')
export const clockIcon = icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>')
export const crossIcon = icon('<path d="M7 7l10 10M17 7L7 17"/>')
export const copyIcon = icon(
  '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M15 5.5A1.5 1.5 0 0013.5 4h-8A1.5 1.5 0 004 5.5v8A1.5 1.5 0 005.5 15"/>',
)
export const saveIcon = icon('<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14"/>')
export const leaveIcon = icon('<path d="M9 5H6a2 2 0 00-2 2v11a2 2 0 002 2h11a2 2 0 002-2v-3M13 4h7v7M20 4l-9 9"/>')
export const lockIcon = icon('<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 018 0v3"/>')
