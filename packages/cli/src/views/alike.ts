import { errorLines } from './error-lines.ts'

/** Lines of a test: its name, its file, and what is known about its failure. */
export interface Entry {
  lines: string[]
  /** Equal for failures with one cause; absent if the cause is unknown. */
  cause: string | undefined
}

/**
 * Equal for errors that say the same, with the same values. Their fingerprints differ if each test of a dead server asserts in a file of its
 * own.
 */
export const causeOf = ({ message }: { message: string }): string => errorLines(message).join('\n')

/** Returns one entry for each cause: that of its first test, then the names of the others. */
export const joinAlike = (entries: Entry[]): string[][] => {
  const byCause = new Map<string, Entry[]>()
  for (const [index, entry] of entries.entries()) {
    const cause = entry.cause ?? `alone ${index}`
    const known = byCause.get(cause)
    if (known) known.push(entry)
    else byCause.set(cause, [entry])
  }
  return [...byCause.values()].map(([first, ...others]) => [
    ...(first?.lines ?? []),
    ...(others.length > 0 ? [`${others.length} more with this error:`] : []),
    ...others.map(({ lines: [name, file] }) => `  ${name}${file ? ` (${file})` : ''}`),
  ])
}
