import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { whoAmI } from '../../data/queries.ts'
import { executionsOf } from '../../data/runs.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { ExecutionWords } from '../../parts/execution-line.tsx'
import { Select } from '../../parts/form.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { TypedField } from '../../parts/typed-field.tsx'

const route = getRouteApi('/compare')

interface PickerProps {
  side: 'base' | 'head'
  /** The legs of the compared executions; undefined before they are loaded. */
  organization: string | undefined
  project: string | undefined
}

/** Selects a side of the comparison among the project's executions; the address contains the search. */
export function Picker({ side, organization: own, project }: PickerProps) {
  const { q = '', head, base, of } = route.useSearch()
  const navigate = useNavigate({ from: '/compare' })
  const { data: me } = useQuery(whoAmI())
  const organizations = me?.organizations ?? []
  const asked = organizations.find(({ slug }) => slug === of) ?? organizations[0]
  const organization = own ?? asked?.slug ?? ''
  const read = useInfiniteQuery({
    ...executionsOf(organization, project, q === '' ? {} : { q }),
    enabled: me !== undefined,
  })
  const close = () =>
    navigate({
      search: (before) => ({ ...before, pick: undefined, q: undefined, of: undefined }),
      replace: true,
      resetScroll: false,
    })
  const choose = (id: string) =>
    navigate({ search: side === 'head' ? { head: id } : { head, base: id }, resetScroll: false })
  const executions = read.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Dialog
      title={side === 'head' ? 'Compare which run?' : 'Compare with which run?'}
      kind="medium"
      onClose={close}
    >
      <div className="picker">
        {own === undefined && organizations.length > 1 && (
          <Select
            label="Organization"
            options={organizations.map(({ slug, name }) => ({ value: slug, label: name }))}
            value={organization}
            onChange={({ target }) =>
              navigate({
                search: (before) => ({ ...before, of: target.value }),
                replace: true,
                resetScroll: false,
              })
            }
          />
        )}
        <TypedField
          label="Branch, build, message or commit"
          value={q}
          onSet={(value) =>
            navigate({
              search: (before) => ({ ...before, q: value || undefined }),
              replace: true,
              resetScroll: false,
            })
          }
        />
        {side === 'base' && base !== undefined && (
          <route.Link className="button" to="." search={{ head }}>
            Let the server choose the best base
          </route.Link>
        )}
        {read.error ? (
          <p role="alert">{(read.error as Error).message}</p>
        ) : !read.data ? (
          <Skeleton rows={6} />
        ) : executions.length === 0 ? (
          <EmptyState icon="search" title="No matching execution">
            <p>Try part of its branch or commit message, or the first characters of its commit.</p>
          </EmptyState>
        ) : (
          <ul className="rows">
            {executions.map((execution) => {
              const isThis = execution.id === (side === 'head' ? head : base)
              const isOther = execution.id === (side === 'head' ? base : head)
              return (
                <li key={execution.id}>
                  <button
                    type="button"
                    className="line"
                    disabled={isOther}
                    aria-pressed={isThis}
                    onClick={() => choose(execution.id)}
                  >
                    <ExecutionWords execution={execution} />
                  </button>
                </li>
              )
            })}
          </ul>
        )}
        <MoreButton read={read} className="button">
          Older executions
        </MoreButton>
      </div>
    </Dialog>
  )
}
