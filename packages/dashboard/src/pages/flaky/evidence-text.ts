import { count } from '../../parts/words.ts'

/** The counts behind a rate, by kind. */
export function evidenceText({ sameTree, retry }: { sameTree: number; retry: number }): string {
  const parts = [
    sameTree > 0 && `${sameTree} on the same code`,
    retry > 0 && `${count(retry, 'retry', 'retries')}`,
  ].filter(Boolean)
  return parts.length === 0 ? 'no evidence' : parts.join(', ')
}
