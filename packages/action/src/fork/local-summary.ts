import type { Tally } from '../sources/tally.ts'
import { asBlock, asCode } from '../words.ts'

/** What a run without secrets can say by itself. */
export const localSummary = ({ passed, failed, flaky, skipped, errors, failures }: Tally): string => {
  const all = failed + errors
  const head = all > 0 ? `❌ **${count(all, 'failure')}**` : '✅ **All passed**'
  const counts = [`${passed} passed`, `${failed} failed`, `${flaky} flaky`, `${skipped} skipped`].join(' · ')
  const told = failures.map(
    ({ file, titles, message }) =>
      `<details><summary>${asCode(titles.join(' › ') || 'outside any test')} ${asCode(file)}</summary>\n\n${asBlock(message)}\n\n</details>`,
  )
  const more = all > failures.length ? [`… and ${all - failures.length} more`] : []
  return [
    `### ${head}`,
    counts,
    'A run without secrets compares nothing. The companion workflow compares it with the base branch and comments, once this workflow is over.',
    ...told,
    ...more,
  ].join('\n\n')
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`
