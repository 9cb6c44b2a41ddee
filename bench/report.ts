import { cpus, totalmem } from 'node:os'
import type { Sample } from './measure.ts'

/** One row of the goals beside what was measured. */
export interface Verdict {
  area: string
  goal: string
  measured: string
  isMet: boolean
}

const number = (value: number): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

export const figure = (value: number, unit: string) => `${number(value)} ${unit}`

/** Median with least and most. */
export const spread = ({ median, min, max }: Sample, unit: string) =>
  `${figure(median, unit)} (${number(min)}–${number(max)})`

export const say = (line = '') => void process.stdout.write(`${line}\n`)
export const heading = (title: string) => say(`\n## ${title}`)

/** Columns of text as a Markdown table. */
export function table(head: string[], rows: string[][]): void {
  say(`| ${head.join(' | ')} |`)
  say(`|${head.map(() => '---').join('|')}|`)
  for (const row of rows) say(`| ${row.join(' | ')} |`)
}

export function describeMachine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const model = cpus()[0]?.model ?? 'unknown'
  return `${cpus().length} cores (${model}), ${memory} GiB, ${process.platform} ${process.arch}, Node ${process.version}`
}
