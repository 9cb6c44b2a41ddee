import { sectionOf } from './changelog.ts'

/** The facts that must agree before a tag is published. */
interface Release {
  /** Such as `v1.2.3`. */
  tag: string
  versions: string[]
  pending: string[]
  changelog: string
}

/** Returns the obstacles to the release, one sentence each; none if it may be published. */
export function problemsOf({ tag, versions, pending, changelog }: Release): string[] {
  const version = versions[0] ?? ''
  const problems: string[] = []
  if (versions.length !== 1)
    problems.push(`The packages have different versions (${versions.join(', ')}). Run release:version.`)
  else if (tag !== `v${version}`)
    problems.push(`The tag is ${tag}, and the packages have version ${version}. Tag v${version}.`)
  if (pending.length > 0)
    problems.push(`CHANGELOG.md lacks changes of .changeset (${pending.join(', ')}). Run release:version.`)
  if (!sectionOf(changelog, version)) problems.push(`CHANGELOG.md has no section for ${version}.`)
  return problems
}
