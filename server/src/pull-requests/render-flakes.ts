import { plain } from './escape.ts'
import { link } from './links.ts'
import { legsOf, nameOf } from './name.ts'
import { type Failing, firstLineOf, type Section } from './outline.ts'
import type { Shown } from './prepare-section.ts'
import type { Detail } from './render-section.ts'

/** Known flakes, one line per test: its error, how often it flaked, its history. */
export function renderFlakes({ failures }: Section, { compared }: Shown, { mostListed }: Detail): string[] {
  const byTest = [...Map.groupBy(failures, ({ test, file }) => test?.testId ?? `/${file}`).values()]
  const lines = byTest.slice(0, mostListed).map((same) => {
    const [first] = same as [Failing]
    const { test, file, verdict } = first
    const error = plain(firstLineOf(first))
    const name = test ? `${nameOf(test)}${legsOf(same, compared)}` : 'The run itself'
    return [
      `- ${name} · <code>${plain(file ?? '')}</code>${error === '' ? '' : ` — <code>${error}</code>`}.`,
      ...(verdict ? [plain(verdict.because, 400), link('History', verdict.historyUrl)] : []),
    ].join(' ')
  })
  const more = byTest.length - lines.length
  return [[...lines, ...(more > 0 ? [`- … and ${link(`${more} more`, compared.head.url)}`] : [])].join('\n')]
}
