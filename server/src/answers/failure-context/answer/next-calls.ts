import type { Document, Draft } from '../clusters/draft.ts'
import { detailedOf, type Shown } from './fit-clusters.ts'

/** A call that returns something that the answer leaves out. */
export interface NextCall {
  tool: string
  arguments: Record<string, unknown>
  why: string
}

/** The call for another page. */
export interface PageCall extends NextCall {
  arguments: { cursor: string } & Record<string, unknown>
}

export const TOOL = 'svc_get_failures'

/**
 * The most useful calls first: the document with a known fix, the next page, the first cluster in
 * full, an artifact, a document that may be related.
 */
export function nextCalls(draft: Draft, levels: (Shown | null)[], page: NextCall | null): NextCall[] {
  const calls: NextCall[] = []
  const shown = draft.clusters.slice(0, detailedOf(levels))
  const documents = shown.flatMap(({ detail }) => detail?.documents ?? [])
  const [tied] = documents.filter(({ source }) => source === 'tie').sort(byFix)
  if (tied) calls.push(readCall(tied, whyRead(tied)))
  if (page !== null) calls.push(page)
  const cut = levels.findIndex((level) => level === 'brief' || level === 'most')
  const first = draft.clusters[cut]
  if (first && draft.clusters.length > 1) {
    const { execution, fingerprint, rank } = first
    calls.push({ tool: TOOL, arguments: { execution, fingerprint }, why: `all of cluster ${rank}` })
  }
  const artifact = shown.flatMap(({ detail }) => detail?.artifacts ?? []).find(isReadable)
  if (artifact)
    calls.push({
      tool: 'svc_get_artifact',
      arguments: { artifact: artifact.id },
      why: 'the text of an artifact',
    })
  const found = documents.find(({ source }) => source === 'search')
  if (found && !tied) calls.push(readCall(found, 'a document that may be related'))
  return calls
}

const readCall = ({ id }: Document, why: string): NextCall => ({
  tool: 'svc_read_doc',
  arguments: { doc_id: id, scope: 'org' },
  why,
})

/** Documents with a fix first, and valid ones before stale ones. */
const byFix = (one: Document, other: Document): number => rankOf(one) - rankOf(other)
const rankOf = ({ fix, isStale }: Document): number => (fix === null ? 1 : 0) + (isStale ? 2 : 0)

function whyRead({ fix, isStale }: Document): string {
  if (fix === null) return 'a document about this failure'
  return isStale ? 'the document with a fix that did not last' : 'the document with the known fix'
}

const isReadable = ({ contentType }: { contentType: string }) => /^text\/|zip|json|xml/i.test(contentType)

export const lineOf = ({ tool, arguments: asked, why }: NextCall): string =>
  `Next: ${tool} ${JSON.stringify(asked)} — ${why}`

/** For the rest of a single cluster. */
export const LARGER = `Next: ${TOOL} with the same arguments and a larger max_tokens — all of this cluster`

/** The longest arguments that are repeated, characters. */
const MOST_REPEATED = 250

/** Names of branches and tests may be long. */
export function pageLine(page: PageCall): string {
  const line = lineOf(page)
  if (line.length <= MOST_REPEATED) return line
  return `Next: ${TOOL} with the same arguments and cursor ${JSON.stringify(page.arguments.cursor)}`
}
