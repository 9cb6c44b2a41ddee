import { useLocation, useParams } from '@tanstack/react-router'
import {
  createContext,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react'
import { shown } from '../jsx/shown.ts'
import type { Sign } from './tab-icon.ts'

/** The organization and project of the shown page; both null on pages such as the sign-in. */
export interface Place {
  organization: string | null
  project: string | null
  /** True if the page is about the whole organization; the project is then the one that the reader saw last. */
  isOfOrganization?: boolean
}

interface PlaceState {
  place: Place | null
  setPlace: Dispatch<SetStateAction<Place | null>>
}

const PlaceContext = createContext<PlaceState>({ place: null, setPlace: () => undefined })

export function PlaceProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Place | null>(null)
  const value = useMemo(() => ({ place, setPlace }), [place])
  return <PlaceContext value={value}>{children}</PlaceContext>
}

/** The path of the page. A filter in the address does not draw the frame anew. */
export const usePathname = (): string => useLocation({ select: ({ pathname }) => pathname })

/**
 * The place that the address names, else the one that the page sets; null until the page has read
 * what it is about.
 */
export function usePlace(): Place | null {
  const { place } = useContext(PlaceContext)
  const { organization, project } = useParams({ strict: false })
  return organization !== undefined && project !== undefined ? { organization, project } : place
}

/**
 * Sets the project that the page is about; the bar then leads to that project's other pages.
 * Undefined while the page reads it: the previous place stays in the bar.
 */
export function useIsPlace(project: string | null | undefined, organization: string | null = null): void {
  const { setPlace } = useContext(PlaceContext)
  // Before the paint, so that the bar is never drawn without it.
  useLayoutEffect(() => {
    if (project !== undefined) setPlace({ organization, project })
  }, [project, organization, setPlace])
}

/** The same for a page of a whole organization. Without a project, the one that the reader saw last stays in the bar. */
export function useIsOrganization(organization: string, project?: string): void {
  const { setPlace } = useContext(PlaceContext)
  useLayoutEffect(
    () =>
      setPlace((before) => ({
        organization,
        project: project ?? (before?.organization === organization ? before.project : null),
        isOfOrganization: project === undefined,
      })),
    [organization, project, setPlace],
  )
}

/** The sign of an answer; an uncertain one has none. */
export const signOf = (tone: 'bad' | 'good' | 'open', isRunning = false): Sign | undefined =>
  isRunning ? 'running' : tone === 'bad' ? 'failed' : tone === 'good' ? 'passed' : undefined

/** The title of the page in the browser's tab, most specific part first, and its icon. */
export function useTitle(title: string, sign?: Sign): void {
  useEffect(() => {
    document.title = title === '' ? 'svc' : `${shown(title)} · svc`
  }, [title])
  useEffect(() => {
    let isNewest = true
    // Two imports of one file may end in either order. Without its code, the tab keeps the icon it has.
    import('./later.ts').then(({ showSign }) => isNewest && showSign(sign)).catch(() => undefined)
    return () => {
      isNewest = false
    }
  }, [sign])
}
