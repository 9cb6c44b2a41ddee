import type { Tally } from '@svc/client/action'
import { codeBlock } from '@svc/protocol'
import { asCode } from './words.ts'

const MOST_SHOWN = 50

/** Returns the summary of one job's own results; `why` says in Markdown why nothing was compared. */
export const localSummary = (
  { passed, failed, flaky, skipped, errors, failures }: Tally,
  why: string,
): string => {
  const all = failed + errors
  const head = all > 0 ? `❌ **${count(all, 'failure')}**` : '✅ **All passed**'
  const counts = [`${passed} passed`, `${failed} failed`, `${flaky} flaky`, `${skipped} skipped`].join(' · ')
  const shown = failures.slice(0, MOST_SHOWN)
  const details = shown.map(
    ({ file, titles, message }) =>
      `<details><summary>${asCode(titles.join(' › ') || 'outside any test')}${file === '' ? '' : ` ${asCode(file)}`}</summary>\n\n${codeBlock(message)}\n\n</details>`,
  )
  const more = all > shown.length ? [`… and ${all - shown.length} more`] : []
  return [`### ${head}`, counts, why, ...details, ...more].join('\n\n')
}

export const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
