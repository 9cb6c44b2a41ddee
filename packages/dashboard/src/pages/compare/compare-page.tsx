import { CONCLUSIONS } from '@svc/protocol'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { codeOf } from '../../data/code-of.ts'
import { type Comparison, comparisonOf, executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { StateIcon } from '../../parts/execution-line.tsx'
import { executionName } from '../../parts/execution-name.ts'
import { GROUPS, totalOf } from '../../parts/groups.ts'
import { Icon } from '../../parts/icon.tsx'
import { Headline } from '../../parts/pull-line.tsx'
import { withoutSign } from '../../parts/sign.ts'
import { Duration, dayText, Time } from '../../parts/time.tsx'
import { count, number, sentence, shortSha } from '../../parts/words.ts'
import { Groups } from './group-list.tsx'
import { Picker } from './picker.tsx'
import '../../parts/answer.css'
import './compare-page.css'

const route = getRouteApi('/compare')
/** The server would refuse any other text, in terms of the API. */
const IS_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Two executions side by side: the answer, both sides, and the differences by kind. */
export function ComparePage() {
  const { head, base, pick } = route.useSearch()
  const isId = head !== undefined && IS_ID.test(head)
  const read = useQuery({ ...comparisonOf(head ?? '', base), enabled: isId })
  // Without a comparison, the run itself supplies organization and project.
  const alone = useQuery({ ...executionOf(head ?? ''), enabled: isId && read.isError })
  const place = read.data ? { ...read.data.head, organization: read.data.organization } : alone.data
  useIsPlace(isId && !alone.isError ? place?.project : null, place?.organization)
  useTitle(read.data ? `Comparison: ${withoutSign(read.data.headline)}` : 'Compare')
  const picker = pick && <Picker side={pick} organization={place?.organization} project={place?.project} />
  if (!isId)
    return (
      <>
        <EmptyState level={1} icon="again" title="Compare two executions">
          {head !== undefined && <p>The address does not name a valid run. It may be cut off.</p>}
          <p>Choose the run that you want to understand. The server finds the best base for it.</p>
          <route.Link className="button" to="." search={{ pick: 'head' }}>
            Choose an execution
          </route.Link>
        </EmptyState>
        {picker}
      </>
    )
  if (read.error)
    return (
      <>
        {codeOf(read.error) === 'CONFLICT' ? (
          <NotComparable head={head} message={read.error.message} removed={alone.data?.resultsRemovedAt} />
        ) : (
          <>
            <Trouble error={read.error} onRetry={() => read.refetch()} />
            {base !== undefined && (
              <p className="pick-again">
                <route.Link className="link" to="." search={{ head, pick: 'base' }}>
                  Choose another base
                </route.Link>
              </p>
            )}
          </>
        )}
        {picker}
      </>
    )
  if (!read.data) return <Skeleton rows={8} />
  const comparison = read.data
  return (
    <>
      <Answer comparison={comparison} />
      <Sides comparison={comparison} />
      <Choice comparison={comparison} />
      <div className="compared">
        <GroupNav comparison={comparison} />
        <Groups comparison={comparison} head={head} base={base} />
      </div>
      {picker}
    </>
  )
}

/** Two existing runs, one of which has nothing to compare. */
function NotComparable({
  head,
  message,
  removed,
}: {
  head: string
  message: string
  /** When retention removed the results of the head; null if it did not. */
  removed: string | null | undefined
}) {
  return (
    <EmptyState level={1} icon="warning" title="These runs cannot be compared">
      <p>
        {removed
          ? `Retention removed the results of the head on ${dayText(removed)}, so nothing is left to compare.`
          : message}
      </p>
      <div className="pick-again">
        <Link className="button" to="/executions/$id" params={{ id: head }}>
          The run
        </Link>
        <route.Link className="button" to="." search={(before) => ({ ...before, pick: 'head' })}>
          Another head…
        </route.Link>
        {!removed && (
          <route.Link className="button" to="." search={(before) => ({ ...before, pick: 'base' })}>
            Another base…
          </route.Link>
        )}
      </div>
    </EmptyState>
  )
}

function Answer({ comparison }: { comparison: Comparison }) {
  const { conclusion, headline, head, provisional, massFailure } = comparison
  const isGood = CONCLUSIONS.find(({ kind }) => kind === conclusion)?.isGood === true
  const isOpen = conclusion === 'unknown' || conclusion === 'incomplete'
  const tone = isGood ? 'good' : isOpen ? 'open' : 'bad'
  return (
    <header className="answer">
      <span className={`badge ${tone}`}>
        <Icon name={isGood ? 'passed' : isOpen ? 'unknown' : 'failed'} />
      </span>
      <div>
        <h1>
          <Headline text={withoutSign(headline)} project={head.project} suite={head.suite} />
        </h1>
        {massFailure !== null && <p>{massFailure}</p>}
        <p>
          {provisional
            ? 'One of the runs is still in progress, so this may change.'
            : comparison.base === null
              ? 'Without a base, nothing says what this change did.'
              : summaryOf(comparison)}
        </p>
      </div>
      <div className="doing">
        <Link className="button" to="/executions/$id" params={{ id: head.id }}>
          The run
          <Icon name="right" tone="muted" />
        </Link>
      </div>
    </header>
  )
}

function summaryOf(comparison: Comparison): string {
  const said = (['stillFailing', 'newlyFlaky', 'slower', 'improvements'] as const).flatMap((id) => {
    const title = GROUPS.find((group) => group.id === id)?.title.toLowerCase()
    const n = totalOf(comparison, id)
    return n > 0 ? [`${number(n)} ${title}`] : []
  })
  return said.length === 0 ? 'Nothing else differs.' : `${said.join(', ')}.`
}

function Sides({ comparison: { base, head } }: { comparison: Comparison }) {
  return (
    <div className="compare-sides">
      <Side name="base" execution={base} />
      <Icon name="arrow" tone="muted" label="compared with" />
      <Side name="head" execution={head} />
    </div>
  )
}

function Side({ name, execution }: { name: 'base' | 'head'; execution: Comparison['base'] }) {
  const sha = execution && (execution.headSha ?? execution.testedSha)
  return (
    <section className="card side" aria-label={name}>
      <p>
        <span className="muted">{name}</span>
        {execution === null ? (
          <b>None</b>
        ) : (
          <Link className="name ellipsis" to="/executions/$id" params={{ id: execution.id }}>
            {execution.pullRequest !== null && `#${execution.pullRequest} `}
            {executionName(execution, execution.framework)}
          </Link>
        )}
        <route.Link
          className="button bare end"
          to="."
          search={(before) => ({ ...before, pick: name })}
          resetScroll={false}
        >
          {execution === null ? `Choose a ${name}…` : `Another ${name}…`}
        </route.Link>
      </p>
      {execution !== null && (
        <p className="under">
          <StateIcon state={execution.state} />
          {execution.branch !== null && <span className="mono">{execution.branch}</span>}
          {sha && <span className="mono">{shortSha(sha)}</span>}
          <span>{count(execution.counts.total, 'test')}</span>
          {execution.durationMs !== null && <Duration ms={execution.durationMs} />}
          <Time at={execution.startedAt} />
        </p>
      )}
    </section>
  )
}

/** Why this base or none, which legs, and what makes the comparison incomplete. */
function Choice({ comparison }: { comparison: Comparison }) {
  const { base, baseChoice, legs, waitingFor, missing } = comparison
  const notes = [
    baseChoice.because,
    ...(baseChoice.better === null ? [] : [baseChoice.better]),
    ...(legs.paired ? [`Compared leg ${legs.paired.base} with ${legs.paired.head}.`] : []),
    ...(legs.compared.length > 1 ? [`Compared on ${firstOf(legs.compared, legs.totals.compared)}.`] : []),
    ...(base !== null && legs.onlyHead.length > 0
      ? [`Only the head ran ${firstOf(legs.onlyHead, legs.totals.onlyHead)}.`]
      : []),
    ...(legs.onlyBase.length > 0
      ? [`Only the base ran ${firstOf(legs.onlyBase, legs.totals.onlyBase)}.`]
      : []),
    ...waitingFor.map((part) => `waiting for ${part}`),
    ...missing,
  ]
  const words = notes.map(sentence).join(' ')
  if (base !== null) return <p className="base-choice">{words}</p>
  return (
    <div className="card base-choice">
      <EmptyState icon="clock" title="No base to compare with yet">
        <p>{words} Any other run of the project can be the base as well.</p>
        <route.Link
          className="button"
          to="."
          search={(before) => ({ ...before, pick: 'base' })}
          resetScroll={false}
        >
          Choose a base…
        </route.Link>
      </EmptyState>
    </div>
  )
}

/** The number of legs that a sentence names. */
const NAMED_LEGS = 5

function firstOf(names: string[], total: number): string {
  const shown = names.slice(0, NAMED_LEGS)
  const more = total - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${number(more)} more` : ''}`
}

/** The groups with their counts. Empty ones are greyed; without a base, they say nothing and are left out. */
function GroupNav({ comparison }: { comparison: Comparison }) {
  const { group } = route.useSearch()
  const listed =
    comparison.base === null ? GROUPS.filter(({ id }) => id === group || totalOf(comparison, id) > 0) : GROUPS
  if (listed.length === 0) return null
  return (
    <nav className="group-nav" aria-label="Groups">
      <route.Link
        to="."
        search={(before) => ({ ...before, group: undefined })}
        {...(group === undefined && { 'aria-current': 'true' })}
      >
        <Icon name="list" tone="muted" />
        All
      </route.Link>
      {listed.map(({ id, title, icon, tone }) => {
        const n = totalOf(comparison, id)
        return (
          <route.Link
            key={id}
            to="."
            search={(before) => ({ ...before, group: id })}
            className={n === 0 ? 'zero' : ''}
            {...(group === id && { 'aria-current': 'true' })}
          >
            <Icon name={icon} tone={n === 0 ? 'muted' : (tone ?? 'soft')} />
            {title}
            <span className="n">{number(n)}</span>
          </route.Link>
        )
      })}
    </nav>
  )
}
