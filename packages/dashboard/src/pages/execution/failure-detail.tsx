import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Comparison, type Execution, keyOf, type Result, resultsOfTest } from '../../data/queries.ts'
import { useKeys } from '../../frame/keys.ts'
import { useWholePlace } from '../../frame/top-bar.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { traceOf } from '../../parts/attachment-kind.ts'
import { commandFor } from '../../parts/command-for.ts'
import { CopyButton } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { ErrorList } from '../../parts/error-view.tsx'
import { Icon } from '../../parts/icon.tsx'
import { OpenInEditor } from '../../parts/open-in-editor.tsx'
import { repositoryOf, sourceUrl } from '../../parts/source-links.ts'
import { Attempts } from './attempts.tsx'
import type { Failure } from './failures-of.ts'
import { Why } from './why.tsx'
import './failure-detail.css'

const route = getRouteApi('/executions/$id')

const OpenedArtifact = lazy(async () => ({ default: (await import('./opened-artifact.tsx')).OpenedArtifact }))

/** Everything about one failure: the reason, then each attempt with its error, its files and its steps. */
export function FailureDetail({
  execution,
  comparison,
  failure,
}: {
  execution: Execution
  comparison: Comparison | null
  failure: Failure
}) {
  const { titles, file, testId, owners, variant, leg } = failure
  const { organization } = useWholePlace()
  const artifact = route.useSearch({ select: (search) => search.artifact })
  const more = useQuery({
    ...resultsOfTest(execution.id, testId ?? ''),
    enabled: failure.result === null && testId !== null,
  })
  const result = failure.result ?? more.data?.find((each) => keyOf(each) === failure.key) ?? null
  const outside =
    testId === null
      ? execution.errors.find(({ fingerprint, file: of }) => isOf(failure, fingerprint, of))
      : undefined
  const line = result?.attempts.at(-1)?.location?.line
  const source = file === null ? null : sourceUrl(execution, file, line)
  const command =
    file !== null && testId !== null ? commandFor(execution.framework, { file, titles, variant }) : null
  return (
    <section className="card detail" aria-label={titles.at(-1)}>
      <header>
        <div>
          <h2>{titles.join(' › ')}</h2>
          <div className="path">
            {file !== null &&
              (source ? (
                <a className="link" href={source} rel="noreferrer noopener">
                  {file}
                  {line !== undefined && `:${line}`}
                </a>
              ) : (
                <span>
                  {file}
                  {line !== undefined && `:${line}`}
                </span>
              ))}
            {file !== null && (
              <OpenInEditor repository={repositoryOf(execution)} file={file} line={line} isKey />
            )}
            {testId !== null && organization !== null && (
              <Link
                className="link"
                to="/o/$organization/$project/tests/$id"
                params={{ organization, project: execution.project, id: testId }}
              >
                History
              </Link>
            )}
            {owners.map((owner) => (
              <route.Link key={owner} to="." search={(before) => ({ ...before, owner })}>
                {owner}
              </route.Link>
            ))}
            {variant && <span>{variant}</span>}
            {leg && <span>{leg}</span>}
          </div>
        </div>
        <div className="doing">
          {command && <CopyButton text={command} label="Copy command" />}
          {result && <OpenTrace execution={execution.id} result={result} />}
        </div>
      </header>
      <Why failure={{ ...failure, result }} comparison={comparison} execution={execution.id} />
      {outside && <ErrorList execution={execution} errors={[outside.failure]} />}
      {result && <Attempts execution={execution} failure={failure} result={result} />}
      {result && artifact !== undefined && (
        <Suspense>
          <OpenedArtifact result={result} artifact={artifact} />
        </Suspense>
      )}
      {testId !== null && !result && more.isPending && <Skeleton rows={3} />}
      {more.error && <Trouble error={more.error} onRetry={() => more.refetch()} />}
      {testId !== null && !result && more.data && (
        <p className="error">{failure.message || 'Retention removed the details of this result.'}</p>
      )}
    </section>
  )
}

const isOf = (failure: Failure, fingerprint: string, file: string | null): boolean =>
  failure.fingerprint === fingerprint && failure.file === file

function OpenTrace({ execution, result }: { execution: string; result: Result }) {
  const navigate = useNavigate()
  const trace = traceOf(result)
  useKeys(
    trace
      ? [
          {
            keys: 't',
            label: 'Open the trace',
            run: () =>
              void navigate({
                to: '/executions/$id/traces/$artifact',
                params: { id: execution, artifact: trace },
              }),
          },
        ]
      : [],
  )
  if (!trace) return null
  return (
    <route.Link
      className="button first"
      to="/executions/$id/traces/$artifact"
      params={{ id: execution, artifact: trace }}
    >
      <Icon name="play" />
      Open trace
    </route.Link>
  )
}
