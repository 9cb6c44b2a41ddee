import { at, textAt } from '@svc/client/fields'

export { at, textAt }

/** Returns a whole number from 0 at a path. */
export const countAt = (value: unknown, path: string): number | undefined => {
  const count = at(value, path)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}

export const listAt = (value: unknown, path: string): unknown[] => {
  const list = at(value, path)
  return Array.isArray(list) ? list : []
}

/** Returns a full commit sha at a path, in lower case. */
export const shaAt = (value: unknown, path: string): string | undefined => {
  const sha = textAt(value, path)?.toLowerCase()
  return sha && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha) ? sha : undefined
}

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
