import { type Config, describeNetworkError, makePost } from '@svc/client/cli'
import { archiveAddress, type Published } from '@svc/protocol'
import { Refusal } from '../refusal.ts'
import type { Address } from './managers.ts'

/** A server that runs from a clone packs its packages at the first request. */
const PACKING_MS = 180_000

/**
 * Returns the addresses of a server's packages. An address that names the version always serves the
 * same bytes, so a lock file stays valid after an upgrade of the server.
 */
export const findPackages = async (
  { url, proxy }: Pick<Config, 'url' | 'proxy'>,
  names: Published[],
): Promise<Address[]> => {
  const post = makePost(proxy)
  const addresses: Address[] = []
  // One at a time: the first request makes the server pack, the others find the result.
  for (const name of names) addresses.push(await findPackage(post, url, name))
  return addresses
}

const findPackage = async (
  post: ReturnType<typeof makePost>,
  url: string,
  name: Published,
): Promise<Address> => {
  const address = archiveAddress(url, name)
  const answer = await post(address, {}, undefined, PACKING_MS).catch((error: unknown) => {
    throw new Refusal(`no server answers at ${url}: ${describeNetworkError(error, url).reason}`, {
      code: 'UNREACHABLE',
      next: 'start the server, or name another one with --url or SVC_URL',
    })
  })
  const place = answer.header('location')
  if (answer.status === 302 && place !== null) {
    const to = URL.canParse(place, address) ? new URL(place, address).href : 'no address'
    if (isArchiveBeside(address, to, name)) return { name, url: to }
    throw new Refusal(`${address} redirects to ${to}, which is not a package of this server`, {
      code: 'NO_PACKAGES',
      next: 'name the address that the server itself answers at, with --url or SVC_URL',
    })
  }
  throw new Refusal(`${address} answered ${answer.status}`, {
    code: 'NO_PACKAGES',
    next: `check that ${url} is the address of an svc server: npx --no svc doctor --url ${url}`,
  })
}

/** The code of an archive runs on this machine, so a proxy or a sign-in page must not choose another one. */
const isArchiveBeside = (address: string, to: string, name: Published): boolean => {
  const folder = new URL('.', address).href
  const file = to.startsWith(folder) ? to.slice(folder.length) : ''
  return file.startsWith(`svc-${name}-`) && /^[\w.+-]+\.tgz$/.test(file)
}
