import type { Store } from '../../../ground/store/open.ts'
import { readErrors } from '../../../results/results/read-errors.ts'

export interface OutsideError {
  file: string | null
  message: string
  fingerprint: string
}

/** Failures outside any test that appeared, stayed or disappeared between two executions. */
export async function compareErrors(store: Store, baseId: number | null, headId: number) {
  const [base, head] = await Promise.all([
    baseId === null ? [] : readOutsideErrors(store, baseId),
    readOutsideErrors(store, headId),
  ])
  const onBase = new Set(base.map(keyOf))
  const onHead = new Set(head.map(keyOf))
  return {
    head,
    introduced: head.filter((error) => !onBase.has(keyOf(error))),
    persisting: head.filter((error) => onBase.has(keyOf(error))),
    fixed: base.filter((error) => !onHead.has(keyOf(error))),
  }
}

const keyOf = ({ file, fingerprint }: OutsideError) => `${file}\0${fingerprint}`

/** Lists each failure once, even if several parts and legs reported it. */
async function readOutsideErrors(store: Store, executionId: number): Promise<OutsideError[]> {
  const errors = await readErrors(store, executionId)
  const unique = new Map<string, OutsideError>()
  for (const { file, fingerprint, failure, superseded } of errors)
    if (!superseded)
      unique.set(keyOf({ file, fingerprint, message: '' }), { file, fingerprint, message: failure.message })
  return [...unique.values()]
}
