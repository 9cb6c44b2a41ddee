import { Link } from '@tanstack/react-router'

/** Leads from a page that cannot be shown. */
export const HomeLink = () => (
  <Link className="button" to="/">
    All projects
  </Link>
)
