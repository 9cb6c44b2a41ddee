import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Proposal, proposalsOf } from '../../data/knowledge.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { EXACT } from '../../parts/exact.ts'
import { Facts } from '../../parts/facts.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { Time } from '../../parts/time.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { ProposalDetail } from './proposal-detail.tsx'
import type { StateFilter } from './search.ts'
import { SectionsNav } from './sections-nav.tsx'
import './knowledge.css'
import './proposals.css'

const route = getRouteApi('/o/$organization/proposals')

const FILTERS: { state: StateFilter; label: string }[] = [
  { state: 'open', label: 'Open' },
  { state: 'accepted', label: 'Accepted' },
  { state: 'rejected', label: 'Rejected' },
  { state: 'all', label: 'All' },
]

/** Changes of documents that agents and people propose; the chosen one with its difference and its review. */
export function ProposalsPage() {
  const { organization } = route.useParams()
  const { state = 'open', project, proposal } = route.useSearch()
  const isNarrow = useMedia(NARROW)
  const read = useInfiniteQuery(
    proposalsOf(organization, { ...(state !== 'all' && { state }), ...(project && { project }) }),
  )
  useIsOrganization(organization, project)
  useTitle('Proposals')
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  const proposals = read.data?.pages.flatMap(({ data }) => data)
  // After a decision the proposal leaves the list of open ones; its address still shows it.
  const chosen = proposal ?? (isNarrow ? undefined : proposals?.[0]?.id)
  const detail = chosen && <ProposalDetail key={chosen} organization={organization} id={chosen} />
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">Knowledge</h1>
        <SectionsNav organization={organization} project={project} here="proposals" />
      </header>
      <div className="filters-of">
        <nav className="sections" aria-label="Proposals by state">
          {FILTERS.map((each) => (
            <route.Link
              key={each.state}
              activeOptions={EXACT}
              to="."
              search={{ project, state: each.state === 'open' ? undefined : each.state }}
              {...(each.state === state && { 'aria-current': 'true' })}
            >
              {each.label}
            </route.Link>
          ))}
        </nav>
        {project !== undefined && (
          <span className="soft">
            of {project}{' '}
            <route.Link className="link" to="." search={(before) => ({ ...before, project: undefined })}>
              Of all projects
            </route.Link>
          </span>
        )}
      </div>
      {!proposals ? (
        <Skeleton rows={6} />
      ) : proposals.length === 0 && !detail ? (
        <Nothing state={state} />
      ) : (
        <div className="proposals">
          <div>
            <ul className="card rows" aria-label="Proposals">
              {proposals.map((each) => (
                <li key={each.id}>
                  <Line proposal={each} isChosen={each.id === chosen} />
                  {isNarrow && each.id === chosen && detail}
                </li>
              ))}
            </ul>
            <MoreButton read={read}>Older proposals</MoreButton>
          </div>
          {(!isNarrow || !proposals.some(({ id }) => id === chosen)) && detail}
        </div>
      )}
    </>
  )
}

const STATES: Record<Proposal['state'], { icon: IconName; tone: string }> = {
  open: { icon: 'pull', tone: 'soft' },
  accepted: { icon: 'passed', tone: 'passed' },
  rejected: { icon: 'failed', tone: 'muted' },
}

function Line({ proposal, isChosen }: { proposal: Proposal; isChosen: boolean }) {
  const { id, path, project, author, state, conflicting, createdAt, byKey } = proposal
  return (
    <route.Link
      className="line"
      to="."
      search={(before) => ({ ...before, proposal: id })}
      resetScroll={false}
      {...(isChosen && { 'aria-current': 'true' })}
    >
      <Icon {...STATES[state]} name={STATES[state].icon} label={state} />
      <span className="about">
        <span className="name ellipsis">{path}</span>
        <span className="under ellipsis">
          <Facts>
            {project}
            {`${byKey ? 'agent' : 'person'} ${author}`}
            <Time at={createdAt} />
          </Facts>
        </span>
      </span>
      {conflicting && <span className="chip known-flake">out of date</span>}
    </route.Link>
  )
}

function Nothing({ state }: { state: StateFilter }) {
  return (
    <EmptyState
      icon="pull"
      title={
        state === 'open' ? 'Nothing to review' : `No proposal is ${state === 'all' ? 'there yet' : state}`
      }
    >
      <p>An agent that learns something proposes a new text for a document. A person decides here.</p>
      {state === 'open' && (
        <route.Link className="link" to="." search={(before) => ({ ...before, state: 'all' as const })}>
          Decided proposals
        </route.Link>
      )}
    </EmptyState>
  )
}
