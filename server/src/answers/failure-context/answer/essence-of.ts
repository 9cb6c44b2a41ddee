import { cutText } from '../../../ground/kernel/cut-text.ts'
import { tellingLine } from '../../../ground/kernel/stated-values.ts'
import type { ClusterDraft } from '../clusters/draft.ts'
import { code } from './fence.ts'
import { messageOf } from './render-error.ts'
import { valuesOf } from './values-of.ts'

/** What a cluster is about, in a few words: the values that its assertion compared, else its error. */
type Essence = { received: string; expected: string } | { error: string }

/** Each value at most so many characters; an error has the length of both. */
export function essenceOf(cluster: ClusterDraft, most: number): Essence {
  const message = messageOf(cluster)
  const values = valuesOf(message, cluster.detail?.failure ?? null, most)
  if (values) return { received: values.received, expected: values.expected }
  return { error: cutText(tellingLine(message), most * 2) }
}

export const essenceText = (essence: Essence, most: number): string =>
  'error' in essence
    ? code(essence.error, most * 2)
    : `received ${code(essence.received, most)}, expected ${code(essence.expected, most)}`
