import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { projectsOf, whoAmI } from '../data/queries.ts'
import { Icon } from '../parts/icon.tsx'
import { isMac } from './is-mac.ts'
import { Menu } from './menu.tsx'
import { OwnMenu } from './own-menu.tsx'
import { addressOf, isPageAt, pagesOfPlace } from './pages.ts'
import { type Place, usePlace } from './place.tsx'
import './top-bar.css'

/** The bar of every page after the sign-in. */
export function TopBar({ onSearch, onKeys }: { onSearch: () => void; onKeys: () => void }) {
  const place = useWholePlace()
  return (
    <header className="bar">
      <Link className="logo" to="/" aria-label="svc: all projects">
        <Icon name="passed" />
      </Link>
      {place.project !== null && <Where place={place} />}
      <nav className="nav" aria-label="Project">
        <PageLinks place={place} />
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
  if (place.organization === null) return null
  return (
    <nav className="tabs-bottom" aria-label="Project, below">
      <PageLinks place={place} withIcons to={PHONE_TABS} />
      <MorePages place={place} />
    </nav>
  )
}

/** Four pages and a menu for the others, whose names would not fit. */
const PHONE_TABS = 4

function MorePages({ place }: { place: Place }) {
  const { pathname } = useLocation()
  const { organization, project } = place
  const more = organization === null ? [] : pagesOfPlace(project).slice(PHONE_TABS)
  if (organization === null || more.length === 0) return null
  const here = more.find((page) => isPageAt(page, addressOf(organization, project, page.path), pathname))
  return (
    <Menu
      className={here ? 'tab here' : 'tab'}
      isEnd
      isAbove
      label={here ? `More pages, this is ${here.label}` : 'More pages'}
      button={
        <>
          <Icon name={here?.icon ?? 'more'} />
          {here?.label ?? 'More'}
        </>
      }
    >
      <PageLinks place={place} withIcons from={PHONE_TABS} />
    </Menu>
  )
}

/** The page's own place; a page found only by an id has the person's only organization. */
export function useWholePlace(): Place {
  const place = usePlace()
  const { data: me } = useQuery(whoAmI())
  const own = me?.organization?.slug ?? null
  // On a page of an organization that was opened by its address, the bar leads to the project that
  // ran last.
  const newest = place.organization !== null && place.organization === own ? me?.projects[0]?.slug : undefined
  return { organization: place.organization ?? own, project: place.project ?? newest ?? null }
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
  const { pathname } = useLocation()
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

/** Organization and project, with a menu to change them. */
function Where({ place: { organization, project } }: { place: Place }) {
  return (
    <Menu
      className="where"
      button={
        <>
          {organization !== null && <span className="muted not-phone">{organization} /</span>}
          <span className="ellipsis">{project}</span>
          <span className="sr">, choose another project</span>
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
