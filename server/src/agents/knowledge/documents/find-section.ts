import { nearMatches } from '../../../ground/kernel/near-matches.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import { storedSections } from '../chunks/stored-sections.ts'
import { titleKey } from '../document-title.ts'

/** A chunk as its document lists it. */
interface Listed {
  id: string
  /** Above it, outermost first. */
  headings: string[]
}

/** A heading of a document with the chunks below it, and its anchor, which no other heading has. */
interface Heading<T> {
  path: string[]
  anchor: string
  chunks: T[]
}

/** What a name in a document means: a heading, and further ones of that name. */
export interface FoundSection<T> extends Heading<T> {
  others: Heading<T>[]
}

/**
 * The section that is called so: by its title, by titles of outer headings with ` > ` before it, or by its anchor. Of
 * several the first. `chunks` are all of the document, in order. Throws NOT_FOUND with similar headings.
 */
export function findSection<T extends Listed>(
  document: { id: string; path: string },
  chunks: T[],
  name: string,
): FoundSection<T> {
  const headings = headingsOf(document.id, chunks)
  // By its text before its anchor: C and C# have the same anchor.
  const titled = headings.filter(isTitled(name))
  const [first, ...others] =
    titled.length > 0 ? titled : headings.filter(({ anchor }) => anchor === slugOf(name))
  if (first) return { ...first, others }
  const titles = [...new Set(headings.map(({ path }) => path.at(-1) ?? ''))]
  const near = nearMatches(name, titles, (title) => [title]).map((one) => quoted(one, 100))
  const similar = near.length > 0 ? ` Similar headings: ${near.join(', ')}.` : ''
  throw new Problem('NOT_FOUND', `${slug(document.path, 200)} has no heading ${quoted(name, 200)}.${similar}`)
}

/** Whether a heading has these titles at the end of its path. Long outer headings may have thousands of headings below. */
function isTitled(name: string): (heading: { path: string[] }) => boolean {
  const wanted = titleKey(name)
  const keys = new Map<string, string>()
  const keyOf = (title: string) => {
    const key = keys.get(title) ?? titleKey(title)
    keys.set(title, key)
    return key
  }
  return ({ path }) => {
    let titles = ''
    for (const title of path.toReversed()) {
      titles = titles === '' ? keyOf(title) : `${keyOf(title)} > ${titles}`
      if (titles.length >= wanted.length) return titles === wanted
    }
    return false
  }
}

/** The headings in order. An outer heading without own text that repeats counts as the one before it. */
function headingsOf<T extends Listed>(documentId: string, chunks: T[]): Heading<T>[] {
  const all: Heading<T>[] = []
  const times = new Map<string, number>()
  let open: Heading<T>[] = []
  const listed = chunks.map((chunk) => ({
    chunk,
    public_id: chunk.id,
    headings: JSON.stringify(chunk.headings),
  }))
  for (const section of storedSections(documentId, listed)) {
    const { headings } = section.chunks[0].chunk
    const outer = headings.slice(0, -1)
    const kept = outer.findIndex((title, at) => open[at]?.path.at(-1) !== title)
    open = open.slice(0, kept < 0 ? outer.length : kept)
    for (let depth = open.length + 1; depth <= headings.length; depth++) {
      const added = {
        path: headings.slice(0, depth),
        anchor: numbered(headings[depth - 1] ?? ''),
        chunks: [],
      }
      all.push(added)
      open.push(added)
    }
    for (const { chunk } of section.chunks) for (const heading of open) heading.chunks.push(chunk)
  }
  return all

  function numbered(title: string): string {
    const slug = slugOf(title)
    const before = times.get(slug) ?? 0
    times.set(slug, before + 1)
    return before === 0 ? slug : `${slug}-${before}`
  }
}

/** As GitHub makes anchors of headings; it numbers further ones from 1. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')
