import { plainMarkdown } from '@svc/protocol'
import type { Change, Compared } from './outline.ts'

/** The owners of a file, by its path from the root; empty if it has none. */
export type OwnersOfFile = (file: string) => string[]

/** The name of a test as Markdown. */
export function commentNameOf(test: Pick<Change, 'titles' | 'variant' | 'occurrence'>): string {
  const title = plainMarkdown(test.titles.join(' › ')) || '(no title)'
  const again = test.occurrence > 0 ? ` (no. ${test.occurrence + 1})` : ''
  const variant = test.variant ? ` [${plainMarkdown(test.variant)}]` : ''
  return `${title}${again}${variant}`
}

const MOST_LEGS = 4

/** The legs of one test's failures; empty for a run with one leg, which needs no name. */
export function legsOf(
  failures: { test: Pick<Change, 'leg'> | null }[],
  { legs }: Pick<Compared, 'legs'>,
): string {
  const names = [...new Set(failures.flatMap(({ test }) => test?.leg ?? []))]
  if (names.length === 0 || legs.compared.length + legs.onlyHead.length === 1) return ''
  const more = names.length - MOST_LEGS
  const shown = names.slice(0, MOST_LEGS).map((name) => plainMarkdown(name, 60))
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`
}

const MOST_OWNERS = 4

/** The owners of these files, in words that mention nobody: people decide whom to ask. */
export function ownedBy(files: string[], ownersOf: OwnersOfFile): string {
  const owners = [...new Set([...new Set(files)].flatMap(ownersOf))]
  const more = owners.length - MOST_OWNERS
  const shown = owners.slice(0, MOST_OWNERS).map((owner) => plainMarkdown(owner, 100))
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
