import type { CiRun, Trust } from '@svc/protocol'
import type { Compared } from './outline.ts'

type Head = Compared['head']

const SAFE = /^https?:\/\/[^\s()<>"'[\]\\]+$/i

/** A Markdown link; only the name if a browser should not open the address. */
export const link = (name: string, url: string | null): string =>
  url !== null && SAFE.test(url) ? `[${name}](${url})` : name

/** The page of the CI run; null for a fork, whose own statements are not linked. */
export const ciUrlOf = ({ ci, trust }: Head): string | null =>
  ci?.url !== undefined && trust !== 'fork' && SAFE.test(ci.url) ? ci.url : null

/** The page of the job that ran a part; null if it is unknown, and for a fork. */
export const jobUrlOf = ({ ci, trust }: { ci?: CiRun; trust?: Trust }): string | null =>
  ci?.jobUrl !== undefined && trust !== 'fork' && SAFE.test(ci.jobUrl) ? ci.jobUrl : null

/** The address of a file at a commit for each host, next to the pages of its CI. */
const HOSTS: [ci: RegExp, file: (repository: string, sha: string, path: string, line: number) => string][] = [
  [/\/actions\/runs\/\d/, (repository, sha, path, line) => `${repository}/blob/${sha}/${path}#L${line}`],
  [
    /\/-\/(?:pipelines|jobs)\/\d/,
    (repository, sha, path, line) => `${repository}/-/blob/${sha}/${path}#L${line}`,
  ],
]

/** The address of a line of a file at the pushed commit; null if the repository's address is unknown. */
export function sourceUrlOf(head: Head, file: string, line: number): string | null {
  const ci = ciUrlOf(head)
  const sha = head.headSha ?? head.testedSha
  if (ci === null || sha === null || head.repository === null || head.dirty) return null
  if (file.split('/').some((name) => name === '' || name === '.' || name === '..')) return null
  for (const [pattern, urlOf] of HOSTS) {
    const position = ci.search(pattern)
    const repository = ci.slice(0, position)
    if (position < 0 || !repository.toLowerCase().endsWith(`/${head.repository.toLowerCase()}`)) continue
    const path = file.split('/').map(encoded).join('/')
    return urlOf(repository, sha, path, line)
  }
  return null
}

/** Also encodes the characters that close a Markdown link. */
const encoded = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /[()'*!~]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
