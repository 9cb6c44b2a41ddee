import { errorLine } from '@svc/protocol'
import { memo } from 'react'
import { Icon } from '../../parts/icon.tsx'
import { Marks } from '../../parts/marks.tsx'
import { RowLink } from '../../parts/row-link.tsx'
import { Chip, StatusIcon } from '../../parts/status.tsx'
import type { Failure } from './failures-of.ts'
import { marksOf } from './marks-of.ts'
import type { ExecutionSearch } from './search.ts'

/** One failure of the list: its name, its runs, and its location. */
export const FailureRow = memo(FailureRowOf)

function FailureRowOf({
  execution,
  search,
  failure,
  isSelected,
  isAlone,
  showsLeg,
  branch,
}: {
  /** Its id. */
  execution: string
  /** Of the list, the same object while only the selection changes. */
  search: ExecutionSearch
  failure: Failure
  isSelected: boolean
  /** False if a line above shows the error for several failures. */
  isAlone: boolean
  showsLeg: boolean
  branch: string
}) {
  const { key, titles, variant, file, verdict, leg, note, message } = failure
  const { runs, attempts } = marksOf(failure)
  const failed = attempts.filter((status) => status !== 'passed').length
  return (
    <RowLink
      id={`row-${key}`}
      className="failure"
      to="/executions/$id"
      params={{ id: execution }}
      search={{ ...search, test: key }}
      resetScroll={false}
      {...(isSelected && { 'aria-current': 'true' })}
    >
      <FailureIcon failure={failure} />
      <span className="which">
        <span className="name">{titles.at(-1)}</span>
        {variant && <span className="variant"> · {variant}</span>}
      </span>
      <Marks runs={runs} attempts={attempts} where={branch} />
      <span className="under">
        <span className="ellipsis">{isAlone && message ? errorLine(message) : file}</span>
        <span className="end nowrap">
          {showsLeg && `${leg} `}
          {note === 'new' || note === 'was skipped' ? (
            <Chip>{note}</Chip>
          ) : verdict?.kind === 'mine' && attempts.length > 1 ? (
            `${failed} of ${attempts.length} attempts`
          ) : null}
        </span>
      </span>
    </RowLink>
  )
}

/** Failures that the change caused are red; explained ones are grey. */
function FailureIcon({ failure: { status, verdict } }: { failure: Failure }) {
  if (status === 'flaky') return <StatusIcon status="flaky" isNamed />
  if (verdict?.kind === 'unknown') return <Icon name="unknown" tone="soft" label="failed" />
  const isQuiet = verdict !== null && verdict.kind !== 'mine'
  return <StatusIcon status="failed" isNamed isQuiet={isQuiet} />
}
