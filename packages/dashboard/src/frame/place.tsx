import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

/** Where the shown page belongs. A page without one, such as the door, has neither. */
export interface Place {
  organization: string | null
  project: string | null
}

const NOWHERE: Place = { organization: null, project: null }
const PlaceContext = createContext<{ place: Place; setPlace: (place: Place) => void }>({
  place: NOWHERE,
  setPlace: () => undefined,
})

export function PlaceProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(NOWHERE)
  const value = useMemo(() => ({ place, setPlace }), [place])
  return <PlaceContext value={value}>{children}</PlaceContext>
}

export const usePlace = (): Place => useContext(PlaceContext).place

/** Tells the frame which project the page is about; the bar then leads to that project's other pages. */
export function useIsPlace(project: string | null, organization: string | null = null): void {
  const { setPlace } = useContext(PlaceContext)
  useEffect(() => setPlace({ organization, project }), [project, organization, setPlace])
}

/** The name of the page in the browser's tab, the most telling words first. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'svc' : `${title} · svc`
  }, [title])
}
