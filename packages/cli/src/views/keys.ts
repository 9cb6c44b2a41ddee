import type { Operations } from '@svc/api'
import { text } from '../terminal/print.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine, plainName } from '../terminal/text.ts'
import { ago } from '../terminal/time.ts'

type Key = Operations['listKeys']['data'][number]

/** Returns the keys, each with its permissions, project and last use. */
export const keysText = (keys: Key[], screen: Screen): string =>
  text(
    keys.length === 0
      ? ['no keys']
      : keys.flatMap((key, index) => [...(index > 0 ? [''] : []), ...linesOf(key, screen)]),
  )

const linesOf = (key: Key, { cells, paint, now }: Screen): string[] => {
  const { id, name, hint, role, scopes, project, createdBy, owner, createdAt, expiresAt, lastUsedAt, state } =
    key
  const by = createdBy ? ` by ${plainName(createdBy.name || createdBy.email)}` : ''
  const kept = owner && owner.id !== createdBy?.id ? `, owned by ${plainName(owner.name || owner.email)}` : ''
  const used = lastUsedAt ? `last used ${ago(lastUsedAt, now)}` : 'never used'
  const isExpired = state === 'expired'
  const ends =
    expiresAt === null ? 'never expires' : `${isExpired ? 'expired' : 'expires'} on ${expiresAt.slice(0, 10)}`
  return [
    ...hanging('', `${plainName(name)}  ${oneLine(hint)}${isExpired ? '  (expired)' : ''}`, cells).map(
      (line) => paint(line, isExpired ? 'dim' : 'bold'),
    ),
    ...hanging(
      '    ',
      oneLine(`${role} (${scopes.join(', ')}), ${project === null ? 'all projects' : `project ${project}`}`),
      cells,
    ),
    ...hanging('    ', oneLine(`created ${ago(createdAt, now)}${by}${kept}, ${used}, ${ends}`), cells),
    `    ${paint(id, 'dim')}`,
  ]
}
