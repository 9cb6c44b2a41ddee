import { errorLine } from '@svc/protocol'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { FailureCluster } from '../../data/insights.ts'
import type { Attempt, Execution, Result } from '../../data/queries.ts'
import { traceOf } from '../../parts/attachment-kind.ts'
import { withoutCodes } from '../../parts/codes.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { ErrorList } from '../../parts/error-view.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Output } from '../../parts/output.tsx'
import { Stack } from '../../parts/stack.tsx'
import { Screenshots } from './screenshots.tsx'

/**
 * The error of the newest execution that had the failure: its difference, source and stack, its
 * screenshots and its trace. The message alone if retention removed its details.
 */
export function NewestError({
  failure,
  execution,
  organization,
}: {
  failure: FailureCluster
  /** The newest execution that had it; null if it could not be read. */
  execution: Execution | null
  organization: string
}) {
  const [newest] = failure.occurrences
  const found =
    newest && execution?.id === newest.execution.id
      ? foundIn(execution, failure.fingerprint, newest.sample)
      : null
  return (
    <section className="card block newest-error" aria-labelledby="newest-error">
      <header>
        <h2 id="newest-error">Newest error</h2>
        {newest && (
          <span className="doing">
            {found?.result && <TraceLink execution={newest.execution.id} result={found.result} />}
            <Link
              className="button"
              to="/executions/$id"
              params={{ id: newest.execution.id }}
              search={found?.result ? { test: `${found.result.testId}~${found.result.leg}` } : {}}
            >
              Open in its run
            </Link>
          </span>
        )}
      </header>
      {found && !found.errors.some(({ message }) => lineOf(failure.message).endsWith(lineOf(message))) && (
        <p className="muted">
          The title shows an earlier error of this failure. Errors that differ only in values such as numbers,
          ids and paths are one failure.
        </p>
      )}
      {execution && found ? (
        <Details execution={execution} {...found} organization={organization} />
      ) : (
        <Output text={failure.message} label="Message" />
      )}
    </section>
  )
}

const lineOf = (message: string) => errorLine(withoutCodes(message))

interface Found {
  errors: NonNullable<Attempt['errors']>
  /** Null for an error outside any test. */
  result: Result | null
  attempt: Attempt | null
}

/** The failed attempt of one of these tests, or the error outside tests; null if it is not loaded. */
function foundIn(
  { results, errors }: Execution,
  fingerprint: string,
  sample: FailureCluster['occurrences'][number]['sample'],
): Found | null {
  const tests = new Set(sample.map(({ testId }) => testId))
  for (const result of results) {
    const attempt = result.attempts.findLast((each) => (each.errors?.length ?? 0) > 0)
    if (tests.has(result.testId) && attempt) return { errors: attempt.errors ?? [], result, attempt }
  }
  const outside = errors.find((each) => each.fingerprint === fingerprint)
  return outside ? { errors: [outside.failure], result: null, attempt: null } : null
}

function Details({
  execution,
  errors,
  result,
  attempt,
  organization,
}: Found & { execution: Execution; organization: string }) {
  const [isOpen, setOpen] = useState(false)
  const stacks = errors.flatMap(({ stack }) => stack ?? [])
  return (
    <>
      <ErrorList execution={execution} errors={errors} />
      {result && attempt && (
        <Screenshots
          organization={organization}
          project={execution.project}
          result={result}
          attempt={attempt}
        />
      )}
      {stacks.length > 0 && (
        <Disclosure title="Stack" isOpen={isOpen} onToggle={setOpen}>
          <Stack text={stacks.join('\n\n')} />
        </Disclosure>
      )}
    </>
  )
}

function TraceLink({ execution, result }: { execution: string; result: Result }) {
  const trace = traceOf(result)
  if (!trace) return null
  return (
    <Link
      className="button first"
      to="/executions/$id/traces/$artifact"
      params={{ id: execution, artifact: trace }}
    >
      <Icon name="play" />
      Open trace
    </Link>
  )
}
