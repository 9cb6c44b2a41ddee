/** The control that opens a row of a list, on every page. */
const ROWS = [
  ':is(.line, .failure, .cluster, .run, .occurrence, .result, .entry):is(a, button)',
  ':is(.entry, .test-line, .flaky-row) a.name',
].join()

/** Moves the focus to the next row of the page's lists, or to the one before. */
export function focusRow(main: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(main?.querySelectorAll<HTMLElement>(ROWS) ?? [])].filter((row) => row.checkVisibility())
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? rows[0] : rows[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}
