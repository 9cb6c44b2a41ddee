import type { Attachment } from '../../data/queries.ts'
import type { ImagePair } from './image-difference.tsx'

/**
 * Names that runners give to the images of a screenshot assertion: `home-expected.png`, or only
 * `reference`.
 */
const NAME = /^(?:(.*)-)?(expected|reference|actual|diff)(\.\w+)?$/
const IMAGE = /^image\/(png|jpeg|webp|gif)$/

/** The stored images of each screenshot assertion, and the attachments that belong to none. */
export function imagePairsOf(attachments: Attachment[]): { pairs: ImagePair[]; rest: Attachment[] } {
  const found = new Map<string, { expected?: Attachment; actual?: Attachment; diff?: Attachment }>()
  for (const each of attachments) {
    const [, before = '', role, type = ''] = NAME.exec(each.name) ?? []
    if (role === undefined || !isShown(each)) continue
    const name = `${before}${type}`
    const of = role === 'reference' ? 'expected' : (role as 'expected' | 'actual' | 'diff')
    // The last file with a name counts, because a runner retries until the page is stable.
    found.set(name, { ...found.get(name), [of]: each })
  }
  const pairs = [...found].flatMap(([name, { expected, actual, diff = null }]) =>
    expected && actual ? [{ name: name || 'screenshot', expected, actual, diff }] : [],
  )
  const paired = new Set(pairs.flatMap(({ expected, actual, diff }) => [expected, actual, diff]))
  return { pairs, rest: attachments.filter((each) => !paired.has(each)) }
}

const isShown = ({ id, state, contentType }: Attachment): boolean =>
  id !== undefined && state === 'stored' && IMAGE.test(contentType)
