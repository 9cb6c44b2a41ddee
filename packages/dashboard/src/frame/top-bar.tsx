import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { projectsOf, whoAmI } from '../data/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { useMedia } from '../parts/use-media.ts'
import { isMac } from './is-mac.ts'
import { Menu } from './menu.tsx'
import { addressOf, isPageAt, pagesOfPlace } from './pages.ts'
import { type Place, usePathname, usePlace } from './place.tsx'
import './top-bar.css'
import { lazy, Suspense } from 'react'

/** The bar of every page after the sign-in. */
export function TopBar({ onSearch, onKeys }: { onSearch: () => void; onKeys: () => void }) {
  const place = useWholePlace()
  const most = useMostInBar()
  return (
    <header className="bar">
      <Link className="logo" to="/" aria-label="svc: all projects">
        <Icon name="passed" />
      </Link>
      {place.isKnown && place.isNamed && <Where place={place} />}
      <nav className="nav" aria-label="Project">
        {place.isKnown && (
          <>
            <PageLinks place={place} to={most} />
            <MorePages place={place} from={most} className="more-pages" />
          </>
        )}
      </nav>
      <button type="button" className="find" onClick={onSearch}>
        <Icon name="search" />
        <span>Search or go to…</span>
        <kbd>{isMac() ? '⌘K' : 'Ctrl K'}</kbd>
      </button>
      <OwnMenu onKeys={onKeys} />
    </header>
  )
}

/** The project's pages at the bottom of a phone. */
export function BottomTabs() {
  const place = useWholePlace()
  if (place.organization === null || !place.isKnown) return null
  return (
    <nav className="tabs-bottom" aria-label="Project, below">
      <PageLinks place={place} withIcons to={PHONE_TABS} />
      <MorePages place={place} from={PHONE_TABS} className="tab" isBelow />
    </nav>
  )
}

/** Four pages and a menu for the others, whose names would not fit. */
const PHONE_TABS = 4

/** The number of pages whose names fit in the bar; a menu has the others. */
function useMostInBar(): number {
  const isWide = useMedia('(min-width: 80rem)')
  const isMiddle = useMedia('(min-width: 60rem)')
  return isWide ? Number.POSITIVE_INFINITY : isMiddle ? 6 : 4
}

function MorePages({
  place,
  from,
  className,
  isBelow = false,
}: {
  place: Place
  from: number
  className: string
  /** True at the bottom of a phone. */
  isBelow?: boolean
}) {
  const pathname = usePathname()
  const { organization, project } = place
  const more = organization === null ? [] : pagesOfPlace(project).slice(from)
  if (organization === null || more.length === 0) return null
  const here = more.find((page) => isPageAt(page, addressOf(organization, project, page.path), pathname))
  return (
    <Menu
      className={here ? `${className} here` : className}
      isEnd={isBelow}
      isAbove={isBelow}
      label={here ? `More pages, this is ${here.label}` : 'More pages'}
      button={
        <>
          {isBelow && <Icon name={here?.icon ?? 'more'} />}
          {here?.label ?? 'More'}
          {!isBelow && <Icon name="down" tone="muted" />}
        </>
      }
    >
      <PageLinks place={place} withIcons from={from} />
    </Menu>
  )
}

/**
 * The page's own place; a page found only by an id has the person's only organization. Not known
 * while it may change: the bar draws no links that would move. Named if the page belongs to an organization.
 */
export function useWholePlace(): Place & { isKnown: boolean; isNamed: boolean } {
  const place = usePlace()
  const { data: me } = useQuery(whoAmI())
  const own = me?.organization?.slug ?? null
  const isNamed = place !== null && place.organization !== null
  // On a page of an organization with one project, the bar leads to it; among several, none is a better guess.
  const only =
    isNamed && place.organization === own && me?.projects.length === 1 ? me.projects[0]?.slug : null
  return {
    ...place,
    organization: place?.organization ?? own,
    project: place?.project ?? only ?? null,
    isKnown: place !== null && (place.project !== null || me !== undefined),
    isNamed,
  }
}

function PageLinks({
  place,
  withIcons = false,
  from = 0,
  to,
}: {
  place: Place
  withIcons?: boolean
  from?: number
  to?: number
}) {
  const pathname = usePathname()
  const { organization, project } = place
  if (organization === null) return null
  return pagesOfPlace(project)
    .slice(from, to)
    .map((page) => {
      const { path, label, icon } = page
      const address = addressOf(organization, project, path)
      const isHere = isPageAt(page, address, pathname)
      return (
        <Link
          key={path}
          to={page.to}
          params={{ organization, project: project ?? '', _splat: '' }}
          activeOptions={{ exact: true, includeSearch: false }}
          {...(isHere && { 'aria-current': 'page' })}
        >
          {withIcons && <Icon name={icon} />}
          {label}
        </Link>
      )
    })
}

/** What the page is about, an organization or one of its projects, with a menu to change it. */
function Where({ place: { organization, project, isOfOrganization } }: { place: Place }) {
  return (
    <Menu
      className="where"
      button={
        <>
          {project !== null && !isOfOrganization && <span className="of muted">{organization} /</span>}
          <span className="ellipsis">{isOfOrganization ? organization : (project ?? organization)}</span>
          {project !== null && isOfOrganization && (
            <span className="last muted ellipsis" title="The project that you saw last">
              / {project}
            </span>
          )}
          <span className="sr">, choose {project === null ? 'a' : 'another'} project</span>
          <Icon name="down" tone="muted" />
        </>
      }
    >
      {organization !== null && <ProjectLinks organization={organization} />}
      <Link to="/">All projects</Link>
    </Menu>
  )
}

function ProjectLinks({ organization }: { organization: string }) {
  const { data: projects = [] } = useQuery(projectsOf(organization))
  return (
    <>
      {projects.map(({ slug }) => (
        <Link key={slug} to="/o/$organization/$project" params={{ organization, project: slug }}>
          {slug}
        </Link>
      ))}
      <hr />
    </>
  )
}

const OwnMenuItems = lazy(async () => ({ default: (await import('./own-menu-items.tsx')).OwnMenuItems }))

/** The signed-in person, the theme, the keys, and signing out. */
function OwnMenu({ onKeys }: { onKeys: () => void }) {
  const { data: me } = useQuery(whoAmI())
  // Its place: the field beside it does not move when the person is known.
  if (!me) return <span className="me" />
  const name = me.person?.name ?? me.key?.name ?? ''
  return (
    <Menu label={`${name}: theme, keys, sign out`} className="me" button={initialsOf(name)} isEnd>
      <Suspense fallback={<p>Loading…</p>}>
        <OwnMenuItems me={me} name={name} onKeys={onKeys} />
      </Suspense>
    </Menu>
  )
}

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase())
    .join('')
