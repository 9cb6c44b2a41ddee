/** Where the next release's section goes. */
const MARK = '<!-- next -->\n'

const KINDS = { major: 'Breaking changes', minor: 'Features', patch: 'Fixes' }
type Kind = keyof typeof KINDS

/** One change as its author described it. */
interface Change {
  kind: Kind
  summary: string
}

/** Returns what a file of `.changeset` says. The strongest kind of its packages counts, because all share a version. */
export function readChange(name: string, text: string): Change {
  const [, head, summary = ''] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(text) ?? []
  if (head === undefined) throw new Error(`.changeset/${name} has no front matter between two lines of ---.`)
  const kinds = [...head.matchAll(/:\s*(\w+)\s*$/gm)].map(([, kind]) => kind)
  const kind = (Object.keys(KINDS) as Kind[]).find((each) => kinds.includes(each))
  if (!kind) throw new Error(`.changeset/${name} names no package with major, minor or patch.`)
  if (summary.trim() === '') throw new Error(`.changeset/${name} describes no change.`)
  return { kind, summary: summary.trim() }
}

/** Returns the changelog with a section for the version on top. */
export function withSection(changelog: string, version: string, changes: Change[]): string {
  if (!changelog.includes(MARK)) throw new Error(`CHANGELOG.md has no line ${MARK.trim()}.`)
  const groups = (Object.keys(KINDS) as Kind[]).flatMap((kind) => {
    const items = changes.filter((change) => change.kind === kind)
    return items.length === 0 ? [] : [`### ${KINDS[kind]}\n\n${items.map(itemOf).join('\n')}\n`]
  })
  return changelog.replace(MARK, () => `${MARK}\n## ${version}\n\n${groups.join('\n')}`)
}

/** Returns the text of a version's section; undefined if it has none. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const [, ...sections] = changelog.split(/^## /m)
  const section = sections.find((each) => each.split('\n')[0]?.trim() === version)
  return section?.slice(section.indexOf('\n')).trim()
}

const itemOf = ({ summary }: Change): string => `- ${summary.replace(/\n(?=.)/g, '\n  ')}`
