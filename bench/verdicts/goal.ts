import type { Verdict } from '../report.ts'

export const share = (hits: number, of: number): string => (of === 0 ? '–' : (hits / of).toFixed(3))

const counted = (n: number) => (Number.isInteger(n) ? String(n) : n.toFixed(1))

export const goal = (area: string, least: number, hits: number, of: number): Verdict => ({
  area,
  goal: `≥ ${least}`,
  measured: `${share(hits, of)} (${counted(hits)} of ${counted(of)})`,
  isMet: hits / of >= least,
})

export const limit = (area: string, most: number, hits: number, of: number): Verdict => ({
  area,
  goal: `≤ ${most}`,
  measured: `${share(hits, of)} (${counted(hits)} of ${counted(of)})`,
  isMet: hits / of <= most,
})
