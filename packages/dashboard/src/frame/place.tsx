import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { shown } from '../jsx/shown.ts'

/** The organization and project of the shown page; both null on pages such as the sign-in. */
export interface Place {
  organization: string | null
  project: string | null
}

const NOWHERE: Place = { organization: null, project: null }
const PlaceContext = createContext<{ place: Place; setPlace: Dispatch<SetStateAction<Place>> }>({
  place: NOWHERE,
  setPlace: () => undefined,
})

export function PlaceProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(NOWHERE)
  const value = useMemo(() => ({ place, setPlace }), [place])
  return <PlaceContext value={value}>{children}</PlaceContext>
}

export const usePlace = (): Place => useContext(PlaceContext).place

/** Sets the project that the page is about; the bar then leads to that project's other pages. */
export function useIsPlace(project: string | null, organization: string | null = null): void {
  const { setPlace } = useContext(PlaceContext)
  useEffect(() => setPlace({ organization, project }), [project, organization, setPlace])
}

/** The same for a page of a whole organization. Without a project, the previous one stays in the bar. */
export function useIsOrganization(organization: string, project?: string): void {
  const { setPlace } = useContext(PlaceContext)
  useEffect(
    () =>
      setPlace((before) => ({
        organization,
        project: project ?? ([organization, null].includes(before.organization) ? before.project : null),
      })),
    [organization, project, setPlace],
  )
}

/** The title of the page in the browser's tab, most specific part first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'svc' : `${shown(title)} · svc`
  }, [title])
}
