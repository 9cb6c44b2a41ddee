import { type Client, createClient } from '@svc/api'

/** The signed-in person's client: the browser sends the session's cookie, which scripts cannot read. */
const clients = new Map<string, Client>()

/** The client for an organization; without one, for the person's only organization or that of the object. */
export function clientOf(organization = ''): Client {
  const known = clients.get(organization)
  if (known) return known
  const made = createClient({ url: location.origin, ...(organization && { organization }) })
  clients.set(organization, made)
  return made
}
