import { Html } from '../../lib/html.ts'

// Drawn for this project on a grid of 24; the texts beside them carry the meaning.
const icon = (strokes: string) => new Html(`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${strokes}</svg>`)

export const checkIcon = icon('<path d="M5 12.5l4.5 4.5L19 7.5"/>')
export const clockIcon = icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7.5V12l3 2"/>')
export const crossIcon = icon('<path d="M7 7l10 10M17 7L7 17"/>')
export const copyIcon = icon(
  '<rect x="9" y="9" width="11" height="11" rx="2.5"/><path d="M15 5.5A1.5 1.5 0 0013.5 4h-8A1.5 1.5 0 004 ' +
    '5.5v8A1.5 1.5 0 005.5 15"/>',
)
export const saveIcon = icon('<path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14"/>')
export const printIcon = icon(
  '<path d="M7 9V4h10v5M7 17H5a1 1 0 01-1-1v-6a1 1 0 011-1h14a1 1 0 011 1v6a1 1 0 01-1 1h-2M7 14h10v6H7z"/>',
)
export const leaveIcon = icon('<path d="M9 5H6a2 2 0 00-2 2v11a2 2 0 002 2h11a2 2 0 002-2v-3M13 4h7v7M20 4l-9 9"/>')
export const lockIcon = icon('<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 018 0v3"/>')
export const helpIcon = icon(
  '<circle cx="12" cy="12" r="9"/><path d="M9.5 9.5a2.5 2.5 0 113.5 2.3c-.7.3-1 .8-1 1.7M12 16.5v.1"/>',
)
export const menuIcon = icon('<path d="M4 7h16M4 12h16M4 17h16"/>')
export const boxIcon = icon('<path d="M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9"/>')

/** The handle of a row that can be dragged. */
export const gripIcon = icon('<path d="M9 6v.1M9 12v.1M9 18v.1M15 6v.1M15 12v.1M15 18v.1"/>')

/** The icons before the names of pages in the navigation. */
export const pageIcons = {
  home: icon('<path d="M4 11l8-7 8 7v8a1 1 0 01-1 1h-4v-6H9v6H5a1 1 0 01-1-1z"/>'),
  payments: icon('<rect x="3" y="6" width="18" height="12" rx="2.5"/><circle cx="12" cy="12" r="2.5"/>'),
  bills: icon('<path d="M7 3h10v18l-2.5-2-2.5 2-2.5-2L7 21zM10 8h4M10 12h4"/>'),
  bankLists: icon('<path d="M4 9l8-5 8 5M5 9v9M10 9v9M14 9v9M19 9v9M3 20h18"/>'),
  review: icon('<circle cx="11" cy="11" r="6.5"/><path d="M16 16l4.5 4.5M11 8v3.5M11 14v.1"/>'),
  balance: icon(
    '<path d="M4 8a2 2 0 012-2h11v3M4 8v9a2 2 0 002 2h13a1 1 0 001-1v-8a1 1 0 00-1-1H5.5A1.5 1.5 0 014 8zM16.5 ' +
      '14v.1"/>',
  ),
  statistics: icon('<path d="M4 20h16M7 16v-4M12 16V6M17 16v-7"/>'),
  menu: icon('<path d="M6 3h12v18H6zM9.5 8h5M9.5 12h5M9.5 16h3"/>'),
  rules: clockIcon,
  coupons: icon('<path d="M4 7h16v3.5a1.5 1.5 0 000 3V17H4v-3.5a1.5 1.5 0 000-3zM14 7v10"/>'),
  orders: icon('<path d="M6 8h12l1 12H5zM9 8V7a3 3 0 016 0v1"/>'),
  catalog: boxIcon,
  customers: icon(
    '<circle cx="9" cy="8.5" r="3.5"/><path d="M3 19a6 6 0 0112 0M15.5 5.5a3.3 3.3 0 010 6M17.5 14a5.5 5.5 0 013.5 ' +
      '5"/>',
  ),
  goods: icon('<path d="M13 3H7a2 2 0 00-2 2v14a2 2 0 002 2h10a2 2 0 002-2V9zM13 3v6h6M9 14l3 3 3-3M12 17v-5"/>'),
  connections: icon('<path d="M9 3v5M15 3v5M6 8h12v3a6 6 0 01-12 0zM12 17v4"/>'),
  alerts: icon('<path d="M6 16V11a6 6 0 0112 0v5l2 2H4zM10 20.5a2.2 2.2 0 004 0"/>'),
  create: icon('<circle cx="12" cy="12" r="9"/><path d="M12 8v8M8 12h8"/>'),
  endpoints: icon('<path d="M12 3v6M12 15v6M3 12h6M15 12h6M12 9a3 3 0 100 6 3 3 0 000-6z"/>'),
  callbacks: icon('<path d="M4 12a8 8 0 0114-5l2 2M20 4v5h-5M20 12a8 8 0 01-14 5l-2-2M4 20v-5h5"/>'),
  counter: icon('<path d="M4 20h16v-6H4zM6 14l2-7h8l2 7M10 4h4v3h-4zM9 10.5h6M10 17h4"/>'),
  devices: icon('<rect x="6" y="3" width="12" height="18" rx="2.5"/><path d="M10.5 17.5h3"/>'),
  keys: icon('<circle cx="8" cy="15" r="4"/><path d="M11 12l8-8M16 7l3 3"/>'),
  bots: icon('<path d="M21 4L3 11l6 2.5L19 6l-7.5 9L17 19z"/>'),
  settings: icon(
    '<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>',
  ),
  team: icon('<circle cx="12" cy="8" r="4"/><path d="M4 20a8 8 0 0116 0"/>'),
  audit: icon('<path d="M6 4h12v16l-3-2-3 2-3-2-3 2zM9 9h6M9 13h4"/>'),
  profile: icon('<path d="M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9.5 12l2 2 3.5-4"/>'),
} as const
