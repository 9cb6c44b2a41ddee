import { plain } from './escape.ts'

/** Who owns a file, by its path from the root; none where nobody does. */
export type OwnersOfFile = (file: string) => string[]

/** As much of a test as names it. */
interface Named {
  file: string
  titles: string[]
  variant: string
  occurrence: number
}

/** What a test is called and where it stands, as Markdown. */
export function nameOf(test: Named): string {
  const title = plain(test.titles.join(' › ')) || '(no title)'
  const again = test.occurrence > 0 ? ` (no. ${test.occurrence + 1})` : ''
  const variant = test.variant ? ` [${plain(test.variant)}]` : ''
  return `${title}${again}${variant}${test.file ? ` · ${plain(test.file)}` : ''}`
}

const MOST_OWNERS = 4

/** Whose a test is, in words that call nobody: who is asked to look is for people to say. */
export function ownedBy({ file }: Named, ownersOf: OwnersOfFile): string {
  const owners = ownersOf(file)
  if (owners.length === 0) return ''
  const more = owners.length - MOST_OWNERS
  const shown = owners.slice(0, MOST_OWNERS).map((owner) => plain(owner, 100))
  return ` · owned by ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The first line of an error that says something, as Markdown. */
export const firstLine = (message: string): string => plain(message.trimStart().split('\n')[0] ?? '')
