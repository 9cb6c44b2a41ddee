import { shortList } from '../terminal/words.ts'

/** ` in packages/a and packages/b`; empty if only the examined folder is meant. */
export const placesOf = (packages: { label: string }[]): string => {
  const labels = packages.map(({ label }) => label || 'this folder')
  return labels.length === 1 && packages[0]?.label === '' ? '' : ` in ${shortList([...new Set(labels)])}`
}

/** For tools that have no svc reporter. */
export const UPLOAD = "npx --no svc upload 'reports/**/*.xml'"
