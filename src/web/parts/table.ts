import { type Html, html } from '../../lib/html.ts'

type Cell = Html | string | number | false | null | undefined

export interface ColumnDefinition<Row> {
  title: string | Html
  /** Whether the column contains amounts or counts, whose digits are aligned. */
  isMoney?: boolean
  /** Whether the column takes the remaining width. */
  leads?: boolean
  /** The column's place in a card on a narrow screen; `wide` shows it only on wide ones. */
  place?: 'lead' | 'side' | 'state' | 'note' | 'when' | 'last' | 'acts' | 'wide'
  cell(row: Row): Cell | Cell[]
}

export interface TableLook {
  /** Allows a keyboard to scroll the table, under this name, if it is wider than the screen. */
  name?: string
  /** Whether rows become cards on a narrow screen, with each column at its place. */
  isList?: boolean
  /** Whether its column titles are only for screen readers. */
  hidesTitles?: boolean
}

/** Renders rows below the titles of their columns. */
export function table<Row>(
  columns: readonly ColumnDefinition<Row>[],
  rows: readonly Row[],
  look: TableLook = {},
): Html {
  const { name, isList = true, hidesTitles = false } = look
  const region = name !== undefined && html` tabindex="0" role="region" aria-label="${name}"`
  const titles = columns.map(({ title, isMoney, leads }) => html`<th${isMoney && !leads && money}>${title}</th>`)
  return html`<div class="wide"${region}>
    <table${isList && html` class="list"`}>
      <thead${hidesTitles && html` class="unseen"`}><tr>${titles}</tr></thead>
      <tbody>${rows.map(row => html`<tr>${columns.map(column => tableCell(column, row))}</tr>`)}</tbody>
    </table>
  </div>`
}

const money = html` class="money"`

function tableCell<Row>({ isMoney, leads, place, cell }: ColumnDefinition<Row>, row: Row): Html {
  const look = [isMoney && 'money', leads && 'lead-cell', place && `at-${place}`].filter(Boolean).join(' ')
  return html`<td${look !== '' && html` class="${look}"`}>${cell(row)}</td>`
}

/** Renders a list of rows without columns, or a sentence that it is empty. */
export function rowList(rows: readonly Html[], nothing: string): Html {
  return rows.length === 0 ? html`<p>${nothing}</p>` : html`<ul class="rows">${rows}</ul>`
}

/** Renders the main cell of a row: a name in bold, and details below it in small type. */
export function rowEntry(name: string | Html, ...details: Cell[]): Html {
  return html`<span><b>${name}</b>${details.filter(isShown).map(detail => html`<small>${detail}</small>`)}</span>`
}

function isShown(detail: Cell): boolean {
  return detail !== null && detail !== undefined && detail !== false && detail !== ''
}

/** Renders the link of a row: a press anywhere on the row follows it, except on its buttons and checkboxes. */
export function rowLink(address: string, text: string | number | Html): Html {
  return html`<a class="row-link" href="${address}">${text}</a>`
}
