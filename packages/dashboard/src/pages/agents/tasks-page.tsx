import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Task, type TaskStatus, tasksOf } from '../../data/agents.ts'
import { useIsOrganization, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { useRole } from '../../frame/use-role.ts'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { EXACT } from '../../parts/exact.ts'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { number } from '../../parts/words.ts'
import { AgentsNav } from './agents-nav.tsx'
import type { TaskState } from './search.ts'
import { TaskCard } from './task-card.tsx'
import { TaskDialog } from './task-dialog.tsx'
import './agents.css'
import './tasks.css'

const route = getRouteApi('/o/$organization/tasks')

const COLUMNS: { status: TaskStatus; label: string; icon: IconName; tone: string }[] = [
  { status: 'pending', label: 'Pending', icon: 'list', tone: 'soft' },
  { status: 'in_progress', label: 'In progress', icon: 'play', tone: 'soft' },
  { status: 'done', label: 'Done', icon: 'passed', tone: 'passed' },
  { status: 'failed', label: 'Failed', icon: 'failed', tone: 'failed' },
  { status: 'cancelled', label: 'Cancelled', icon: 'skipped', tone: 'skipped' },
]

/** The tasks of agents, by their progress. */
export function TasksPage() {
  const { organization } = route.useParams()
  const { state, project, agent, task } = route.useSearch()
  const navigate = route.useNavigate()
  const role = useRole(organization)
  const filter = { ...(project && { project }), ...(agent && { assignedTo: agent }) }
  // The newest tasks of all statuses, and all open ones, so that no old open task is missing.
  const newest = useInfiniteQuery(tasksOf(organization, { ...filter, ...(state && { status: state }) }))
  const open = useInfiniteQuery({
    ...tasksOf(organization, { ...filter, status: 'open' }),
    enabled: state === undefined,
  })
  useIsOrganization(organization, project)
  useTitle('Tasks')
  const error = newest.error ?? open.error
  if (error) return <Trouble error={error} onRetry={() => newest.refetch()} />
  const tasks = unique([...pagesOf(newest.data), ...(state === undefined ? pagesOf(open.data) : [])])
  const columns = COLUMNS.filter(({ status }) => isShown(status, state))
  return (
    <>
      <header className="head-of">
        <h1 className="page-title">Agents</h1>
        <AgentsNav organization={organization} isAdmin={role === 'admin'} here="tasks" />
      </header>
      <div className="filters-of">
        <nav className="sections" aria-label="Tasks by state">
          <route.Link
            to="."
            activeOptions={EXACT}
            search={(before) => ({ ...before, state: undefined })}
            {...(state === undefined && { 'aria-current': 'true' })}
          >
            All
          </route.Link>
          {[{ status: 'open' as const, label: 'Open' }, ...COLUMNS].map(({ status, label }) => (
            <route.Link
              key={status}
              activeOptions={EXACT}
              to="."
              search={(before) => ({ ...before, state: status })}
              {...(state === status && { 'aria-current': 'true' })}
            >
              {label}
            </route.Link>
          ))}
        </nav>
        {(project ?? agent) !== undefined && (
          <span className="soft">
            {agent !== undefined && `of ${agent} `}
            {project !== undefined && `in ${project} `}
            <route.Link className="link" to="." search={{ state }}>
              Show all
            </route.Link>
          </span>
        )}
      </div>
      {!newest.data ? (
        <Skeleton rows={6} />
      ) : tasks.length === 0 ? (
        <EmptyState icon="list" title={state === undefined ? 'No task yet' : 'No such task'}>
          <p>An agent assigns a task to another agent with svc_task_create. Every change is recorded.</p>
        </EmptyState>
      ) : (
        <div className={`board columns-${columns.length}`}>
          {columns.map((column) => (
            <Column
              key={column.status}
              {...column}
              organization={organization}
              tasks={tasks.filter(({ status }) => status === column.status)}
            />
          ))}
        </div>
      )}
      <MoreButton read={newest}>Older tasks</MoreButton>
      {task !== undefined && (
        <TaskDialog
          organization={organization}
          id={task}
          role={role}
          onClose={() =>
            navigate({ search: (before) => ({ ...before, task: undefined }), resetScroll: false })
          }
        />
      )}
    </>
  )
}

function Column({
  organization,
  label,
  icon,
  tone,
  tasks,
}: (typeof COLUMNS)[number] & { organization: string; tasks: Task[] }) {
  return (
    <section aria-label={label}>
      <h2>
        <Icon name={icon} tone={tone} />
        {label} <span className="n">{number(tasks.length)}</span>
      </h2>
      <ul>
        {tasks.map((task) => (
          <li key={task.id}>
            <TaskCard organization={organization} task={task} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const isShown = (status: TaskStatus, state: TaskState | undefined): boolean =>
  state === undefined ||
  state === status ||
  (state === 'open' && (status === 'pending' || status === 'in_progress'))

const pagesOf = (read: { pages: { data: Task[] }[] } | undefined): Task[] =>
  read?.pages.flatMap(({ data }) => data) ?? []

/** Urgent tasks first, then the most recently changed ones. */
const unique = (tasks: Task[]): Task[] =>
  [...new Map(tasks.map((task) => [task.id, task])).values()].sort(
    (a, b) => a.priority - b.priority || (a.updatedAt < b.updatedAt ? 1 : -1),
  )
