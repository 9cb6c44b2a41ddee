import type { Checked } from './check-set.ts'
import { type Counts, sumOf } from './plain.ts'

/** The sets as rows of a Markdown table. */
export const tableOf = (sets: { name: string; files: Checked[] }[]): string =>
  [
    '| set | format (files) | files | tests | passed | failed | flaky | skipped | refused | explained | wrong | no report |',
    '|---|---|---|---|---|---|---|---|---|---|---|---|',
    ...sets.map(({ name, files }) => rowOf(name, files)),
    rowOf(
      'all',
      sets.flatMap(({ files }) => files),
    ),
  ].join('\n')

const rowOf = (name: string, files: Checked[]): string => {
  const of = (kind: string) => files.filter(({ verdict }) => verdict.kind === kind).length
  const reports = files.filter(({ verdict }) => verdict.kind !== 'foreign')
  const kinds = Map.groupBy(
    reports.filter(({ format }) => format),
    ({ format = '', dialect }) => (dialect && dialect !== format ? `${format}/${dialect}` : format),
  )
  const told = [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, { length }]) => `${kind} ${length}`)
  const counts = reports.reduce<Counts>((sum, each) => add(sum, each.counts), ZERO)
  const cells = [
    told.join(', '),
    reports.length,
    sumOf(counts),
    counts.passed,
    counts.failed,
    counts.flaky,
    counts.skipped,
    of('refused'),
    of('explained'),
    of('wrong'),
    of('foreign'),
  ]
  return `| ${[name, ...cells].join(' | ')} |`
}

const ZERO: Counts = { passed: 0, failed: 0, flaky: 0, skipped: 0 }

const add = (one: Counts, other: Counts): Counts => ({
  passed: one.passed + other.passed,
  failed: one.failed + other.failed,
  flaky: one.flaky + other.flaky,
  skipped: one.skipped + other.skipped,
})
