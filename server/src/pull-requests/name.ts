import { plain } from './escape.ts'
import type { Change, Compared } from './outline.ts'

/** Who owns a file, by its path from the root; none where nobody does. */
export type OwnersOfFile = (file: string) => string[]

/** What a test is called, as Markdown. */
export function nameOf(test: Pick<Change, 'titles' | 'variant' | 'occurrence'>): string {
  const title = plain(test.titles.join(' › ')) || '(no title)'
  const again = test.occurrence > 0 ? ` (no. ${test.occurrence + 1})` : ''
  const variant = test.variant ? ` [${plain(test.variant)}]` : ''
  return `${title}${again}${variant}`
}

const MOST_LEGS = 4

/** The legs of one test's failures; nothing where there is one leg only, which needs no name. */
export function legsOf(
  failures: { test: Pick<Change, 'leg'> | null }[],
  { legs }: Pick<Compared, 'legs'>,
): string {
  const names = [...new Set(failures.flatMap(({ test }) => test?.leg ?? []))]
  if (names.length === 0 || legs.compared.length + legs.onlyHead.length === 1) return ''
  const more = names.length - MOST_LEGS
  const shown = names.slice(0, MOST_LEGS).map((name) => plain(name, 60))
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

const MOST_OWNERS = 4

/** Whose these files are, in words that call nobody: who is asked to look is for people to say. */
export function ownedBy(files: string[], ownersOf: OwnersOfFile): string {
  const owners = [...new Set([...new Set(files)].flatMap(ownersOf))]
  const more = owners.length - MOST_OWNERS
  const shown = owners.slice(0, MOST_OWNERS).map((owner) => plain(owner, 100))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
