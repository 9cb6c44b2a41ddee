import { textAt } from '@svc/client/fields'

export { at, countAt, listAt, parseJson, textAt } from '@svc/client/fields'

/** Returns a full commit sha at a path, in lower case. */
export const shaAt = (value: unknown, path: string): string | undefined => {
  const sha = textAt(value, path)?.toLowerCase()
  return sha && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined
}
