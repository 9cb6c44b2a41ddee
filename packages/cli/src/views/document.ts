import type { Operations } from '@svc/api'
import { fenced } from '../terminal/fenced.ts'
import { oneLine } from '../terminal/text.ts'

/** Returns facts about a document above its text, which stands between marks because others wrote it. */
export const documentText = ({
  path,
  title,
  project,
  revision,
  updatedAt,
  content,
  sections,
  otherProjects,
}: Operations['readDocument']['data']): string => {
  const whole = content ?? sections.flatMap((each) => each.content ?? []).join('\n\n')
  const others = otherProjects.map((other) => `of the same name: ${oneLine(other.path)}, id ${other.id}`)
  return [
    oneLine(title),
    `${oneLine(path)}, project ${oneLine(project)}, revision ${revision}, changed ${updatedAt.slice(0, 10)}`,
    ...others,
    fenced(whole.trimEnd()),
    '',
  ].join('\n')
}
