import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { createTwoFilesPatch } from 'diff'
import { useMemo } from 'react'
import { type KnowledgeDocument, revisionOf, revisionsOf } from '../../data/knowledge.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { Button } from '../../parts/button.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Time } from '../../parts/time.tsx'
import { bytesText, shortSha } from '../../parts/words.ts'
import { TextDiff } from './text-diff.tsx'

const route = getRouteApi('/o/$organization/knowledge/$')

const SOURCES = { rest: 'written directly', push: 'pushed', proposal: 'accepted proposal' }
const MOST_EDITS = 5_000
/** Of the page's thread; texts without a common line would take seconds. */
const MOST_MS = 100

/** Who changed the document and when; the chosen revision with its difference from the one before. */
export function Revisions({
  organization,
  document: { id, revision },
}: {
  organization: string
  document: KnowledgeDocument
}) {
  const search = route.useSearch()
  const chosen = search.revision ?? revision
  const read = useInfiniteQuery(revisionsOf(organization, id))
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={4} />
  return (
    <div className="revisions">
      <ol className="card rows" aria-label="Revisions">
        {read.data.pages
          .flatMap(({ data }) => data)
          .map(({ number, author, source, commit, bytes, createdAt }) => (
            <li key={number}>
              <route.Link
                className="line"
                to="."
                search={{ view: 'revisions', revision: number }}
                resetScroll={false}
                {...(number === chosen && { 'aria-current': 'true' })}
              >
                <span className="about">
                  <span className="name ellipsis">
                    {number}. {author}
                  </span>
                  <span className="under ellipsis">
                    {SOURCES[source]}
                    {commit !== null && (
                      <>
                        {' from '}
                        <span className="mono">{shortSha(commit)}</span>
                      </>
                    )}
                    {` · ${bytesText(bytes)}`}
                  </span>
                </span>
                <span className="muted nowrap">
                  <Time at={createdAt} />
                </span>
              </route.Link>
            </li>
          ))}
        {read.hasNextPage && (
          <li>
            <Button look="bare" onClick={() => read.fetchNextPage()} disabled={read.isFetchingNextPage}>
              Older revisions
            </Button>
          </li>
        )}
      </ol>
      <Change organization={organization} id={id} number={chosen} />
    </div>
  )
}

function Change({ organization, id, number }: { organization: string; id: string; number: number }) {
  const after = useQuery(revisionOf(organization, id, number))
  const before = useQuery(revisionOf(organization, id, number - 1))
  const patch = useMemo(
    () => (before.data === undefined || after.data === undefined ? null : patchOf(before.data, after.data)),
    [before.data, after.data],
  )
  const error = after.error ?? before.error
  return (
    <section aria-labelledby="change">
      <h3 className="small-title" id="change">
        {number === 1 ? 'Revision 1 made the document' : `What revision ${number} changed`}
      </h3>
      {error ? (
        <Trouble error={error} />
      ) : patch === null ? (
        <Skeleton rows={4} />
      ) : patch === undefined ? (
        <p className="muted">The two texts differ too much to list their differences.</p>
      ) : (
        <TextDiff patch={patch} label={`Difference of revisions ${number - 1} and ${number}`} />
      )}
    </section>
  )
}

/** Undefined if there are too many differences to compute. */
export const patchOf = (before: string, after: string): string | undefined =>
  createTwoFilesPatch('a', 'b', before, after, '', '', {
    context: 3,
    maxEditLength: MOST_EDITS,
    timeout: MOST_MS,
  })
