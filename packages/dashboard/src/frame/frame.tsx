import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { whoAmI } from '../data/queries.ts'
import { LoadingDialog } from '../parts/dialog.tsx'
import { Skeleton } from '../parts/empty-state.tsx'
import { type Key, listenToKeys, useKeys } from './keys.ts'
import { addressOf, pagesOfPlace } from './pages.ts'
import { loadFound, Palette } from './palette.tsx'
import { PlaceProvider, usePathname } from './place.tsx'
import { BottomTabs, TopBar, useWholePlace } from './top-bar.tsx'

/** The control that opens a row of a list, on every page. */
const ROWS = [
  ':is(.line, .failure, .cluster, .run, .occurrence, .result, .entry):is(a, button)',
  ':is(.entry, .test-line, .flaky-row, .home-row) a.name',
].join()

/** Moves the focus to the next row of the page's lists, or to the one before. */
function focusRow(main: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(main?.querySelectorAll<HTMLElement>(ROWS) ?? [])].filter((row) => row.checkVisibility())
  const at = rows.indexOf(document.activeElement as HTMLElement)
  const next = at < 0 ? rows[0] : rows[at + step]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

/** The pages before the sign-in have no frame. */
export const DOOR = ['/sign-in', '/welcome', '/join']

const NotMember = lazy(async () => ({ default: (await import('./no-page.tsx')).NotMember }))
const KeyMap = lazy(async () => ({ default: (await import('./key-map.tsx')).KeyMap }))

/** The frame around every page. */
export function Frame() {
  useEffect(listenToKeys, [])
  const pathname = usePathname()
  if (DOOR.includes(pathname))
    return (
      <main id="content">
        <Outlet />
      </main>
    )
  return (
    <PlaceProvider>
      <Inside />
    </PlaceProvider>
  )
}

function Inside() {
  const pathname = usePathname()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const place = useWholePlace()
  const navigate = useNavigate()
  const main = useRef<HTMLElement>(null)
  useFocusAfter(pathname, main)
  const foreign = useForeignOrganization()
  const { organization, project } = place
  // An execution has a stream of its own while it runs.
  useEvents(pathname.startsWith('/executions/') || foreign !== null ? null : organization)
  const goTo = (path: string) => {
    if (organization !== null) navigate({ href: addressOf(organization, project, path) })
  }
  const general: Key[] = [
    { keys: 'mod+k', label: 'Search or go to', run: () => setOpen('palette') },
    { keys: '?', label: 'Keyboard shortcuts', run: () => setOpen('keys') },
    { keys: 'j', label: 'Next row', run: () => focusRow(main.current, 1) },
    { keys: 'k', label: 'Previous row', run: () => focusRow(main.current, -1) },
    { keys: 'g h', label: 'All projects', run: () => navigate({ to: '/' }) },
    ...pagesOfPlace(project).map(({ key, label, path }) => ({
      keys: `g ${key}`,
      label,
      run: () => goTo(path),
    })),
  ]
  useKeys(general, { isGeneral: true })
  // Loaded after the first view, so that it is ready when the reader opens it. If it fails without
  // a network, the next use retries.
  useEffect(() => void loadFound().catch(() => undefined), [])
  // Nothing that has the focus is removed before this has arrived.
  useEffect(() => {
    void import('./keep-reader.ts').then(
      ({ keepReader }) => main.current && keepReader(main.current),
      () => undefined,
    )
  }, [])
  const close = () => setOpen(null)
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <TopBar onSearch={() => setOpen('palette')} onKeys={() => setOpen('keys')} />
      <main id="content" ref={main} tabIndex={-1}>
        {foreign === null ? (
          <Outlet />
        ) : (
          <Suspense fallback={<Skeleton />}>
            <NotMember organization={foreign} />
          </Suspense>
        )}
      </main>
      <BottomTabs />
      {open === 'palette' && <Palette place={place} onClose={close} />}
      {open === 'keys' && (
        <Suspense fallback={<LoadingDialog title="Keys" onClose={close} />}>
          <KeyMap onClose={close} />
        </Suspense>
      )}
    </>
  )
}

/** Keeps the page up to date. Its code arrives after the first view; without it, a page is as it was loaded. */
function useEvents(organization: string | null): void {
  const queries = useQueryClient()
  const { isSuccess } = useQuery(whoAmI())
  useEffect(() => {
    // Before it is known who asks, the organization may be foreign.
    if (organization === null || !isSuccess) return
    const following = import('./later.ts').then(
      ({ follow }) => follow(queries, organization),
      () => () => undefined,
    )
    return () => void following.then((stop) => stop())
  }, [organization, isSuccess, queries])
}

/** The organization in the address, if the person is known not to belong to it. */
function useForeignOrganization(): string | null {
  const { organization } = useParams({ strict: false })
  const { data: me } = useQuery(whoAmI())
  if (organization === undefined || !me) return null
  return me.organizations.some(({ slug }) => slug === organization.toLowerCase()) ? null : organization
}

/**
 * After a link, the focus moves to the start of the content, not to an element that no longer
 * exists. Filters and forms keep the focus.
 */
function useFocusAfter(pathname: string, main: React.RefObject<HTMLElement | null>): void {
  const before = useRef(pathname)
  // Before the paint: later it could take the focus from a row that a key has reached.
  useLayoutEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    const focused = document.activeElement
    if (focused instanceof HTMLInputElement && main.current?.contains(focused)) return
    main.current?.focus({ preventScroll: true })
  }, [pathname, main])
}
