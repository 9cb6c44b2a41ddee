/** The command that runs just this test in its runner; null for a runner whose command is not known. */
export function commandFor(
  framework: string,
  { file, titles, variant }: { file: string; titles: string[]; variant: string },
): string | null {
  const runner = framework.toLowerCase()
  const name = quoted(escaped(titles.join(' ')))
  if (runner.includes('playwright'))
    return `npx playwright test ${quoted(file)} -g ${name}${variant ? ` --project=${quoted(variant)}` : ''}`
  if (runner.includes('vitest'))
    return `npx vitest run ${quoted(file)} -t ${name}${variant ? ` --project=${quoted(variant)}` : ''}`
  if (runner.includes('jest')) return `npx jest ${quoted(file)} -t ${name}`
  if (runner.includes('pytest')) return `pytest ${quoted(file)} -k ${quoted(titles.at(-1) ?? '')}`
  return null
}

/** For the runners' patterns, which are regular expressions. */
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** One word of a POSIX shell. */
const quoted = (text: string): string =>
  /^[\w./@:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
