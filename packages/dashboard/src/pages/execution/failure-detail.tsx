import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type Comparison, type Execution, type Result, resultsOf } from '../../data/queries.ts'
import { useKeys } from '../../frame/keys.ts'
import { commandFor } from '../../parts/command-for.ts'
import { CopyButton, writeClipboard } from '../../parts/copy.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { StatusIcon, statusWord } from '../../parts/status.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { durationText } from '../../parts/words.ts'
import { readForAgent } from './answer.tsx'
import { Artifacts, traceOf } from './artifacts.tsx'
import { ErrorView } from './error-view.tsx'
import { type Failure, keyOf } from './failures-of.ts'
import { Folds } from './folds.tsx'
import { sourceUrl } from './source-links.ts'
import { Why } from './why.tsx'
import './failure-detail.css'

const route = getRouteApi('/executions/$id')

/** Everything about one failure: why, then each attempt with its error, its files and what led to it. */
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
  const more = useQuery({
    ...resultsOf(execution.id, 'failed,flaky'),
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
      <Why failure={{ ...failure, result }} comparison={comparison} />
      {outside && <ErrorView execution={execution} failure={outside.failure} />}
      {result && <Attempts execution={execution} failure={failure} result={result} />}
      {testId !== null && !result && more.isPending && <Skeleton rows={3} />}
      {testId !== null && !result && more.data && (
        <p className="error">{failure.message || 'The detail of this result was removed by retention.'}</p>
      )}
    </section>
  )
}

const isOf = (failure: Failure, fingerprint: string, file: string | null): boolean =>
  failure.fingerprint === fingerprint && failure.file === file

/** Attempts as tabs; the one that the address names, or the last that failed. */
function Attempts({
  execution,
  failure,
  result,
}: {
  execution: Execution
  failure: Failure
  result: Result
}) {
  const { attempt: wanted } = route.useSearch()
  const navigate = useNavigate({ from: '/executions/$id' })
  const { attempts } = result
  const failedLast = Math.max(
    0,
    attempts.findLastIndex(({ status }) => status !== 'passed' && status !== 'skipped'),
  )
  const at = wanted !== undefined && wanted <= attempts.length ? wanted - 1 : failedLast
  const attempt = attempts[at]
  const choose = (index: number) =>
    navigate({
      search: (before) => ({ ...before, test: failure.key, attempt: index + 1 }),
      replace: true,
      resetScroll: false,
    })
  const step = (by: number) => {
    const next = at + by
    if (next >= 0 && next < attempts.length) choose(next)
  }
  useKeys([
    { keys: ']', label: 'Next attempt', run: () => step(1) },
    { keys: '[', label: 'Previous attempt', run: () => step(-1) },
    {
      keys: 'y',
      label: 'Copy this failure for an agent',
      run: () => void readForAgent(execution.id, result.testId).then(writeClipboard),
    },
  ])
  if (!attempt) return null
  const errors = attempt.errors ?? []
  return (
    <div className="attempts">
      <Tabs
        label="Attempts"
        chosen={String(at)}
        onChoose={(id) => choose(Number(id))}
        tabs={attempts.map(({ status }, i) => ({
          id: String(i),
          label: (
            <>
              <StatusIcon status={status} isNamed />
              {i === at ? `Attempt ${i + 1}` : i + 1}
            </>
          ),
        }))}
        note={noteOf(result, at)}
      >
        {errors.map((error, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: errors have an order and nothing else
          <ErrorView key={i} execution={execution} failure={error} />
        ))}
        {errors.length === 0 && (
          <p className="error">
            {attempt.status === 'passed'
              ? 'This attempt passed.'
              : `This attempt ${statusWord(attempt.status)}, without an error.`}
          </p>
        )}
        <Artifacts execution={execution.id} attempt={attempt} />
        <Folds execution={execution} attempt={attempt} testId={result.testId} />
      </Tabs>
    </div>
  )
}

function noteOf({ attempts }: Result, at: number): string {
  const took = durationText(attempts[at]?.durationMs ?? 0)
  const messages = attempts.map(({ errors }) => errors?.[0]?.message ?? null)
  const isSame = attempts.length > 1 && messages[0] !== null && messages.every((each) => each === messages[0])
  return isSame ? `${took} · the same error in all ${attempts.length} attempts` : took
}

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
