import type { Option } from './filter-select.tsx'

/** The length of a page's window; whole days, including today. */
export const DAYS: Option[] = [
  { value: '7', label: 'Last 7 days' },
  { value: '', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
]

/** `{ [name]: value }` for a whole number from 1 to `most`, else an empty object. */
export const wholeNumber = <N extends string>(name: N, value: unknown, most: number): { [K in N]?: string } =>
  (typeof value === 'string' && /^[1-9]\d{0,5}$/.test(value) && Number(value) <= most
    ? { [name]: value }
    : {}) as { [K in N]?: string }

/** `{ [name]: value }` for one of these words, else an empty object. */
export const oneOf = <N extends string, const W extends string>(
  name: N,
  value: unknown,
  words: readonly W[],
): { [K in N]?: W } => {
  const word = words.find((each) => each === value)
  return (word === undefined ? {} : { [name]: word }) as { [K in N]?: W }
}
