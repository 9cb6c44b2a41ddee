import { LIMITS } from '@svc/protocol'
import type { ArtifactsSent, LeftOut } from './artifact-send.ts'

const WORDS: Record<LeftOut, string> = {
  outside: 'outside the project',
  symlink: 'a symbolic link',
  special: 'not a regular file',
  vanished: 'gone',
  changed: 'still changing',
  unreadable: 'unreadable',
  large: `over ${LIMITS.artifactBytes / 1024 / 1024} MiB`,
  many: `beyond the first ${LIMITS.artifacts}`,
  limit: "over the server's limits",
  refused: 'unknown to the server',
}

/** One line with the number of sent artifacts, and the reasons for missing ones; empty without either. */
export const noteOf = ({ sent, left }: Pick<ArtifactsSent, 'sent' | 'left'>): string => {
  const missing = [...left].filter(([, count]) => count > 0)
  const total = missing.reduce((sum, [, count]) => sum + count, 0)
  const reasons = missing.map(([reason, count]) => `${count} ${WORDS[reason]}`).join(', ')
  const what = `${sent} ${sent === 1 ? 'artifact' : 'artifacts'} sent`
  if (total === 0) return what
  if (sent > 0) return `${what}, ${total} left out (${reasons})`
  return `${total} ${total === 1 ? 'attachment' : 'attachments'} left out (${reasons})`
}
