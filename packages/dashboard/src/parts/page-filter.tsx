import { useNavigate, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { writeQuery } from '../data/search.ts'
import { FilterSelect, type Option } from './filter-select.tsx'
import { TypedField } from './typed-field.tsx'
import './page-filter.css'

/** The filters of a list, in one line. Each is a search parameter of the address. */
export function PageFilter({ children }: { children: ReactNode }) {
  return <search className="page-filter">{children}</search>
}

interface Filter {
  name: string
  label: string
  value: string | undefined
}

/** Chooses a search parameter from a list. */
export function FilterChoice({ name, label, value = '', options }: Filter & { options: Option[] }) {
  const set = useSetSearch()
  return <FilterSelect {...{ label, value, options }} onChoose={(chosen) => set(name, chosen)} />
}

/** A text in the address; the key `/` focuses it. */
export function FilterText({ name, label, value = '', hasKey = false }: Filter & { hasKey?: boolean }) {
  const set = useSetSearch()
  return (
    <TypedField
      label={label}
      value={value}
      onSet={(typed) => set(name, typed)}
      icon={hasKey ? 'search' : 'branch'}
      {...(hasKey && { keyLabel: label })}
    />
  )
}

/** A day in the address, `2026-01-31`. */
export function FilterDate({ name, label, value = '' }: Filter) {
  const set = useSetSearch()
  return (
    <TypedField
      type="date"
      label={label}
      value={value.slice(0, 10)}
      onSet={(day) => set(name, day)}
      pauseMs={0}
    />
  )
}

/** Sets one search parameter of the page, which its route checks; an empty value removes it. */
export function useSetSearch(): (name: string, value: string) => void {
  const router = useRouter()
  const navigate = useNavigate()
  return (name, value) => {
    const { pathname, search } = router.latestLocation
    void navigate({
      href: pathname + writeQuery({ ...search, [name]: value }),
      replace: true,
      resetScroll: false,
    })
  }
}
