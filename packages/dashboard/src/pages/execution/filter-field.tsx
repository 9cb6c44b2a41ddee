import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { allOr, FilterSelect } from '../../parts/filter-select.tsx'
import { OwnerChoice } from '../../parts/owner-choice.tsx'
import type { Owned } from '../../parts/owner-list.tsx'
import { TypedField } from '../../parts/typed-field.tsx'
import type { ExecutionSearch } from './search.ts'
import './filter-field.css'

const route = getRouteApi('/executions/$id')

/** Milliseconds: the field shows a letter before the list follows it. */
const PAUSE_MS = 30

/** Filters by words, by owner if tests may have different ones, and by leg if there are several. */
export function FilterField({
  owned,
  legs,
}: {
  /** Null if all results have one owner or none. */
  owned: Omit<Owned, 'owner'> | null
  legs: string[]
}) {
  const { q = '', owner, leg = '' } = route.useSearch({ select: filterIn })
  const navigate = useNavigate({ from: '/executions/$id' })
  const set = (change: { q?: string; leg?: string }) =>
    navigate({
      search: (before) => ({ ...before, ...withoutEmpty({ ...before, ...change }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="filter">
      {owned && <OwnerChoice {...owned} owner={owner} />}
      {legs.length > 1 || leg !== '' ? (
        <FilterSelect
          label="Leg"
          value={leg}
          options={allOr('Leg', legs)}
          onChoose={(value) => set({ leg: value })}
        />
      ) : null}
      <TypedField
        label="Filter"
        placeholder="Title, file, owner, error"
        value={q}
        onSet={(value) => set({ q: value })}
        icon="search"
        keyLabel="Filter"
        pauseMs={PAUSE_MS}
      />
    </search>
  )
}

const filterIn = ({ q, owner, leg }: ExecutionSearch) => ({ q, owner, leg })

const withoutEmpty = (search: Pick<ExecutionSearch, 'q' | 'leg'>) => ({
  q: search.q || undefined,
  leg: search.leg || undefined,
})
